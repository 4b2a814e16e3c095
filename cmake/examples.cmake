# SPDX-License-Identifier: Apache-2.0
# The wrong switches and routers of examples/: each is a patch of one file of rtl/.

# fedx_write(<file> <text>): not written when it is so already, so that nothing is built again
function(fedx_write file text)
  set(is "")
  if(EXISTS ${file})
    file(READ ${file} is)
  endif()
  if(NOT is STREQUAL text)
    file(WRITE ${file} "${text}")
  endif()
endfunction()

# fedx_patched(<variable> <file> <patch>): the text of a file with a patch of one hunk
function(fedx_patched variable file patch)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file} ${patch})
  file(READ ${patch} hunk)
  string(REGEX REPLACE "^.*\n@@[^\n]*\n" "\n" hunk "${hunk}")
  string(REGEX REPLACE "\n\\+[^\n]*" "" was "${hunk}")
  string(REGEX REPLACE "\n-[^\n]*" "" becomes "${hunk}")
  string(REGEX REPLACE "\n[- ]" "\n" was "${was}")
  string(REGEX REPLACE "\n[+ ]" "\n" becomes "${becomes}")
  file(READ ${file} text)
  string(FIND "${text}" "${was}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "${patch} does not fit ${file}")
  endif()
  string(REPLACE "${was}" "${becomes}" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# fedx_example(<name> <folder> <rtl>): in <folder>/<name> the file that examples/<name>/<name>.patch changes, and <name>.f, the list of
# all sources, whose others are in <rtl>, a path from there
function(fedx_example name folder rtl)
  set(patch ${CMAKE_SOURCE_DIR}/examples/${name}/${name}.patch)
  file(STRINGS ${patch} header REGEX "^[+][+][+] ")
  string(REGEX MATCH "rtl/([a-z]+)/([a-z_]+[.]v)$" header "${header}")
  set(kind ${CMAKE_MATCH_1})
  set(changed ${CMAKE_MATCH_2})
  fedx_patched(text ${CMAKE_SOURCE_DIR}/rtl/${kind}/${changed} ${patch})
  fedx_write(${folder}/${name}/${changed} "${text}")
  file(STRINGS ${CMAKE_SOURCE_DIR}/rtl/${kind}/${kind}.f sources)
  list(TRANSFORM sources PREPEND ${rtl}/${kind}/)
  list(TRANSFORM sources REPLACE "^.*/${changed}$" ${changed})
  list(PREPEND sources +incdir+${rtl}/${kind})
  list(JOIN sources "\n" sources)
  fedx_write(${folder}/${name}/${name}.f "${sources}\n")
endfunction()

# In the build, and as they are installed beside the RTL
string(REGEX REPLACE "/$" "" FEDX_EXAMPLES_SOURCE ${FEDX_SOURCES})
file(GLOB FEDX_EXAMPLES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/examples/*/*.patch)
foreach(FEDX_EXAMPLE IN LISTS FEDX_EXAMPLES)
  get_filename_component(FEDX_EXAMPLE ${FEDX_EXAMPLE} NAME_WE)
  fedx_example(${FEDX_EXAMPLE} ${CMAKE_BINARY_DIR}/examples ../../${FEDX_EXAMPLES_SOURCE}/rtl)
  fedx_example(${FEDX_EXAMPLE} ${CMAKE_BINARY_DIR}/share/examples ../../rtl)
endforeach()
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/fedx)
