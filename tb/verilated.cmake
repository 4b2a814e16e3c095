# SPDX-License-Identifier: Apache-2.0
# Verilator writes a dozen small files, and a compiler reads the same headers for each: longer than it takes for the rest.

# Files of a target are compiled as one unit, with a flag.
function(fedx_one_unit target unit flag)
  set_source_files_properties(${ARGN} PROPERTIES HEADER_FILE_ONLY ON)
  list(TRANSFORM ARGN REPLACE "(.+)" "#include \"\\1\"" OUTPUT_VARIABLE lines)
  list(JOIN lines "\n" text)
  get_target_property(folder ${target} BINARY_DIR)
  file(CONFIGURE OUTPUT ${folder}/${target}_${unit}.cpp CONTENT "${text}\n")
  set_source_files_properties(${folder}/${target}_${unit}.cpp PROPERTIES COMPILE_OPTIONS ${flag})
  target_sources(${target} PRIVATE ${folder}/${target}_${unit}.cpp)
endfunction()

# Verilator's runtime for whatever is not SystemC, compiled once: for programs of this build, and for RTL that tests build.
set(FEDX_RUNTIME ${VERILATOR_ROOT}/include/verilated)
set(FEDX_RUNTIME_SOURCES ${FEDX_RUNTIME}.cpp ${FEDX_RUNTIME}_save.cpp ${FEDX_RUNTIME}_dpi.cpp ${FEDX_RUNTIME}_threads.cpp)
if(FEDX_COVERAGE)
  list(APPEND FEDX_RUNTIME_SOURCES ${FEDX_RUNTIME}_cov.cpp)
endif()
add_library(fedx_verilated STATIC ${FEDX_RUNTIME_SOURCES})
fedx_one_unit(fedx_verilated runtime -O1 ${FEDX_RUNTIME_SOURCES})
target_compile_definitions(fedx_verilated PRIVATE VM_COVERAGE=$<BOOL:${FEDX_COVERAGE}>)
target_include_directories(fedx_verilated SYSTEM PRIVATE ${VERILATOR_ROOT}/include ${VERILATOR_ROOT}/include/vltstd)
target_compile_options(fedx_verilated PRIVATE -w)

# fedx_verilated(<target> <fast> <slow> [RUNTIME] [OWN <source>...]): what verilate() has given to a target is compiled as two
# units: what runs in every cycle, with the flag <fast>, and the rest, with <slow>; as one, if they are the same. OWN: what stands
# round it, the target's own, is part of the first. Verilator's runtime is part of the second; RUNTIME: it is that from above.
function(fedx_verilated target fast slow)
  cmake_parse_arguments(PARSE_ARGV 3 given "RUNTIME" "" "OWN")
  get_target_property(sources ${target} SOURCES)
  set(runtime ${sources})
  list(FILTER runtime INCLUDE REGEX "/include/verilated[a-z_]*\\.cpp$")
  list(REMOVE_ITEM sources ${runtime})
  if(given_RUNTIME)
    set_target_properties(${target} PROPERTIES SOURCES "${sources}")
    target_link_libraries(${target} PRIVATE fedx_verilated)
    set(runtime "")
  endif()
  list(FILTER sources INCLUDE REGEX "\\.dir/V[^/]*\\.cpp$")
  set(rest ${sources})
  list(FILTER sources EXCLUDE REGEX "__(Slow|Syms)\\.cpp$")
  list(REMOVE_ITEM rest ${sources})
  list(PREPEND rest ${runtime})
  list(TRANSFORM given_OWN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  list(APPEND sources ${given_OWN})
  if(fast STREQUAL slow)
    fedx_one_unit(${target} all ${fast} ${rest} ${sources})
  else()
    fedx_one_unit(${target} fast ${fast} ${sources})
    fedx_one_unit(${target} slow ${slow} ${rest})
  endif()
endfunction()
