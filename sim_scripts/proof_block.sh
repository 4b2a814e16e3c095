# SPDX-License-Identifier: Apache-2.0
#
# Sourced by prove.sh: how a block is proved, from the C and the RTL to what abc says of their outputs. All that makes a proof
# is here and in proofs/, so that what is recorded as proved can say of what and how (key in prove.sh). Uses work, source,
# buffers and rtl of proof_options.sh, and dut_top.

limit=600 # seconds of abc for one group of outputs

# The model, with checks of undefined behaviour compiled in; fedx_proof.c includes two files of it.
model_sources=(proofs/fedx/fedx_proof.c proofs/fedx/fedx_wiring.c)
for file in cmodel/fedx/model/fedx_*.c; do
  case $file in */fedx_switch.c | */fedx_admission.c) ;; *) model_sources+=("$file") ;; esac
done
checks=signed-integer-overflow,shift,bounds,builtin,integer-divide-by-zero,return,unreachable,bool,enum
model_flags=(-O2 -Xclang -disable-llvm-optzns -DFEDX_CONSTANT_LOOPS "-DFEDX_BUFFERS_MOST=$buffers" -Iinclude
             "-fsanitize=$checks" -fsanitize-trap=all)

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
  # fedx_wiring.c has stand-ins for all mechanisms, but what a route entry means is the mechanism's own.
  llvm-link "$work/fedx_wiring.bc" "$work/fedx_route.bc" -o "$work/switch.bc" || return 1
  rm "$work/fedx_wiring.bc"
  llvm-link "$work"/fedx_*.bc -o "$work/blocks.bc"
}

# translate BLOCK: the C side and the miter, in $work/BLOCK
translate() {
  local options="-unroll-threshold=1000000 -inline-threshold=1000000 -vectorize-loops=false -vectorize-slp=false"
  local folder=$work/$1 assumption="" model=$work/blocks.bc
  [ "$1" != switch ] || model=$work/switch.bc
  mkdir -p "$folder"
  ! grep -q "^module fedx_$1_assumed " proofs/fedx/assumptions.v || assumption=fedx_$1_assumed
  # shellcheck disable=SC2086
  opt -enable-new-pm=0 -internalize -internalize-public-api-list="fedx_$1" -globaldce "$model" -o "$folder/0.bc" &&
    opt -passes='default<O2>' $options "$folder/0.bc" -o "$folder/1.bc" &&
    opt -passes='default<O2>' $options "$folder/1.bc" -S -o "$folder/c.ll" &&
    "$work/ir-verilog" "$folder/c.ll" "fedx_$1" rtl_top $assumption >"$folder/c.v" &&
    "$work/ir-verilog" --ports "$folder/c.ll" "fedx_$1" >"$folder/ports"
}

# What the decisions of admission leave, one after the other: Yosys numbers the values of a variable in a loop. Cut there.
cuts() {
  local k p value number bits=4 count=5 most=$((buffers - 1))
  [ "$buffers" = 10 ] || bits=5 count=6 # of the number of a buffer, and of twice as many
  echo "cd fedx_admission"
  for k in {0..12}; do
    p=$((k % 7))
    while read -r value number; do
      echo "rename \$$number\\$value decision$k.$(sed 's/verdicts[.]//; s/\[.*//' <<<"$value")"
    done <<EOF
admit[$p:$p] $((2 + 2 * k))
admit_draw[$p:$p] $((2 + 2 * k))
admit_buf[$((bits * p + bits - 1)):$((bits * p))] $((2 + (buffers + 2) * k))
admit_cause[$((4 * p + 3)):$((4 * p))] $((2 + k))
watch[$p:$p] $((2 + 3 * k))
watch_level[7:0] $((2 + 3 * k))
throttle_set[0:0] $((2 + 2 * k))
random_next[15:0] $((2 + 2 * k))
verdicts.free[$most:0] $((2 + 2 * k))
verdicts.packets[$((count * buffers - 1)):0] $((buffers + 2 + 2 * k))
verdicts.reserved[0:0] $((2 + 2 * k))
EOF
  done
  # The wires must bear these names alone, or they are cut before them. What a decision leaves is open (x) to Yosys when no
  # port decides, because nothing reads it then: it is taken to be what it is when one does.
  cat <<'EOF'
setattr -set keep 1 w:decision*
opt_clean
opt_expr -mux_undef w:decision* %ci1 t:$mux %i
opt_clean
expose -cut w:decision*
cd ..
EOF
}

# Both sides in one circuit: flip-flops become ports x.q and x.d, memories a sample of themselves.
# circuit BLOCK RTL_FOLDER
circuit() {
  local folder=$work/$1 extra="" cuts="" top=fedx_$1 read status=0
  [ ! -e "proofs/fedx/fedx_$1.v" ] || extra=$source/proofs/fedx/fedx_$1.v
  read="read_verilog -I$2 $2/fedx_*.v $extra"
  [ -z "$dut_top" ] || read=$(dut_read "$1")
  case $1 in
    admission) cuts=$(cuts) ;;
    switch) cuts=$'expose -evert fedx_switch/c:u_*\nhierarchy -top fedx_switch' ;;
  esac
  cat >"$folder/circuit.ys" <<EOF
$read
hierarchy -check -top $top
proc
setattr -set keep 1 w:*_reg
$cuts
opt_clean
memory_collect
flatten
opt_clean
techmap -autoproc -map $source/proofs/common/rtl_memory.v
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
tee -q -o $folder/rtl_ports portlist
rename $top rtl_top
hierarchy -top rtl_top
setundef -undriven -anyseq
read_verilog -sv -I$2 $folder/c.v $source/proofs/fedx/assumptions.v
hierarchy -check -top miter
proc
flatten
write_rtlil $folder/miter.il
opt_clean -purge
opt_expr
opt_clean -purge
simplemap
techmap
# What is left are reads of lanes that do not exist; the assumptions exclude them.
setundef -zero
aigmap
write_aiger -symbols $folder/miter.aig
EOF
  rm -f "$folder/rtl_ports"
  yosys -q -s "$folder/circuit.ys" >"$folder/yosys.log" 2>&1 || status=1
  [ -s "$folder/rtl_ports" ] || return 1
  # The C side has every port of the RTL, and no other.
  sed -nE '/ (clk|.*[.]clk|.*[.]c)$/d; s/^(input|output) .*/&/p' "$folder/rtl_ports" | sort >"$folder/rtl_ports.sorted"
  sed '/^free /d; s/^link /input /; s/ [0-9]*$//' "$folder/ports" | sort | diff - "$folder/rtl_ports.sorted" >"$folder/ports.diff" || status=1
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

# decide_group FOLDER FIRST COUNT: whether these outputs of the miter are all constantly 0 (UNSATISFIABLE), or not
# (SATISFIABLE, and the counterexample in FOLDER/cex.FIRST), or nothing; a line "FIRST COUNT VERDICT BEGAN ENDED" to times
decide_group() {
  local said="" start=$EPOCHREALTIME log=$1/abc.$2.log
  # Without -s, abc takes one output, whatever -R says: print_stats tells how many there are.
  timeout "$limit" berkeley-abc \
    -c "read_aiger $1/miter.aig; strash; cone -s -O $2 -R $3; print_stats; orpos; iprove; write_cex -n -m $1/cex.$2" \
    >"$log" 2>&1 || true
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
