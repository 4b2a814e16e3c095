# SPDX-License-Identifier: Apache-2.0
# The RTL and the golden model as two SystemC modules on the same signals (docs/reference/bindings.md).
# Included from this folder's CMakeLists.txt once Verilator and the list of RTL files are known.
pkg_check_modules(SYSTEMC IMPORTED_TARGET systemc)
if(NOT SYSTEMC_FOUND)
  message(STATUS "SystemC not found: no SystemC top (install libsystemc-dev)")
  return()
endif()

add_executable(fedx_systemc fedx/fedx_systemc_top.cpp)
verilate(fedx_systemc SYSTEMC PREFIX Vfedx_switch_sc TOP_MODULE fedx_switch SOURCES ${FEDX_RTL_LIST}
         OPT_GLOBAL -O0 VERILATOR_ARGS ${FEDX_RTL_OPTIONS})
# A bench among others, compiled in half the time of -O3, and 7% slower then
fedx_verilated(fedx_systemc -O1 -O0)
target_link_libraries(fedx_systemc PRIVATE fedx_whole PkgConfig::SYSTEMC)
fedx_as_compiled(fedx_systemc)
# The SystemC library answers to one C++ standard only, the one it was built with.
set_target_properties(fedx_systemc PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON
                      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
set_source_files_properties(fedx/fedx_systemc_top.cpp PROPERTIES COMPILE_OPTIONS "-Wall")
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_link_libraries(fedx_systemc PRIVATE atomic)
  if(FEDX_IPO)
    # GCC's linker sees for itself that the C libraries are not object code yet.
    target_link_options(fedx_systemc PRIVATE -flto)
  endif()
endif()

if(BUILD_TESTING)
  add_test(NAME systemc COMMAND fedx_systemc --cycles 100000)
  # Exactly 1: a crash or a bad option would not do.
  add_test(NAME systemc_self_test
           COMMAND sh -c "\"$1\" --self-test --cycles 100000; test $? -eq 1" sh $<TARGET_FILE:fedx_systemc>)
  set_tests_properties(systemc systemc_self_test PROPERTIES LABELS systemc)
endif()
