# SPDX-License-Identifier: Apache-2.0
# How libraries and programs are linked, where compilers and systems differ: options for gcc alone, and for linkers of ELF files.

# fedx_exports(<shared library> <map>): only the symbols in the map are seen from outside
function(fedx_exports target map)
  target_link_options(${target} PRIVATE LINKER:--version-script=${map})
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${map})
endfunction()

# fedx_calls_itself(<shared library>): of two definitions of a function, here and in the program, the library takes its own
function(fedx_calls_itself target)
  target_link_options(${target} PRIVATE LINKER:-Bsymbolic)
endfunction()

# fedx_as_compiled(<target>): linked with objects as they were compiled: they are one optimised unit already, or sooner run than optimised
function(fedx_as_compiled target)
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    target_link_options(${target} PRIVATE -fno-lto)
  endif()
endfunction()

# fedx_keep_symbol(<object of fedx_one_object> <symbol>): no other symbol of the object is seen from outside
function(fedx_keep_symbol object symbol)
  add_custom_command(OUTPUT ${object} APPEND COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=${symbol} ${object})
endfunction()
