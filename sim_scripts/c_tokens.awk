# SPDX-License-Identifier: Apache-2.0
#
# Reads C after the preprocessor (clang -E). Prints the tokens of the project's own files, one per line; these depend neither on
# the compiler nor on the system's headers. The names of the project's files are relative.
/^# [0-9]+ "/ {
  own = $3 !~ /^"[\/<]/
  next
}
own {
  rest = $0
  while (rest != "") {
    if (match(rest, /^[ \t\r\f\v]+/)) {
      rest = substr(rest, RLENGTH + 1)
      continue
    }
    if (!match(rest, /^[A-Za-z_][A-Za-z_0-9]*/) && !match(rest, /^[0-9][A-Za-z_0-9.]*/) &&
        !match(rest, /^"([^"\\]|\\.)*"/) && !match(rest, /^'([^'\\]|\\.)*'/) &&
        !match(rest, /^(<<=|>>=|[.][.][.]|->|[+][+]|--|<<|>>|&&|[|][|]|[-+*\/%&|^<>=!]=)/))
      match(rest, /^./)
    print substr(rest, 1, RLENGTH)
    rest = substr(rest, RLENGTH + 1)
  }
}
