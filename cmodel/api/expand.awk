# SPDX-License-Identifier: Apache-2.0
#
# Filter of Doxyfile, for one header: what Doxygen's preprocessor does not do.
#   awk -v include=FOLDER -f expand.awk HEADER
# It reads no rows of an included table: tables of constants are put in place. Behind a macro that ends a line it overlooks a
# directive in the next line: such a line gets an empty comment.
function put(file, line) {
  while ((getline line <file) > 0)
    put_line(line)
  close(file)
}
function put_line(line) {
  if (line ~ /^#include ".*_(params|reject_reasons)\.def"$/) {
    sub(/^#include "/, "", line)
    sub(/"$/, "", line)
    put(include "/" line)
  } else {
    print line (line ~ /^ *[A-Z][A-Z0-9_ =]*\(.*\)$/ ? "/**/" : "")
  }
}
{ put_line($0) }
