#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Help: on stdout, exit status 0; without a command the usage goes to stderr.
. "$(dirname "$0")/../common.sh"
commands="run config sweep report verify coverage replay shrink gen-tb gen-fabric model bench"
for option in --help -h help; do
  expect 0 "$FEDX" $option
  for command in $commands; do
    grep -q "^  $command  *[a-z]" "$scratch/out" || fail "$option does not list $command"
  done
done

# Each command explains itself, in all ways the same; nothing is wider than 80 columns, no example is wrapped.
version=$("$FEDX" --version)
[[ $version =~ ^fedx\ [0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "--version: $version"
examples=0
for command in $commands; do
  expect 0 "$FEDX" "$command" --help
  grep -q "Usage: fedx $command" "$scratch/out" || fail "no usage of $command"
  cp "$scratch/out" "$scratch/help"
  for way in "$command -h" "help $command"; do
    read -r -a other <<<"$way"
    expect 0 "$FEDX" "${other[@]}"
    cmp "$scratch/out" "$scratch/help" || fail "fedx $way is another help"
  done
  expect 0 "$FEDX" "$command" --version
  [ "$(cat "$scratch/out")" = "$version" ] || fail "$command has another version"
  wide=$(awk 'length($0) > 79' "$scratch/help")
  [ -z "$wide" ] || fail "help of $command is wider than 80 columns: $wide"
  of_examples='/^Examples:/ { on = 1 } !NF { on = 0 } on && /^  /'
  awk "$of_examples" "$scratch/help" >"$scratch/examples"
  COLUMNS=200 expect 0 "$FEDX" "$command" --help
  awk "$of_examples" "$scratch/out" | diff "$scratch/examples" - || fail "examples of $command are wrapped at 80 columns"
  examples=$((examples + $(grep -c "^  fedx" "$scratch/examples" || true)))
done
for columns in 60 120; do
  COLUMNS=$columns expect 0 "$FEDX" run --help
  widest=$(awk '/^Examples:/ { exit } length($0) > widest { widest = length($0) } END { print widest }' "$scratch/out")
  [ "$widest" -lt "$columns" ] && [ "$widest" -gt $((columns - 12)) ] || fail "help is $widest wide with COLUMNS=$columns"
done

expect 2 "$FEDX"
[ ! -s "$scratch/out" ] && grep -q "Usage" "$scratch/err" || fail "usage without a command"
echo "help of 12 commands, $examples examples"
