# SPDX-License-Identifier: Apache-2.0
# The commands in the fenced blocks of a document, one line each:
#   LINE TAB LAST TAB COMMAND
# LINE and LAST: the first and last line of what the document prints below it (LAST < LINE: nothing). COMMAND is the
# line as a reader would paste it, without "$ ".
#
# Of a block without a language, a line that begins with "$ " is a command, and what is not, is output; without any such
# line, one whose first word is a program. Other lines of such a block must be comments or what a program of ours says.
function flush() {
  if (command != "") printf "%d\t%d\t%s\n", first, printed, command
  command = ""
}
function begin(text) {
  flush()
  command = text
  first = FNR + 1
  printed = 0
}
function is_program(word) {
  return word ~ /^(\.\/)?(build|sim_scripts|tests)\/[^ :]+$/ ||
    word ~ /^(fedx|make|cmake|ctest|verilator|iverilog|vvp|gtkwave|git|cd|cp|mv|rm|mkdir|head|sed|printf|export|sudo|apt-get|npm|python3|mpirun|qemu-aarch64)$/
}
/^ *```/ {
  flush()
  inside = !inside
  plain = inside && $1 == "```"
  block = ""
  next
}
!plain { next }
/^\$ / { block = "console"; begin(substr($0, 3)); next }
block == "console" { printed = FNR; next }
is_program($1) && $0 !~ /^ *fedx [a-z-]+: / { block = "commands"; begin($0); next }
block == "commands" && NF && $0 !~ /^ *#/ && $0 !~ /^ *fedx [a-z-]+: / {
  printf "%s:%d: neither a command nor a comment: %s\n", FILENAME, FNR, $0 >"/dev/stderr"
  bad = 1
}
END { exit bad }
