#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The committed generated files are what the one source gives today.
#   generated_files.sh --renew   make them so (the target `generated` of the build)
. "$(dirname "$0")/common.sh"
fresh=0
renew=${1-}
[ -z "$renew" ] || [ "$renew" = --renew ] || fail "unknown option $renew"

# fresh FILE ARGUMENT...: fedx-codegen with these arguments gives the file
fresh() {
  local file=$1
  shift
  "$FEDX_CODEGEN" "$@" >"$scratch/fresh"
  if [ -n "$renew" ]; then
    cmp -s "$FEDX_SOURCE/$file" "$scratch/fresh" || cp "$scratch/fresh" "$FEDX_SOURCE/$file"
  else
    diff -u "$FEDX_SOURCE/$file" "$scratch/fresh" || fail "stale: fedx-codegen $* > $file (or the target generated)"
  fi
  fresh=$((fresh + 1))
}

for kind in fedx vcr axis; do
  fresh rtl/$kind/${kind}_params.vh params $kind
  fresh tb/$kind/${kind}_state.vlt vlt $kind
  [ $kind = axis ] || fresh rtl/$kind/${kind}_config.rdl rdl $kind
  fresh examples/${kind}_regs.yaml map $kind
done
fresh tb/vcr/vcr_terminal_state.vlt vlt vcr_terminal
fresh rtl/vcr/vcr_terminal_config.rdl rdl vcr_terminal
fresh examples/vcr_terminal_regs.yaml map vcr_terminal
# into FILE FROM UNTIL ARGUMENT: what is between two lines of a file that is written by hand otherwise (regular expressions; UNTIL may be
# none of it) is what fedx-codegen prints
into() {
  local file=$FEDX_SOURCE/$1
  { sed "/$2/q" "$file" && "$FEDX_CODEGEN" "$4" && sed -n "/$3/,\$p" "$file"; } >"$scratch/fresh"
  if [ -n "$renew" ]; then
    cmp -s "$file" "$scratch/fresh" || cp "$scratch/fresh" "$file"
  else
    diff -u "$file" "$scratch/fresh" || fail "stale: $1 is to have what fedx-codegen $4 prints (the target generated)"
  fi
  fresh=$((fresh + 1))
}

for part in config figures; do
  into docs/reference/$part.md "^<!-- fedx-codegen $part -->\$" '^nothing follows$' $part
done
into docs/reference/results.schema.json '^  "$defs": {$' '^    "run": {$' schema
if [ -n "$renew" ]; then
  echo "$fresh generated files are up to date"
  exit 0
fi
expect 2 "$FEDX_CODEGEN" nonsense
expect 2 "$FEDX_CODEGEN" params nonsense

# Lists of pins that are written by hand have those of the table, in its order.
"$FEDX_CODEGEN" pins >"$scratch/pins"
lists=0
shopt -s lastpipe

# same WHERE: what comes in is what "$scratch/want" has
same() {
  diff -u "$scratch/want" - || fail "the pins of $1 are not those of include/fedx/fedx_pins.def"
  lists=$((lists + 1))
}

awk '{ print $1, $3 }' "$scratch/pins" >"$scratch/want"
sed -nE 's/^ +(input|output) +wire +(\[.*\] )? *([a-z_]+),?( .*)?$/\1 \3/p' "$FEDX_SOURCE/rtl/fedx/fedx_switch.v" |
  same rtl/fedx/fedx_switch.v
# A row of the specification: | tx_data | out | 7 x 8 | 0 | `port_transmit.data`; zero when idle |
sed 's/^input/in/; s/^output/out/' "$scratch/pins" >"$scratch/want"
sed -n '/^## 2 /,/^## 3 /p' "$FEDX_SOURCE/docs/spec/fedx.md" | tr -d '`' | awk -F ' *[|] *' '$3 == "in" || $3 == "out" {
  split($4, factor, " x ")
  sub(/[;:].*/, "", $6)
  print $3, factor[1] * (factor[2] ? factor[2] : 1), $2 ($3 == "out" ? " " $6 : "") }' | same "docs/spec/fedx.md section 2"

# arguments FUNCTION: bits and name of those of a function of the package that are pins
package=$(tr -s ' \n' ' ' <"$FEDX_SOURCE/tb/bindings/fedx_pkg.sv")
arguments() {
  grep -oE "function automatic void $1\([^)]*\)" <<<"$package" | grep -oE 'logic( \[[0-9]+:0\])? [a-z_]+' |
    awk '{ print (NF == 3 ? substr($2, 2) + 1 : 1), $NF }'
}

for list in input:fedx_model_step output:fedx_model_pins output:fedx_model_check; do
  awk -v of="${list%:*}" '$1 == of && $3 != "clk" { print $2, $3 }' "$scratch/pins" >"$scratch/want"
  arguments "${list#*:}" | same "${list#*:} in tb/bindings/fedx_pkg.sv"
  grep -qF "{$(awk '{ printf "%s%s", (NR > 1 ? ", " : ""), $2 }' "$scratch/want")}" <<<"$package" ||
    fail "${list#*:} in tb/bindings/fedx_pkg.sv does not have all pins in one vector, in order"
  grep -qF "[$(awk '{ sum += $1 } END { print sum - 1 }' "$scratch/want"):0] ${list%:*}s" <<<"$package" ||
    fail "${list#*:} in tb/bindings/fedx_pkg.sv: its vector has not as many bits as the pins"
done

echo "$fresh generated files are up to date, $lists lists of $(wc -l <"$scratch/pins") pins are those of the table"
