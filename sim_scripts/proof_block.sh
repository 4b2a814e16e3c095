# SPDX-License-Identifier: Apache-2.0
#
# Sourced by prove.sh: the proof of a block, from the C and the RTL to the verdict. proof_<kind>.sh, which is sourced before, has
# the blocks of a router. Functions and variables hold the commands of all tools, because a record has a digest of these commands
# (proof_commands, proof_record.sh). Uses work of proof_options.sh and the tools of proof_tools.sh.

limit=600 # seconds of abc for one group of outputs

# The model is compiled with checks of undefined behaviour.
checks=signed-integer-overflow,shift,bounds,builtin,integer-divide-by-zero,return,unreachable,bool,enum
model_flags=(-std=gnu11 -O2 -Werror=implicit-function-declaration -Xclang -disable-llvm-optzns "${model_defines[@]}" -Iinclude "-fsanitize=$checks" -fsanitize-trap=all)

# Tools --------------------------------------------------------------------------------------------------------------

# tool_error NAME LOG: print the line of the log that says what went wrong, and the end of the log
tool_error() {
  local line
  line=$(grep -v '^Warning' "$2" | grep -m 1 -iE '(^|[ :])error[ :]|unknown|unrecognized|cannot|no such' || head -n 1 "$2")
  printf 'error of %s: %s\n' "${1##*/}" "${line:-it said nothing}"
  tail -n 15 "$2" | sed 's/^/  | /'
}

# tool LOG OUTPUT COMMAND...: run it with a log. Report an error, status 1, if it fails or does not write OUTPUT (-: it writes none).
tool() {
  local log=$1 output=$2 status=0
  shift 2
  [ "$output" = - ] || rm -f "$output"
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if [ $status -ne 0 ]; then
    echo "(status $status)" >>"$log"
  elif [ "$output" != - ] && [ ! -s "$output" ]; then
    echo "error: no ${output##*/} was written" >>"$log"
  else
    return 0
  fi
  tool_error "$1" "$log"
  return 1
}

# yosys_script NAME OUTPUT: run NAME.ys in $work. Paths in it are relative to $work, because scripts of Yosys have no quotes.
yosys_script() {
  (cd "$work" && tool "$1.log" "$2" "$yosys" -q -s "$1.ys")
}

# abc_run FOLDER LOG COMMANDS: run abc in that folder, for $limit seconds at most (0: no limit). abc ends with status 0 even after an
# error, so the log is searched. Status 124: time is up; 1: an error.
abc_run() {
  local status=0
  (cd "$1" && timeout "$limit" "$abc" -c "$3") >"$1/$2" 2>&1 </dev/null || status=$?
  [ $status -ne 124 ] || return 124
  [ $status -eq 0 ] || echo "(status $status)" >>"$1/$2"
  [ $status -eq 0 ] && ! grep -qiE '^\** *(cmd )?error|^usage:|unknown option|^cannot |cannot be opened' "$1/$2"
}

# C to Verilog -------------------------------------------------------------------------------------------------------

# The model as LLVM IR
prepare() {
  local file llvm libraries
  llvm=$("$llvm_config" --cflags | sed 's/-D[^ ]*//g') && libraries=$("$llvm_config" --ldflags --libs core irreader) || return 1
  # shellcheck disable=SC2086 # lists
  tool "$work/ir-verilog.log" "$work/ir-verilog" ${CC:-cc} -std=gnu11 -O1 $llvm proofs/common/ir_verilog.c -o "$work/ir-verilog" \
    $libraries || return 1
  for file in "${model_sources[@]}"; do
    tool "$work/clang.log" - "$clang" "${model_flags[@]}" -c -emit-llvm "$file" -o "$work/$(basename "$file" .c).bc" || return 1
  done
  link_models
}

# link_model MODEL FILE...: link these into MODEL.bc
link_model() {
  tool "$work/llvm-link.log" "$work/$1.bc" "$llvm_link" "${@:2}" -o "$work/$1.bc"
}

# ir-verilog OUTPUT ARGUMENT...
ir-verilog() {
  "$work/ir-verilog" "${@:2}" >"$1"
}

# translate BLOCK: the C side and the miter, in $work/BLOCK
translate() {
  local folder=$work/$1 model
  model=$work/$(model_of "$1").bc
  mkdir -p "$folder"
  tool "$folder/opt.log" "$folder/c.ll" "$opt" -passes="$opt_passes" "${opt_options[@]}" \
    -internalize-public-api-list="${kind}_$1" "$model" -S -o "$folder/c.ll" &&
    tool "$folder/translate.log" "$folder/c.v" ir-verilog "$folder/c.v" "$folder/c.ll" "${kind}_$1" "$(rtl_of "$1")" &&
    tool "$folder/translate.log" "$folder/ports" ir-verilog "$folder/ports" --ports "$folder/c.ll" "${kind}_$1"
}

# The circuit of both sides ------------------------------------------------------------------------------------------

# rtl_side BLOCK RTL_FOLDER: the commands of Yosys by which the RTL becomes module rtl_top: flip-flops become ports x.q and
# x.d, memories a sample of themselves
rtl_side() {
  local top=${kind}_$1
  read_rtl "$1" "$2"
  cat <<EOF
hierarchy -check -top $top
proc
setattr -set keep 1 w:*_reg
$(cuts_of "$1")
opt_clean
memory_collect
flatten
opt_clean
techmap -autoproc $memories
opt_clean
# An output that is a register is also a name of it: keep the two apart.
setattr -set iopad_external_pin 1 o:* t:\$dff %co3:+[Q] %d
iopadmap -widthparam WIDTH -outpad rtl_output O:I
expose -evert-dff w:*_reg t:\$dff %u
read_verilog source/proofs/common/rtl_output.v
hierarchy -top $top
flatten
opt_clean
select -assert-none t:\$dff* t:\$sdff* t:\$adff* t:\$dlatch* t:\$mem*
tee -q -o $1/rtl_ports portlist
rename $top rtl_top
hierarchy -top rtl_top
setundef -undriven -anyseq
EOF
}

# circuit_script BLOCK RTL_FOLDER: print the commands of Yosys that make miter.aig of both sides, or of the C alone if there is no
# RTL (rtl_of). The C counts in words of 32 bits, of which few matter, so it is narrowed. For RTL that costs more than it saves.
circuit_script() {
  local narrow=$narrow
  if [ "$(rtl_of "$1")" = - ]; then
    narrow=$'opt_expr -fine\nwreduce\nopt_expr -fine\nwreduce\nopt_clean -purge'
  else
    rtl_side "$1" "$2"
  fi
  cat <<EOF
read_verilog -sv -I$2 $1/c.v
hierarchy -check -top miter
proc
flatten
write_rtlil $1/miter.il
opt_clean -purge
opt_expr
opt_clean -purge
$narrow
simplemap
techmap
# What is left are reads of lanes that do not exist; the assumptions exclude them.
setundef -zero
aigmap
write_aiger -symbols $1/miter.aig
EOF
}

# same_ports FOLDER: compare the ports of both sides; ports.diff gets the difference
same_ports() {
  sed -nE '/ (clk|.*[.]clk|.*[.]c)$/d; s/^(input|output) .*/&/p' "$1/rtl_ports" | sort >"$1/rtl_ports.sorted"
  sed '/^free /d; s/^link /input /; s/ [0-9]*$//' "$1/ports" | sort | diff - "$1/rtl_ports.sorted" >"$1/ports.diff"
}

# Commands of abc that merge equal parts of the circuit
smaller_commands="read_aiger large.aig; strash; dc2; dc2; write_aiger -s miter.aig"

smaller() {
  mv "$1/miter.aig" "$1/large.aig"
  limit=0 abc_run "$1" smaller.log "$smaller_commands" && [ -s "$1/miter.aig" ] || { tool_error "$abc" "$1/smaller.log" && return 1; }
}

# circuit BLOCK RTL_FOLDER: make miter.aig. Status 1: with a ports.diff that is not empty, the ports differ; else a tool failed.
circuit() {
  local folder=$work/$1
  rm -f "$folder"/rtl_ports "$folder"/ports.diff
  [ "$(rtl_of "$1")" = - ] || before_reading "$1" "$2" || return 1
  circuit_script "$1" "$2" >"$folder/circuit.ys"
  if [ "$(rtl_of "$1")" = - ]; then
    yosys_script "$1/circuit" "$1/miter.aig" && smaller "$folder"
  else
    # Yosys fails if the ports differ; then the difference is reported, and not the error.
    yosys_script "$1/circuit" "$1/miter.aig" >"$folder/yosys_error" || { [ -s "$folder/rtl_ports" ] && ! same_ports "$folder"; } ||
      { cat "$folder/yosys_error" && return 1; }
    same_ports "$folder" || { cat "$folder/ports.diff" && return 1; }
  fi
}

# The decision -------------------------------------------------------------------------------------------------------

# groups BLOCK: first bit of the miter and how many, of what is proved together: a port, or a lane of a wide one (100 bits
# and more), or all that a decision leaves, whose cone is that of any part of it, or all after the last one
groups() {
  awk 'function group(lanes) { if (lanes) print first, lanes; first += lanes; pending = 0 }
    BEGIN { first = 0; group(1) }
    $1 == "output" {
      if (match($3, /^decision[0-9]+[.]/)) cut = key = substr($3, 1, RLENGTH)
      else key = cut ? "after the decisions" : $3
      if (key != last) group(pending)
      last = key
      for (lane = 0; lane < $4; lane++) {
        pending++
        if (!cut && $2 ~ /^.[0-9][0-9][0-9]|^.99:/) group(pending)
      }
    }
    END { group(pending) }' "$work/$1/ports"
}

# turn MOST: wait until fewer jobs than that are running
turn() {
  while [ "$(jobs -pr | wc -l)" -ge "$1" ]; do
    wait -n || true
  done
}

# cone FIRST COUNT: print the commands of abc that keep these outputs of the miter and print their number
cone() {
  # shellcheck disable=SC2059
  echo "read_aiger miter.aig; strash; $(printf "$abc_cone" "$1" "$2"); print_stats; orpos"
}

# share_commands FIRST COUNT: abc decides the outputs itself, by what both sides share. solve_commands: abc writes them for a solver.
# cex_commands: abc finds the counterexample that a solver says there is.
share_commands() {
  echo "$(cone "$1" "$2"); iprove; write_cex -n -m cex.$1"
}

solve_commands() {
  echo "$(cone "$1" "$2"); write_cnf cnf.$1"
}

cex_commands() {
  echo "$(cone "$1" "$2"); sat; write_cex -n -m cex.$1"
}

# has_outputs LOG COUNT: status 1 unless abc kept that many outputs
has_outputs() {
  grep -qE "i/o = *[0-9]+/ *$2 " "$1" || { echo "error: not the $2 outputs that were asked for" >>"$1" && return 1; }
}

# share FOLDER FIRST COUNT: print the verdict of abc; -: undecided, ERROR: abc failed
share() {
  local log=abc.$2.log status=0 said
  abc_run "$1" "$log" "$(share_commands "$2" "$3")" || status=$?
  [ $status -ne 124 ] || { echo - && return; }
  said=$(grep -oE '^(UNSATISFIABLE|SATISFIABLE|UNDECIDED)' "$1/$log") || true
  if [ $status -ne 0 ] || ! has_outputs "$1/$log" "$3" || [[ $said = SATISFIABLE && ! -s $1/cex.$2 ]]; then said=ERROR; fi
  case $said in
    UNDECIDED) echo - ;;
    SATISFIABLE | UNSATISFIABLE) echo "$said" ;;
    *) echo ERROR ;;
  esac
}

# solve FOLDER FIRST COUNT: print the verdict of the solver
solve() {
  local log=abc.$2.log status=0
  rm -f "$1/cnf.$2"
  abc_run "$1" "$log" "$(solve_commands "$2" "$3")" && has_outputs "$1/$log" "$3" && [ -s "$1/cnf.$2" ] || { echo ERROR && return; }
  timeout "$limit" "$cadical" -q "$1/cnf.$2" >"$1/solved.$2" 2>&1 || status=$?
  grep -E '^s |^[^vs]' "$1/solved.$2" >>"$1/$log" || true
  case $status:$(sed -n 's/^s //p' "$1/solved.$2") in
    20:UNSATISFIABLE) echo UNSATISFIABLE ;;
    10:SATISFIABLE)
      limit=0 abc_run "$1" "cex.$2.log" "$(cex_commands "$2" "$3")" && [ -s "$1/cex.$2" ] && echo SATISFIABLE ||
        { cat "$1/cex.$2.log" >>"$1/$log" && echo ERROR; }
      ;;
    124:* | 0:UNKNOWN) echo - ;;
    *) echo "error: cadical ended with status $status" >>"$1/$log" && echo ERROR ;;
  esac
  rm -f "$1/cnf.$2" "$1/solved.$2"
}

# decide_group FOLDER FIRST COUNT: whether these outputs of the miter are all constantly 0 (UNSATISFIABLE), or not
# (SATISFIABLE, and the counterexample in FOLDER/cex.FIRST), or undecided (-), or ERROR; a line "FIRST COUNT VERDICT BEGAN ENDED"
# to times. Two sides are decided by what they share, the C alone by a solver.
decide_group() {
  local said start=$EPOCHREALTIME
  rm -f "$1/cex.$2"
  if [ -e "$1/rtl_ports" ]; then said=$(share "$@"); else said=$(solve "$@"); fi
  echo "$2 $3 $said $start $EPOCHREALTIME" >>"$1/times"
}

# decision_error FOLDER [FIRST]: print the error of that group, or of the first group with an error
decision_error() {
  local first=${2-}
  [ -n "$first" ] || first=$(sort -n "$1/times" | awk '$3 == "ERROR" { print $1; exit }')
  tool_error abc "$1/abc.$first.log"
}

# decide BLOCK: "equal", "different", "undecided" (not decided in time) or "error" (of a tool); and how many outputs of how many
# are proved to be constantly 0. Equal is only what has all of them: the file itself says how many there are. Of several
# counterexamples, words takes that of the first outputs.
decide() {
  local folder=$work/$1 first count outputs
  read -r _ _ _ _ outputs _ <"$folder/miter.aig" # aig, nodes, inputs, latches, outputs, gates
  : >"$folder/times"
  while read -r first count; do
    ! grep -qE ' (SATISFIABLE|ERROR) ' "$folder/times" || break
    turn "$groups_at_once"
    decide_group "$folder" "$first" "$count" &
  done < <(groups "$1")
  wait
  sort -n "$folder/times" | awk -v outputs="$outputs" '
    $3 == "UNSATISFIABLE" { proved += $2 }
    $3 == "SATISFIABLE" { different = 1 }
    $3 == "ERROR" { error = 1 }
    END { print (error ? "error" : different ? "different" : proved == outputs ? "equal" : "undecided"), proved + 0 "/" outputs }'
}

# What is recorded ---------------------------------------------------------------------------------------------------

# proof_commands BLOCK: print the commands of all tools that prove it. They do not depend on the versions of the tools.
# shellcheck disable=SC2030,SC2031 # for this alone
proof_commands() (
  abc_cone="cone -O %s -R %s"
  echo "clang ${model_flags[*]}"
  echo "opt $opt_passes ${opt_options[*]}"
  echo "ir-verilog $(model_of "$1") $(rtl_of "$1")"
  echo "abc $smaller_commands"
  echo "abc $(share_commands FIRST COUNT)"
  echo "abc $(solve_commands FIRST COUNT), cadical"
  { reading_script "$1" rtl && circuit_script "$1" rtl; } | sed '/^ *#/d'
)
