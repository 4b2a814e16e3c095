# SPDX-License-Identifier: Apache-2.0
# fedx_instance(BUFFERS): all that knows how many buffers a switch has, compiled for up to that many, as one object,
# ${FEDX_INSTANCE_<BUFFERS>}. It is linked by itself, and then only its table can be seen: every instance has the same names.
# Libraries of objects: fedx_rooms_<BUFFERS>, without the commands, is for tests too.
#   fedx_instance(BUFFERS [WITHOUT REGEX])   leaves out the sources whose names match
function(fedx_instance buffers)
  cmake_parse_arguments(PARSE_ARGV 1 given "" WITHOUT "")
  set(rooms ${FEDX_MODEL_SOURCES} ${FEDX_HARNESS_SOURCES})
  set(commands ${FEDX_PROGRAM_SOURCES})
  if(given_WITHOUT)
    list(FILTER rooms EXCLUDE REGEX "${given_WITHOUT}")
    list(FILTER commands EXCLUDE REGEX "${given_WITHOUT}")
  endif()
  set(object ${CMAKE_BINARY_DIR}/fedx_instance_${buffers}.o)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  # One optimised unit, too: code as in a program, though what comes out is an object.
  set(whole OFF)
  set(optimised "")
  if(FEDX_IPO AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    set(whole ON)
    set(optimised -flto=auto -flinker-output=pie)
  endif()
  add_library(fedx_rooms_${buffers} OBJECT ${rooms})
  add_library(fedx_commands_${buffers} OBJECT ${commands})
  foreach(part fedx_rooms_${buffers} fedx_commands_${buffers})
    target_compile_definitions(${part} PRIVATE FEDX_BUFFERS_MOST=${buffers})
    target_include_directories(${part} PRIVATE ${CMAKE_SOURCE_DIR}/include)
    target_link_libraries(${part} PRIVATE PkgConfig::XXHASH PkgConfig::CYAML PkgConfig::JANSSON)
    # Nothing comes between two of its functions: they are part of a program, not of a library.
    set_target_properties(${part} PROPERTIES POSITION_INDEPENDENT_CODE OFF C_VISIBILITY_PRESET hidden)
    target_compile_options(${part} PRIVATE -fPIE)
    fedx_strict(${part})
    set_target_properties(${part} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ${whole})
  endforeach()
  separate_arguments(flags UNIX_COMMAND "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}}")
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_C_COMPILER} ${flags} -fPIE -r -nostdlib ${optimised} -o ${object}
            $<TARGET_OBJECTS:fedx_rooms_${buffers}> $<TARGET_OBJECTS:fedx_commands_${buffers}>
    COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=fedx_instance_${buffers} ${object}
    DEPENDS $<TARGET_OBJECTS:fedx_rooms_${buffers}> $<TARGET_OBJECTS:fedx_commands_${buffers}>
    COMMAND_EXPAND_LISTS VERBATIM COMMENT "Linking the instance for ${buffers} buffers")
  set(FEDX_INSTANCE_${buffers} ${object} PARENT_SCOPE)
endfunction()
