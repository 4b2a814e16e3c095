# SPDX-License-Identifier: Apache-2.0
# fedx_one_object(<object> <library or object>...): objects, and those of libraries, linked as one: code as in a program, and
# where there is optimisation of whole programs, optimised as a whole. Target <object's name>_object is for other folders.
function(fedx_one_object object)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}}")
  if(FEDX_IPO AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    list(APPEND flags -flto=auto -flinker-output=pie)
  endif()
  list(TRANSFORM ARGN REPLACE "^([^/]+)$" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE parts)
  get_filename_component(name ${object} NAME_WE)
  add_custom_command(OUTPUT ${object} COMMAND ${CMAKE_C_COMPILER} ${flags} -fPIE -r -nostdlib -o ${object} ${parts}
    DEPENDS ${parts} COMMAND_EXPAND_LISTS VERBATIM COMMENT "Linking ${name}")
  add_custom_target(${name}_object DEPENDS ${object})
  # Ninja finds the target that makes a file. Makefiles of other targets know no rule for it: name the targets, too.
  foreach(part IN LISTS ARGN)
    if(part MATCHES "/")
      get_filename_component(part ${part} NAME_WE)
      string(APPEND part _object)
    endif()
    add_dependencies(${name}_object ${part})
  endforeach()
endfunction()

set(FEDX_OTHER_SOURCES ${FEDX_HARNESS_SOURCES})
list(FILTER FEDX_OTHER_SOURCES INCLUDE REGEX "/cmodel/(vcr|axis)/")

# fedx_part(<target> <source>...): objects of a program, between two functions of which nothing comes: no library
function(fedx_part target)
  add_library(${target} OBJECT ${ARGN})
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/include)
  target_link_libraries(${target} PRIVATE PkgConfig::XXHASH PkgConfig::CYAML PkgConfig::JANSSON PkgConfig::EXPAT)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -fPIE ${FEDX_CUT_SHORT})
  fedx_strict(${target})
endfunction()

fedx_part(fedx_others ${FEDX_OTHER_SOURCES})
target_compile_options(fedx_others PRIVATE $<$<CONFIG:Release>:-O0>)

# instance(BUFFERS): all that knows how many buffers a switch has, compiled for up to that many, as one object,
# ${INSTANCE_<BUFFERS>}. It is linked by itself, and then only its table can be seen: every instance has the same names.
# All but the commands is one object before, ${FEDX_ROOMS_<BUFFERS>}, for tests too. Routers of another kind have their number of
# buffers elsewhere: they are the same in all of these, compiled once (fedx_others). What makes fabrics of them takes the first
# instance: here they are sooner compiled than run.
#   instance(BUFFERS [WITHOUT REGEX])   leaves out the sources whose names match
function(instance buffers)
  cmake_parse_arguments(PARSE_ARGV 1 given "" WITHOUT "")
  set(rooms ${FEDX_MODEL_SOURCES} ${FEDX_HARNESS_SOURCES} ${FEDX_KINDS_SOURCES})
  set(commands ${FEDX_PROGRAM_SOURCES})
  if(given_WITHOUT)
    list(FILTER rooms EXCLUDE REGEX "${given_WITHOUT}")
    list(FILTER commands EXCLUDE REGEX "${given_WITHOUT}")
  endif()
  list(REMOVE_ITEM rooms ${FEDX_OTHER_SOURCES})
  set(object ${CMAKE_BINARY_DIR}/instance_${buffers}.o)
  set(rooms_object ${CMAKE_BINARY_DIR}/fedx_rooms_${buffers}.o)
  set(whole OFF) # one optimised unit, too
  if(FEDX_IPO AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    set(whole ON)
  endif()
  fedx_part(fedx_rooms_${buffers} ${rooms})
  fedx_part(fedx_commands_${buffers} ${commands})
  target_compile_definitions(fedx_rooms_${buffers} PRIVATE FEDX_BUFFERS_MOST=${buffers})
  target_compile_definitions(fedx_commands_${buffers} PRIVATE FEDX_BUFFERS_MOST=${buffers})
  target_compile_options(fedx_commands_${buffers} PRIVATE $<$<CONFIG:Release>:-O0>) # what they call runs in every cycle
  set_target_properties(fedx_rooms_${buffers} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ${whole})
  fedx_one_object(${rooms_object} fedx_rooms_${buffers} fedx_others)
  fedx_one_object(${object} ${rooms_object} fedx_commands_${buffers})
  fedx_keep_symbol(${object} instance_${buffers})
  set(INSTANCE_${buffers} ${object} PARENT_SCOPE)
  set(FEDX_ROOMS_${buffers} ${rooms_object} PARENT_SCOPE)
endfunction()
