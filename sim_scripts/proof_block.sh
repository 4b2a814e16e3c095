# SPDX-License-Identifier: Apache-2.0
#
# Sourced by prove.sh: how a block is proved, from the C and the RTL to what abc says of their outputs. All that makes a proof
# is here, in proof_<kind>.sh, which is sourced before and says what is proved of which router, and in proofs/, so that what is
# recorded as proved can say of what and how (proof_record.sh). Uses work and source of proof_options.sh.

limit=600 # seconds of abc for one group of outputs

# The model is compiled with checks of undefined behaviour.
checks=signed-integer-overflow,shift,bounds,builtin,integer-divide-by-zero,return,unreachable,bool,enum
model_flags=(-O2 -Xclang -disable-llvm-optzns "${model_defines[@]}" -Iinclude "-fsanitize=$checks" -fsanitize-trap=all)

# The model as LLVM IR
prepare() {
  local file llvm
  llvm=$(llvm-config --cflags | sed 's/-D[^ ]*//g')
  # shellcheck disable=SC2046,SC2086
  ${CC:-cc} -std=gnu11 -O1 $llvm proofs/common/ir_verilog.c -o "$work/ir-verilog" \
    $(llvm-config --ldflags --libs core irreader) || return 1
  for file in "${model_sources[@]}"; do
    clang "${model_flags[@]}" -c -emit-llvm "$file" -o "$work/$(basename "$file" .c).bc" || return 1
  done
  link_models
}

# translate BLOCK: the C side and the miter, in $work/BLOCK
translate() {
  local options="-unroll-threshold=1000000 -inline-threshold=1000000 -vectorize-loops=false -vectorize-slp=false"
  local folder=$work/$1 model
  model=$work/$(model_of "$1").bc
  mkdir -p "$folder"
  # shellcheck disable=SC2086
  opt -enable-new-pm=0 -internalize -internalize-public-api-list="${kind}_$1" -globaldce "$model" -o "$folder/0.bc" &&
    opt -passes='default<O2>' $options "$folder/0.bc" -o "$folder/1.bc" &&
    opt -passes='default<O2>' $options "$folder/1.bc" -S -o "$folder/c.ll" &&
    "$work/ir-verilog" "$folder/c.ll" "${kind}_$1" "$(rtl_of "$1")" >"$folder/c.v" &&
    "$work/ir-verilog" --ports "$folder/c.ll" "${kind}_$1" >"$folder/ports"
}

# rtl_side BLOCK RTL_FOLDER: the commands of Yosys by which the RTL becomes module rtl_top: flip-flops become ports x.q and
# x.d, memories a sample of themselves
rtl_side() {
  local cuts top=${kind}_$1
  cuts=$(cuts_of "$1")
  read_rtl "$1" "$2" || return 1
  cat <<EOF
hierarchy -check -top $top
proc
setattr -set keep 1 w:*_reg
$cuts
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
read_verilog $source/proofs/common/rtl_output.v
hierarchy -top $top
flatten
opt_clean
select -assert-none t:\$dff* t:\$sdff* t:\$adff* t:\$dlatch* t:\$mem*
tee -q -o $work/$1/rtl_ports portlist
rename $top rtl_top
hierarchy -top rtl_top
setundef -undriven -anyseq
EOF
}

# same_ports FOLDER: the C side has every port of the RTL, and no other
same_ports() {
  sed -nE '/ (clk|.*[.]clk|.*[.]c)$/d; s/^(input|output) .*/&/p' "$1/rtl_ports" | sort >"$1/rtl_ports.sorted"
  sed '/^free /d; s/^link /input /; s/ [0-9]*$//' "$1/ports" | sort | diff - "$1/rtl_ports.sorted" >"$1/ports.diff"
}

# smaller FOLDER: its circuit with what is there several times there once
smaller() {
  berkeley-abc -c "read_aiger $1/miter.aig; strash; dc2; dc2; write_aiger -s $1/miter.aig" >>"$1/yosys.log" 2>&1
}

# circuit BLOCK RTL_FOLDER: both sides in one circuit, miter.aig; where there is no RTL (rtl_of), the C alone
circuit() {
  local folder=$work/$1 with_rtl=1 status=0 narrow=$narrow
  # The C counts in words of 32 bits, of which a few matter; the same is not done to RTL, where it costs more than it saves.
  [ "$(rtl_of "$1")" != - ] || with_rtl=0 narrow=$'opt_expr -fine\nwreduce\nopt_expr -fine\nwreduce\nopt_clean -purge'
  rm -f "$folder/rtl_ports" "$folder/circuit.ys"
  [ $with_rtl -eq 0 ] || rtl_side "$1" "$2" >"$folder/circuit.ys" || return 1
  cat >>"$folder/circuit.ys" <<EOF
read_verilog -sv -I$2 $folder/c.v
hierarchy -check -top miter
proc
flatten
write_rtlil $folder/miter.il
opt_clean -purge
opt_expr
opt_clean -purge
$narrow
simplemap
techmap
# What is left are reads of lanes that do not exist; the assumptions exclude them.
setundef -zero
aigmap
write_aiger -symbols $folder/miter.aig
EOF
  yosys -q -s "$folder/circuit.ys" >"$folder/yosys.log" 2>&1 || status=1
  [ $with_rtl -eq 1 ] || { smaller "$folder" && return $status; }
  [ -s "$folder/rtl_ports" ] || return 1
  same_ports "$folder" || status=1
  return $status
}

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

# solve FOLDER FIRST CONE: what a solver says of the disjunction that these commands of abc leave, and the counterexample
solve() {
  berkeley-abc -c "$3; write_cnf $1/cnf.$2" 2>&1 || return 0
  timeout "$limit" cadical -q "$1/cnf.$2" | sed -n 's/^s //p' | tee "$1/said.$2"
  ! grep -q '^SATISFIABLE' "$1/said.$2" || berkeley-abc -c "$3; sat; write_cex -n -m $1/cex.$2" >"$1/cex.log" 2>&1
  rm "$1/cnf.$2" "$1/said.$2"
}

# decide_group FOLDER FIRST COUNT: whether these outputs of the miter are all constantly 0 (UNSATISFIABLE), or not
# (SATISFIABLE, and the counterexample in FOLDER/cex.FIRST), or nothing; a line "FIRST COUNT VERDICT BEGAN ENDED" to times.
# Two sides are decided by what they share, the C alone by a solver.
decide_group() {
  # Without -s, abc takes one output, whatever -R says: print_stats tells how many there are.
  local cone="read_aiger $1/miter.aig; strash; cone -s -O $2 -R $3; print_stats; orpos"
  local said="" start=$EPOCHREALTIME log=$1/abc.$2.log
  if [ -e "$1/rtl_ports" ]; then
    timeout "$limit" berkeley-abc -c "$cone; iprove; write_cex -n -m $1/cex.$2" >"$log" 2>&1 || true
  else
    solve "$1" "$2" "$cone" >"$log" || true
  fi
  ! grep -qE "i/o = *[0-9]+/ *$3 " "$log" || said=$(grep -oE '^(UN)?SATISFIABLE' "$log") || true
  echo "$2 $3 ${said:--} $start $EPOCHREALTIME" >>"$1/times"
}

# decide BLOCK: "equal", "different", or "undecided"; and how many outputs of how many are proved to be constantly 0. Equal is
# only what has all of them: the file itself says how many there are. Of several counterexamples, words takes that of the
# first outputs.
decide() {
  local folder=$work/$1 first count outputs
  read -r _ _ _ _ outputs _ <"$folder/miter.aig" # aig, nodes, inputs, latches, outputs, gates
  : >"$folder/times"
  while read -r first count; do
    ! grep -q ' SATISFIABLE ' "$folder/times" || break
    turn "$groups_at_once"
    decide_group "$folder" "$first" "$count" &
  done < <(groups "$1")
  wait
  sort -n "$folder/times" | awk -v outputs="$outputs" '
    $3 == "UNSATISFIABLE" { proved += $2 }
    $3 == "SATISFIABLE" { different = 1 }
    END { print (different ? "different" : proved == outputs ? "equal" : "undecided"), proved + 0 "/" outputs }'
}
