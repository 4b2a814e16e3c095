# SPDX-License-Identifier: Apache-2.0
# ${CMAKE_BINARY_DIR}/claims_texts.c: the claims of papers, experiments/claims/*.yaml, in the order of their pages
# (cmodel/papers/claims_file.h)
set(texts "")
set(rows "")
foreach(paper hpl-96-17 po2 selection sat)
  set(file ${CMAKE_SOURCE_DIR}/experiments/claims/${paper}.yaml)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes ${bytes})
  string(MAKE_C_IDENTIFIER ${paper} name)
  string(APPEND texts "static const unsigned char ${name}[] = {${bytes}};\n")
  string(APPEND rows "    {\"${paper}\", ${name}, sizeof ${name}},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/claims_texts.c @ONLY CONTENT "#include \"${CMAKE_SOURCE_DIR}/cmodel/papers/claims_file.h\"

${texts}
const struct claims_text claims_texts[] = {
${rows}};
const int claims_text_count = sizeof claims_texts / sizeof *claims_texts;
")
