#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Prove by induction that the invariant of the named registers holds in the RTL in every cycle after a reset, whatever
# the inputs, and that the assumptions of prove.sh follow from it: docs/invariants.md. One row a clause, lemma, assumption.
#   prove_invariant.sh [--router KIND] [--no-install] [--negative] [--markdown] [--buffers N] [--build NAME] [--keep FOLDER]
#                      [ROW...]
#     --router     of which router: fedx (the default); or vcr, by way of its C, all rows, without a counterexample in words
#     ROW          only these: names of cmodel/fedx/bench/fedx_legal.h, reset, class_gain, assumed_port_receive, ...
#     --negative   wrong lines of RTL (tests/mutants/mutants.txt) must each break its clause; and when a clause is dropped
#                  from the state before, another one must break. ROW: the wrong lines of these, or without_CLAUSE of any
#     --markdown   the table as docs/invariants.md has it
#     --buffers    of the Fed-X switch, 10 (the default) or 20
#     --build      of the virtual-channel router, as for prove.sh (default: noc)
#     --keep       leave all intermediate files in FOLDER
# What does not hold is shown with the state and the inputs that break it.
# Exit status: 0 all proved (or all wrong lines found), 1 not, 2 bad usage.
set -eu
cd "$(dirname "$0")/.."
limit=1800 # seconds for a row

# Wrong lines, each of a file of its own, so that one circuit has them all; and the row that each breaks
twins=(receive_routed_kept:receive_route arbitration_two_ports:one_reader pool_age_of_new_packet:age_order
       admission_class_full:class_admit)
# Clauses to drop
dropped=(receive_states receive_count receive_route one_owner)

. sim_scripts/proof_options.sh
proof_options --markdown "$@"
if [ "$kind" = vcr ]; then
  [ ${#chosen[@]} -eq 0 ] || { echo "prove_invariant.sh: rows cannot be chosen with --router vcr" >&2 && exit 2; }
  sim_scripts/install_deps.sh ${install:+"$install"} --proofs
  . sim_scripts/proof_invariant.sh
fi

# Rows: the clauses in the order of their bits, class_bound by its lemmas; the reset; the assumptions of the other proofs.
mapfile -t clauses < <(sed -nE 's/^ *CLAUSE\(([a-z_]+), .*/\1/p' cmodel/fedx/bench/fedx_legal.h)
mapfile -t assumed < <(sed -nE 's/^module fedx_([a-z_]+)_assumed .*/assumed_\1/p' proofs/fedx/assumptions.v)
rows=()
declare -A meaning
for clause in "${clauses[@]}"; do
  meaning[$clause]=$(sed -nE "s/^ *CLAUSE\($clause, \"(.*)\"\).*/\1/p" cmodel/fedx/bench/fedx_legal.h)
  if [ "$clause" = class_bound ]; then
    rows+=(class_gain class_count class_admit class_empty)
  else
    rows+=("$clause")
  fi
done
meaning[class_gain]="class bound: of class c and above are afterwards only those that were before, and those admitted"
meaning[class_count]="class bound: those are no more than the two numbers together"
meaning[class_admit]="class bound: which are at most B - c"
meaning[class_empty]="class bound: when it begins to hold, the pool is empty"
meaning[reset]="after a reset in any state every clause holds"
for name in "${assumed[@]}"; do
  meaning[$name]="legal states keep what prove.sh assumes of ${name#assumed_}"
done
rows+=(reset "${assumed[@]}")
known=" ${rows[*]} "
[ $negative -eq 0 ] || known=" $(printf 'without_%s ' "${clauses[@]}") ${twins[*]#*:} "
for name in "${chosen[@]}"; do
  [[ $known = *" $name "* ]] || { echo "prove_invariant.sh: no row $name; there are$known" >&2 && exit 2; }
done
sim_scripts/install_deps.sh ${install:+"$install"} --proofs

# The wires of the switch that predicates and lemmas read: declared and connected here under names of their own,
# block_name for a register. An input x_reg of an assumption is a register of its block, any other a wire of the switch.
awk -v work="$work" '
  function wire(range, name, place) {
    if (name in declared) return
    declared[name] = 1
    print "wire " range " " name ";" >(work "/fedx_invariant_wires.vh")
    print "connect -nomap -nounset -set " name " u_switch." place >(work "/connect.ys")
  }
  function register(range, block, name) {
    sub(/_reg$/, "", name)
    wire(range, block "_" name, "u_" block "." name "_reg")
    return block "_" name
  }
  FNR == 1 { file++ }
  /^module / { sub(/[(].*/, ""); module = $2; block = module; sub(/^fedx_/, "", block); sub(/_assumed$/, "", block); list = "" }
  /^ *input +wire / {
    name = $0
    sub(/ *,? *$/, "", name)
    sub(/.* /, "", name)
    range = match($0, /\[[^]]*\]/) ? substr($0, RSTART, RLENGTH) : ""
  }
  /^ *input +wire / && file == 1 && name != "classes" {
    match(name, /^(port_receive|port_transmit|ownership|buffer_pool|admission|route|config)_/)
    register(range, substr(name, 1, RLENGTH - 1), substr(name, RLENGTH + 1))
    print "." name "(" name ")," >(work "/fedx_invariant_ports.vh")
  }
  /^ *input +wire / && file == 2 {
    if (name ~ /^\\u_/) {
      split(substr(name, 4), part, ".")
      from = register(range, part[1], part[2])
    } else if (name ~ /_reg$/) {
      from = register(range, block, name)
    } else {
      from = name
      wire(range, name, name)
    }
    list = list "." name " (" from "), "
  }
  /^ *output / && file == 2 {
    print "output wire assumed_" block "," >(work "/fedx_invariant_outputs.vh")
    print "wire holds_" block ";\n" module " u_" block "_assumed (" list ".assumed(holds_" block "));" \
      "\nassign assumed_" block " = legal & ~holds_" block ";" >(work "/fedx_invariant_assumed.vh")
  }
  END {
    wire("", "config_class_rule", "u_config.class_rule_reg")
    wire("[6:0]", "admit", "admit")
    wire("[`FEDX_PORTS*`FEDX_BUFFER_BITS-1:0]", "admit_buf", "admit_buf")
    wire("[55:0]", "choice_level", "choice_level")
    wire("[6:0]", "from_first", "u_admission.from_first")
  }' proofs/fedx/fedx_legal.v proofs/fedx/assumptions.v

# circuit RTL_FOLDER FOLDER: step and lemmas of this RTL, in FOLDER/frames.aig
# What memories give is free: the proof does not depend on it. So is what the RTL leaves undefined. Registers are not
# merged, for they may differ in a legal state.
circuit() {
  mkdir -p "$2"
  cat >"$2/circuit.ys" <<END
read_verilog -I$1 $(sed -n "s,.*[.]v$,$1/&,p" "$1/fedx.f" | grep -v fedx_buffer_store | tr '\n' ' ')
read_verilog -lib -I$1 $1/fedx_buffer_store.v
read_verilog -I$1 proofs/fedx/fedx_legal.v proofs/fedx/assumptions.v
read_verilog -I$1 -I$work proofs/fedx/fedx_invariant.v
hierarchy -check -top fedx_invariant
proc
flatten
script $work/connect.ys
delete t:fedx_buffer_store
memory_collect
delete t:\$mem_v2
opt_clean -purge
setundef -undriven -expose
opt_expr
opt_merge -keepdc
opt_clean -purge
simplemap
techmap
opt_merge -keepdc
opt_clean -purge
setundef -anyseq
aigmap
write_aiger -symbols $2/step.aig
design -reset
read_verilog -I$1 -I$work proofs/fedx/fedx_invariant.v
hierarchy -top fedx_invariant_count
proc
techmap
aigmap
write_aiger -symbols $2/count.aig
END
  yosys -q -s "$2/circuit.ys" >"$2/yosys.log" 2>&1 || { tail -n 5 "$2/yosys.log" >&2 && return 1; }
  # Two cycles, the registers of the first free; then of the inputs come first those of cycle 0, then of cycle 1, then the
  # registers.
  berkeley-abc -c "read_aiger $2/step.aig; strash; dc2; frames -F 2; comb; write_aiger $2/frames.aig;
                   read_aiger $2/count.aig; strash; dc2; write_aiger $2/count.aig" >"$2/abc.log" 2>&1
}

# number_of ROW FOLDER: which output of two cycles it is
number_of() {
  local row=$1 cycle=1 k
  case $row in
    assumed_*) cycle=0 ;;
  esac
  for k in "${!clauses[@]}"; do
    [ "$row" != "${clauses[k]}" ] || row="step[$k]"
    [ "$row" != "without_${clauses[k]}" ] || row="without[$k]"
  done
  grep -aE '^o[0-9]+ [][a-z_0-9]+$' "$2/step.aig" |
    awk -v row="$row" -v cycle=$cycle '{ count++; if ($2 == row) number = substr($1, 2) } END { print number == "" ? "none" : number + cycle * count }'
}

# prove ROW FOLDER: "proved", "wrong" with the counterexample in FOLDER/ROW.cex, or "undecided"
prove() {
  local row=$1 folder=$2 file=frames.aig number status=0
  number=$(number_of "$row" "$folder")
  [ "$row" != class_count ] || file=count.aig number=0
  [ "$number" != none ] || { echo "undecided" && return; }
  berkeley-abc -c "read_aiger $folder/$file; cone -O $number; strash; write_cnf $folder/$row.cnf" >"$folder/$row.log" 2>&1
  timeout "$limit" cadical -q "$folder/$row.cnf" >"$folder/$row.sat" || status=$?
  case $status in
    20) echo proved ;;
    10)
      berkeley-abc -c "read_aiger $folder/$file; cone -O $number; strash; sat; write_cex -n -m $folder/$row.cex" >>"$folder/$row.log" 2>&1
      echo wrong
      ;;
    *) echo undecided ;;
  esac
}

# words ROW FOLDER: the state and the inputs of the counterexample, by the names of the registers
words() {
  [ -s "$2/$1.cex" ] || return 0
  awk -v ports="$2/$1.ports" '
    # The register or the pin behind the name that Yosys chose among those of a bit: in a predicate, here, in the switch
    function origin(name, kind,    block) {
      sub(/\[[0-9]+\]$/, "", name)
      sub(/^u_legal[.]/, "", name)
      if (match(name, /^u_[a-z_]*_assumed[.]/)) {
        block = substr(name, 1, RLENGTH - 9)
        name = substr(name, RLENGTH + 1)
        if (name ~ /_reg$/ && name !~ /[.]/) name = block "." name
      }
      if (name in place) name = place[name]
      sub(/^u_switch[.]/, "", name)
      if (kind == "l" && match(name, /^(receive|transmit|ownership|admission|config|pool)_/)) {
        block = substr(name, 1, RLENGTH - 1)
        name = "u_" (block ~ /^(receive|transmit)$/ ? "port_" : block == "pool" ? "buffer_" : "") block "." substr(name, RLENGTH + 1) "_reg"
      }
      return name
    }
    function bits(name) { return match(name, /\[[0-9]+\]$/) ? substr(name, RSTART + 1, RLENGTH - 2) + 0 : 0 }
    FNR == NR { place[$5] = $6; next } # connect -nomap -nounset -set NAME PLACE
    !cex && /^[il][0-9]+ / {
      kind = substr($1, 1, 1)
      number = substr($1, 2) + 0
      base = origin($2, kind)
      # Only registers of the switch, and its pins
      if (base !~ /^[a-z]/ || base ~ /^(was_|before|broken|class_)/) next
      name[kind, number] = base "[" bits($2) "]"
      if (!(base in width)) order[++bases] = base
      if (bits($2) >= width[base]) width[base] = bits($2) + 1
      next
    }
    /^inputs / { inputs = $2; cex = 1; next }
    /^pi[0-9]+=/ {
      split(substr($0, 3), part, "=")
      number = part[1] + 0
      key = number < inputs ? "i" SUBSEP number : number >= 2 * inputs ? "l" SUBSEP number - 2 * inputs : ""
      if (key in name && part[2] == 1) print name[key] "@0=1"
    }
    END { for (k = 1; k <= bases; k++) print "input [" width[order[k]] - 1 ":0] " order[k] >ports }
  ' "$work/connect.ys" <(grep -aE '^[il][0-9]+ ' "$2/step.aig") <(head -n 1 "$2/step.aig" | awk '{ print "inputs", $3 }') \
    "$2/$1.cex" >"$2/$1.named"
  echo "undefined 0 0" >"$2/both"
  echo "  (registers and inputs that are not named are 0, or have no effect)"
  awk -f proofs/common/words.awk include/fedx/fedx_regs.def "$2/$1.ports" "$2/both" "$2/$1.named"
  case $1 in
    assumed_*) echo "  not so: ${meaning[$1]}" ;;
    without_*) echo "  is legal but for ${1#without_}, and in the next cycle another clause is broken" ;;
    *) echo "  not so in the next cycle: ${meaning[$1]}" ;;
  esac
}

TIMEFORMAT=%U
# decide ROW FOLDER: result and seconds
decide() {
  local seconds
  seconds=$({ time prove "$1" "$2" >"$2/$1.result"; } 2>&1)
  echo "$(cat "$2/$1.result") $seconds"
}

# refute NAME ROW FOLDER: it must be wrong
refute() {
  local result seconds
  read -r result seconds < <(decide "$2" "$3")
  echo "$1 $result"
  words "$2" "$3"
  [ "$result" = wrong ] || failed=1
}

failed=0
if [ $negative -eq 1 ]; then
  wrong=()
  rm -rf "$work/wrong"
  mkdir "$work/wrong"
  cp -r "$rtl" "$work/wrong/rtl"
  for twin in "${twins[@]}"; do
    [ ${#chosen[@]} -eq 0 ] || [[ " ${chosen[*]} " = *" ${twin#*:} "* ]] || continue
    tests/mutants/run.sh --rtl "$work/wrong/one" "${twin%:*}" >/dev/null
    for file in "$work/wrong/one"/*; do
      cmp -s "$file" "$rtl/${file##*/}" || cp "$file" "$work/wrong/rtl"
    done
    rm -r "$work/wrong/one"
    wrong+=("$twin")
  done
  [ ${#wrong[@]} -eq 0 ] || circuit "$work/wrong/rtl" "$work/wrong"
  for twin in "${wrong[@]}"; do
    refute "${twin%:*}: ${twin#*:}" "${twin#*:}" "$work/wrong"
  done
  [ ${#chosen[@]} -gt 0 ] || mapfile -t chosen < <(printf 'without_%s\n' "${dropped[@]}")
  mapfile -t dropping < <(printf '%s\n' "${chosen[@]}" | grep '^without_')
  [ ${#dropping[@]} -eq 0 ] || circuit "$rtl" "$work"
  for row in "${dropping[@]}"; do
    refute "$row:" "$row" "$work"
  done
  exit $failed
fi

circuit "$rtl" "$work"
columns='%-22s %-10s %8s  %s\n'
[ $table -eq 0 ] || columns='| %s | %s | %s | %s |\n'
# shellcheck disable=SC2059
printf "$columns" "row" result seconds "what is proved"
[ $table -eq 0 ] || echo "|---|---|---|---|"
[ ${#chosen[@]} -gt 0 ] || chosen=("${rows[@]}")
for row in "${chosen[@]}"; do
  read -r result seconds < <(decide "$row" "$work")
  # shellcheck disable=SC2059
  printf "$columns" "$row" "$result" "$seconds" "${meaning[$row]}"
  [ "$result" = proved ] || failed=1
  [ "$result" != wrong ] || words "$row" "$work"
done
exit $failed
