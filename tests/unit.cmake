# SPDX-License-Identifier: Apache-2.0
# Unit tests: one program a file, one file a mechanism. Label "unit".
pkg_check_modules(CMOCKA IMPORTED_TARGET cmocka)
if(NOT CMOCKA_FOUND)
  message(STATUS "cmocka not found: no unit tests (install libcmocka-dev)")
  return()
endif()

# fedx_unit(<file base name> [further sources or libraries...])
function(fedx_unit name)
  add_executable(${name} ${name}.c)
  foreach(more IN LISTS ARGN)
    if(more MATCHES "\\.c$")
      target_sources(${name} PRIVATE ${more})
    else()
      target_link_libraries(${name} PRIVATE ${more})
    endif()
  endforeach()
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/cmodel)
  target_link_libraries(${name} PRIVATE fedx_harness fedx_model PkgConfig::CMOCKA)
  fedx_strict(${name})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS unit)
endfunction()

foreach(FEDX_MECHANISM header port_receive port_transmit ownership buffer_pool admission route arbitration
        config switch regs topology workload pattern traffic trace schedule port_end pe histogram metrics film scenario
        setup)
  fedx_unit(test_fedx_${FEDX_MECHANISM})
endforeach()
fedx_unit(test_fedx_engine_event)
fedx_unit(test_fedx_flood)

# Engine equality with more than ten buffers, in fabrics that need them.
add_executable(test_fedx_engine_event_wide test_fedx_engine_event.c)
target_include_directories(test_fedx_engine_event_wide PRIVATE ${CMAKE_SOURCE_DIR}/cmodel)
target_link_libraries(test_fedx_engine_event_wide PRIVATE fedx_wide_harness PkgConfig::CMOCKA)
fedx_strict(test_fedx_engine_event_wide)
add_test(NAME test_fedx_engine_event_wide COMMAND test_fedx_engine_event_wide 30 2500)
set_tests_properties(test_fedx_engine_event_wide PROPERTIES LABELS unit)

fedx_unit(test_fedx_lockstep wrap.c)
fedx_unit(test_fedx_stimulus wrap.c)
fedx_unit(test_fedx_vectors)
fedx_unit(test_fedx_life)
fedx_unit(test_fedx_script)
fedx_unit(test_fedx_shrink wrap.c)
if(TARGET fedx_fst)
  fedx_unit(test_fedx_waveform wrap.c)
endif()
fedx_unit(test_fedx_models fedx_models)
fedx_unit(test_fedx_fabric zero_load.c wrap.c)
fedx_unit(test_fedx_probe wrap.c)

# The same latencies, and the same hop trace, from the RTL.
if(TARGET fedx_rtl)
  fedx_unit(test_rtl_zero_load zero_load.c)
  add_dependencies(test_rtl_zero_load fedx_rtl)
  add_dependencies(test_fedx_probe fedx_rtl)
  set_tests_properties(test_rtl_zero_load test_fedx_probe PROPERTIES ENVIRONMENT "FEDX_RTL=$<TARGET_FILE:fedx_rtl>")
endif()

# The public headers from C++.
add_executable(test_cplusplus test_cplusplus.cpp)
target_link_libraries(test_cplusplus PRIVATE fedx_model)
target_compile_options(test_cplusplus PRIVATE -Wall -Wextra -Wshadow -Werror)
add_test(NAME test_cplusplus COMMAND test_cplusplus)
set_tests_properties(test_cplusplus PROPERTIES LABELS unit)
