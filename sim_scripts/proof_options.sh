# SPDX-License-Identifier: Apache-2.0
#
# Sourced by prove.sh and prove_invariant.sh: what their command lines have in common.

# proof_options TABLE_OPTION ARGUMENT...: sets install (--no-install), negative, table (1: TABLE_OPTION was given), chosen
# (the other arguments), and work: a folder of intermediate files, --keep's or one that goes when the script ends
proof_options() {
  local table_option=$1 keep=""
  shift
  install="" negative=0 table=0 chosen=()
  while [ $# -gt 0 ]; do
    case $1 in
      --no-install) install=$1 ;;
      --negative) negative=1 ;;
      "$table_option") table=1 ;;
      --keep)
        keep=${2:?${0##*/}: --keep needs a folder}
        shift
        ;;
      -*)
        echo "${0##*/}: unknown option $1" >&2
        exit 2
        ;;
      *) chosen+=("$1") ;;
    esac
    shift
  done
  if [ -n "$keep" ]; then
    mkdir -p "$keep"
    work=$(cd "$keep" && pwd)
  else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
  fi
}
