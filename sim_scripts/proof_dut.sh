# SPDX-License-Identifier: Apache-2.0
#
# Sourced by prove.sh: a switch of the user's own in the place of rtl/fedx/.

# dut_fail WORDS...: bad input
dut_fail() {
  echo "prove.sh: $*" >&2
  exit 2
}

# dut_options ARGUMENT...: takes --dut, --top, --include and --define out of the arguments, and leaves the others in rest.
# Sets dut_files, dut_top, dut_includes and dut_defines; paths are made absolute.
dut_options() {
  local file
  dut_files=() dut_top="" dut_includes=() dut_defines=() rest=()
  while [ $# -gt 0 ]; do
    case $1 in
      --dut | --top | --include | --define) [ $# -gt 1 ] || dut_fail "$1 needs a value" ;;
    esac
    case $1 in
      --dut)
        IFS=, read -r -a files <<<"$2"
        for file in "${files[@]}"; do dut_add "$PWD" "$file"; done
        ;;
      --top) dut_top=$2 ;;
      --include) dut_includes+=("$(dut_path "$PWD" "$2")") || exit 2 ;;
      --define) dut_define "$2" ;;
      *)
        rest+=("$1")
        shift
        continue
        ;;
    esac
    shift 2
  done
  if [ ${#dut_files[@]} -gt 0 ]; then
    [[ $dut_top =~ ^[A-Za-z_][A-Za-z0-9_\$]*$ ]] || dut_fail "--dut needs --top NAME: the module to prove"
  elif [ -n "$dut_top" ] || [ ${#dut_includes[@]} -gt 0 ] || [ ${#dut_defines[@]} -gt 0 ]; then
    dut_fail "--top, --include and --define go with --dut FILES"
  fi
}

# dut_path FOLDER PATH: absolute
dut_path() {
  local path=$2
  [[ $path = /* ]] || path=$1/$path
  realpath -e -- "$path" 2>/dev/null || dut_fail "cannot read $2"
}

dut_define() {
  [[ $1 =~ ^[A-Za-z_][A-Za-z0-9_\$]*(=[A-Za-z0-9_\'.]*)?$ ]] || dut_fail "$1: a define must be NAME or NAME=VALUE, of one word"
  dut_defines+=("$1")
}

# dut_add FOLDER FILE: a source, or all that a list names
dut_add() {
  local path
  path=$(dut_path "$1" "$2") || exit 2
  case $2 in
    *.v | *.sv) dut_files+=("$path") ;;
    *.f) dut_list "$path" ;;
    *) dut_fail "$2: must be a Verilog source (.v, .sv) or a list of them (.f)" ;;
  esac
}

# dut_list LIST: paths in it are relative to it
dut_list() {
  local list=$1 folder=${1%/*} line words word path
  while IFS= read -r line || [ -n "$line" ]; do
    read -r -a words <<<"${line%%//*}"
    for word in ${words[@]+"${words[@]}"}; do
      case $word in
        +incdir+*)
          path=$(dut_path "$folder" "${word#+incdir+}") || exit 2
          dut_includes+=("$path")
          ;;
        +define+*) dut_define "${word#+define+}" ;;
        [-+]*) dut_fail "$list: $word is nothing that Yosys takes: name the sources, +incdir+ and +define+" ;;
        *) dut_add "$folder" "$word" ;;
      esac
    done
  done <"$list"
}

# dut_reading: the command of Yosys that reads the sources. Yosys sees links with names of ours, because its scripts do not quote.
dut_reading() {
  local file option number=0 folder=$work/dut
  rm -rf "$folder"
  mkdir -p "$folder"
  printf 'read_verilog'
  for option in ${dut_defines[@]+"${dut_defines[@]}"}; do printf ' -D%s' "$option"; done
  for file in ${dut_includes[@]+"${dut_includes[@]}"} "${dut_files[@]}"; do
    [ -d "$file" ] || file=${file%/*}
    ln -s "$file" "$folder/include$number"
    printf ' -Idut/include%d' "$number"
    number=$((number + 1))
  done
  for file in "${dut_files[@]}"; do
    [[ $file = *.v ]] || printf ' -sv'
    ln -s "$file" "$folder/source$number.${file##*.}"
    printf ' dut/source%d.%s' "$number" "${file##*.}"
    number=$((number + 1))
  done
  echo
}

# dut_yosys COMMAND...: run them behind the one that reads
dut_yosys() {
  { dut_reading && printf '%s\n' "$@"; } >"$work/dut.ys"
  (cd "$work" && "$yosys" -q -s dut.ys >dut.log 2>&1) ||
    dut_fail "Yosys cannot read module $dut_top: $(sed "s|dut/source\([0-9]*\)|source \1|" "$work/dut.log" | grep -m 1 ERROR)"
}

# dut_elaborate: the router as Yosys reads it into $work/dut.il, and the names of its modules into $work/dut.modules. Of the
# parameters that the kind has for it (dut_parameters, lines "NAME VALUE") it gets those that it has.
dut_elaborate() {
  local name value parameters=""
  [ -z "$(dut_parameters)" ] || dut_yosys "hierarchy -check -top $dut_top" "tee -q -o dut.parameters dump -m $dut_top"
  while read -r name value; do
    grep -qE "^ *parameter [\\]$name( |$)" "$work/dut.parameters" || continue
    parameters+=" -chparam $name $value"
  done < <(dut_parameters)
  dut_yosys "hierarchy -check -top $dut_top$parameters" "rename -top $dut_top" "tee -q -o dut.modules ls" "write_rtlil dut.il"
}

# dut_module BLOCK: the module that has the name of a block, as Yosys calls it with its parameters; nothing when there is not
# just one
dut_module() {
  local name
  if [ "$1" = "$dut_whole" ]; then
    name=$dut_top
  else
    name=$(sed 's/^ *//' "$work/dut.modules" | grep -E "^(.*[\\])?${kind}_$1([\\].*)?$")
  fi
  [ "$(wc -l <<<"$name")" -ne 1 ] || echo "$name"
}

# dut_read BLOCK: commands of Yosys that read it as module fedx_BLOCK, or what the kind calls it
dut_read() {
  local name
  name=$(dut_module "$1")
  echo "read_rtlil dut.il"
  [ "$name" = "${kind}_$1" ] || echo "rename $name ${kind}_$1"
}

# dut_unmatched BLOCK: why a block of the user's cannot be compared, in words; nothing when it can be
dut_unmatched() {
  local folder=$work/$1 count
  if [ -z "$(dut_module "$1")" ]; then
    count=$(grep -cE "[\\]?${kind}_$1([\\]|$)" "$work/dut.modules" || true)
    [ "$count" -gt 0 ] && echo "$dut_top has $count modules ${kind}_$1, of different parameters" || echo "no module ${kind}_$1 in $dut_top"
  elif [ -s "$folder/ports.diff" ]; then
    awk '/^[<>]/ { name = $NF; sub(/[.][qd]$/, "", name); gsub(/[[][0-9]+[]]/, "[]", name) }
      /^[<>]/ && !seen[$1 name]++ { if (++count[$1] <= 4) list[$1] = list[$1] (count[$1] > 1 ? ", " : "") name }
      function all(side) { return list[side] (count[side] > 4 ? " and " count[side] - 4 " more" : "") }
      END {
        print "its pins or registers are others: " (count["<"] ? "it has no " all("<") : "") \
          (count["<"] && count[">"] ? "; " : "") (count[">"] ? "it has " all(">") : "")
      }' "$folder/ports.diff"
  fi
}
