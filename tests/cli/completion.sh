#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Completion in shells offers every command, every option that --help shows, and the words that an option takes.
. "$(dirname "$0")/../common.sh"
completions=$FEDX_SOURCE/cmodel/cli
ln -s "$FEDX" "$scratch/fedx"
PATH=$scratch:$PATH

# completed WORD...: what bash offers for the last word
completed() {
  env -i "PATH=$PATH" bash -c '. "$0"; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _fedx; printf "%s\n" "${COMPREPLY[@]}"' \
    "$completions/completion.bash" "$@"
}
# offers "WORDS" WORD...: these, in this order
offers() {
  local want=$1 got
  shift
  got=$(completed "$@" | paste -sd' ')
  [ "$got" = "$want" ] || fail "'$*' is completed by '$got', not by '$want'"
  cases=$((cases + 1))
}
cases=0 options=0

mapfile -t commands < <(fedx --help | awk '/^  [a-z]/ { print $1 }')
[ ${#commands[@]} -eq 16 ] || fail "--help lists ${#commands[@]} commands"
offers "${commands[*]} help" fedx ""
for command in "${commands[@]}"; do
  fedx "$command" --help | grep -oE -- '^ +(-[?V], )? *--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort -u >"$scratch/help"
  completed fedx "$command" -- | sort | diff - "$scratch/help" || fail "fedx $command: other options than in its help"
  options=$((options + $(wc -l <"$scratch/help")))
done
offers "verify" fedx ver
offers "gen-tb gen-fabric" fedx help gen
offers "--lockstep --lockstep-terminals" fedx run --lock
offers "none message destination" fedx run --backpressure ""
offers "message" fedx run --backpressure m
offers "message" fedx run --backpressure = m
offers "none message destination" fedx run --backpressure =
offers "" fedx run --json "" # a file: bash itself
offers "" fedx nonsense --x

# zsh: its function is well-formed, and its specifications hold every option
if command -v zsh >/dev/null; then
  zsh -n "$completions/completion.zsh"
  for command in "${commands[@]}"; do
    fedx "$command" --list-options >"$scratch/lines"
    zsh -fc 'source "$1"; _fedx_specifications ${(f)"$(<$2)"}; print -l -- $specifications' zsh "$completions/completion.zsh" "$scratch/lines" \
      >"$scratch/specifications"
    grep -oE -- '^--[a-z-]+' "$scratch/specifications" | diff - <(grep -oE -- '^--[a-z-]+' "$scratch/lines") || fail "zsh: options of $command"
  done
  fedx run --list-options >"$scratch/lines"
  grep -qF -- ":KIND:(none message destination)" <(zsh -fc 'source "$1"; _fedx_specifications ${(f)"$(<$2)"}; print -l -- $specifications' \
    zsh "$completions/completion.zsh" "$scratch/lines") || fail "zsh: no words of --backpressure"
fi
echo "$options options of ${#commands[@]} commands, $cases completions"
