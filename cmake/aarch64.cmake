# SPDX-License-Identifier: Apache-2.0
# Toolchain file: cross-compile for 64-bit Arm by Debian's gcc-aarch64-linux-gnu and g++-aarch64-linux-gnu; ctest runs unit tests by
# qemu-user. The program has no RTL then. docs/developer/systems.md has the commands.
#   FEDX_LIBRARIES   folder with usr/include and usr/lib/aarch64-linux-gnu of the libraries; tests/aarch64_libraries.sh makes one
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
set(FEDX_NATIVE OFF CACHE BOOL "Compile for this machine's processor")

# No library, header or package of the building machine
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu ${FEDX_LIBRARIES})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_DISABLE_FIND_PACKAGE_MPI ON) # mpicc is a program of the building machine
if(FEDX_LIBRARIES) # unset in the small projects by which CMake tries the compiler
  set(ENV{PKG_CONFIG_SYSROOT_DIR} ${FEDX_LIBRARIES})
  set(ENV{PKG_CONFIG_LIBDIR} ${FEDX_LIBRARIES}/usr/lib/aarch64-linux-gnu/pkgconfig)
  set(ENV{PKG_CONFIG_ALLOW_SYSTEM_CFLAGS} 1) # /usr/include in FEDX_LIBRARIES is no folder that the compiler searches
endif()
