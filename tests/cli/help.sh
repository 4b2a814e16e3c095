#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Help: on stdout, exit status 0; without a command the usage goes to stderr.
. "$(dirname "$0")/../common.sh"
commands="run config sweep report verify blackbox coverage replay shrink gen-tb gen-fabric topology import model bench"
for option in --help -h help; do
  expect 0 "$FEDX" $option
  for command in $commands; do
    grep -q "^  $command  *[a-z]" "$scratch/out" || fail "$option does not list $command"
  done
done

# Each command explains itself, in all ways the same; nothing is wider than 80 columns, no example is wrapped.
version=$("$FEDX" --version)
[[ $version =~ ^fedx\ [0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "--version: $version"
examples=0 short_lines=0
for command in $commands; do
  expect 0 "$FEDX" "$command" --help
  grep -q "Usage: fedx $command" "$scratch/out" || fail "no usage of $command"
  cp "$scratch/out" "$scratch/help"
  expect 0 "$FEDX" help "$command"
  cmp "$scratch/out" "$scratch/help" || fail "fedx help $command is another help"
  # -h is one screen: what it does, examples that the whole help has, options that there are.
  expect 0 "$FEDX" "$command" -h
  [ "$(wc -l <"$scratch/out")" -le 25 ] && [ "$(wc -L <"$scratch/out")" -le 80 ] || fail "-h of $command is no screen: $(cat "$scratch/out")"
  grep -q "^Usage: fedx $command" "$scratch/out" && grep -q "^fedx $command --help lists all options" "$scratch/out" || fail "$(cat "$scratch/out")"
  while read -r line; do
    grep -qF -- "$line" "$scratch/help" || fail "-h of $command has what --help has not: $line"
  done < <(grep '^  fedx' "$scratch/out")
  while read -r option; do
    grep -q -- "^      $option" "$scratch/help" || fail "-h of $command has $option, and --help has not"
    short_lines=$((short_lines + 1))
  done < <(grep -oE '^  (-[a-z], |    )--[a-z-]+' "$scratch/out" | grep -oE -- '--[a-z-]+')
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

[ $short_lines -gt 70 ] || fail "only $short_lines options on the screens of -h"

# Short forms are those of the field, with or without a space before their value.
for seed in "-s 7" "-s7" "--seed 7"; do
  read -r -a words <<<"$seed"
  expect 0 "$FEDX" run --rows 2 --cols 2 --cycles 2000 -q "${words[@]}"
  grep -q "^traffic .*, seed 7$" "$scratch/out" || fail "$seed: $(cat "$scratch/out")"
done
expect 0 "$FEDX" sweep figure-10 --list -j1 -o "$scratch/results"
expect 2 "$FEDX" model po2 -s 7

expect 2 "$FEDX"
[ ! -s "$scratch/out" ] && grep -q "Usage" "$scratch/err" || fail "usage without a command"
echo "help of 12 commands, $examples examples"
