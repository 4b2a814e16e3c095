#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Real routers that this project did not write: each description of a folder is run, and its result is a row of a table. Their sources
# are no part of this project, and descriptions do not name them; whoever has them names a folder with a list of the sources of each.
#   blackbox.sh DESCRIPTIONS [LISTS] [--cycles N]
#     DESCRIPTIONS  folder of NAME.yaml, such as tests/blackbox/real; a line "# from: WHERE COMMIT LICENCE" in one is part of its row
#     LISTS         folder of NAME.f, the sources of NAME.yaml; without it descriptions name them
#   Ends with 1 when something is wrong with a router, and with 2 when one cannot be built. Bundles are left in ./blackbox-NAME.
. "$(dirname "$0")/common.sh"
cycles=1000000
folders=()
while [ $# -gt 0 ]; do
  case $1 in
    --cycles) cycles=${2:?--cycles needs a number} && shift ;;
    -*) fail "unknown option $1" ;;
    *) folders+=("$1") ;;
  esac
  shift
done
[ "${#folders[@]}" -ge 1 ] && [ "${#folders[@]}" -le 2 ] || fail "blackbox.sh DESCRIPTIONS [LISTS] [--cycles N]"
for folder in "${folders[@]}"; do [ -d "$folder" ] || fail "$folder: no folder"; done
mapfile -t descriptions < <(find "${folders[0]}" -maxdepth 1 -name '*.yaml' | sort)
[ "${#descriptions[@]}" -gt 0 ] || fail "${folders[0]}: no description, NAME.yaml, is in it"

worst=0
echo "| router | from | cycles | packets | pairs | result |"
echo "|---|---|---|---|---|---|"
for description in "${descriptions[@]}"; do
  name=$(basename "$description" .yaml) status=0
  files=()
  [ "${#folders[@]}" -eq 1 ] || files=(--files "${folders[1]}/$name.f")
  "$FEDX" blackbox --quiet "$description" "${files[@]}" --cycles "$cycles" --bundle "blackbox-$name" >"$scratch/out" 2>"$scratch/err" || status=$?
  from=$(sed -n 's/^# from: //p' "$description")
  case $status in
    0) result="all checks good" ;;
    1) result=$(grep -E '^[a-z]+: cycle [0-9]+: ' "$scratch/out" | head -n 1) ;;
    *) result="not built: $(head -n 1 "$scratch/err")" && cat "$scratch/err" >&2 ;;
  esac
  read -r packets ran pairs < <(sed -nE 's/^packets +([0-9]+) of .* in ([0-9]+) cycles; ([0-9]+ of [0-9]+) pairs.*/\1 \2 \3/p' "$scratch/out") || true
  echo "| $name | ${from:--} | ${ran:--} | ${packets:--} | ${pairs:--} | $result |"
  [ "$status" -le "$worst" ] || worst=$status
done
exit "$worst"
