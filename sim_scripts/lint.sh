#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Check what needs no build: the layout of C, shell scripts, links of documents, names and includes, the style of RTL.
#   lint.sh
# A check whose tool is missing is named as skipped. Exit status: 0 no finding; 1 a finding.
set -eu
cd "$(dirname "$0")/.."
status=0 skipped=0
for check in format.sh scripts.sh rooms.sh mechanism_map.sh rtl_style.sh links.py; do
  case $check in
    *.py) command=(python3 "tests/$check") ;;
    *) command=(bash "tests/$check") ;;
  esac
  code=0
  "${command[@]}" || code=$?
  case $code in
    0) ;;
    77) skipped=$((skipped + 1)) ;;
    *) status=1 && echo "lint.sh: tests/$check has findings" >&2 ;;
  esac
done
[ $skipped -eq 0 ] || echo "$skipped checks skipped"
exit $status
