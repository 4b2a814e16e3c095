# SPDX-License-Identifier: Apache-2.0
#
# Sourced by prove.sh and prove_invariant.sh: what their command lines have in common.

# Names of axis with the parameters in them: inputs, outputs, bits of tdest and of tdata
axis_shape='^axis-([1-9][0-9]?)x([1-9][0-9]?)(-dest([1-9][0-9]?))?(-data([1-9][0-9]{0,3}))?$'

# proof_options TABLE_OPTION ARGUMENT...: sets install (--no-install), negative, table (1: TABLE_OPTION was given), buffers,
# kind (fedx, vcr or axis: --router), its build and builds, the files with all of them, chosen (the other arguments), work: a
# folder of intermediate files, --keep's or one that goes when the script ends, and rtl: the name in work of a folder with the RTL,
# of so many buffers. Work also has a link to the sources, because Yosys runs there: its scripts cannot name a path with a blank.
proof_options() {
  local table_option=$1 keep="" asked_buffers="" asked_build=""
  shift
  install="" negative=0 table=0 buffers=10 kind=fedx build="" builds=() chosen=()
  while [ $# -gt 0 ]; do
    case $1 in
      --no-install) install=$1 ;;
      --negative) negative=1 ;;
      "$table_option") table=1 ;;
      --buffers)
        buffers=${2:?${0##*/}: --buffers needs a number}
        asked_buffers=1
        shift
        ;;
      --router)
        kind=${2:?${0##*/}: --router needs fedx, vcr or axis}
        shift
        ;;
      --build)
        build=${2:?${0##*/}: --build needs a name}
        asked_build=1
        shift
        ;;
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
  case $kind in
    fedx) [ -z "$asked_build" ] || { echo "${0##*/}: --build goes with --router vcr or axis" >&2 && exit 2; } ;;
    vcr | axis)
      [ -z "$asked_buffers" ] || { echo "${0##*/}: --buffers does not go with --router $kind" >&2 && exit 2; }
      builds=("cmodel/$kind/kind/${kind}_configurations.def" "proofs/$kind/small_builds.def")
      # The first one is the default.
      [ -n "$asked_build" ] || build=$(sed -nE "0,/^${kind^^}_CONFIGURATION/s/^${kind^^}_CONFIGURATION[(]([a-z_]+),.*/\\1/p" "${builds[0]}")
      grep -qs "^${kind^^}_CONFIGURATION($build, " "${builds[@]}" || [[ $kind = axis && $build =~ $axis_shape ]] ||
        { echo "${0##*/}: --build $build: must be a build of ${builds[0]} or ${builds[1]}, or of axis a name as axis-5x3-dest6-data36" >&2 &&
          exit 2; }
      ;;
    *) echo "${0##*/}: --router $kind: must be fedx, vcr or axis" >&2 && exit 2 ;;
  esac
  if [ -n "$keep" ]; then
    mkdir -p "$keep"
    work=$(cd "$keep" && pwd)
  else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
  fi
  rtl=rtl
  rm -rf "$work/rtl" "$work/elaborated"
  ln -sfn "$PWD" "$work/source"
  if [ "$buffers" = 10 ]; then ln -s "$PWD/rtl/$kind" "$work/rtl"; else with_buffers; fi
}

# The RTL, whose parameters come from one file, in a folder of its own
with_buffers() {
  case $buffers in
    20) ;;
    *) echo "${0##*/}: --buffers $buffers: must be 10 or 20" >&2 && exit 2 ;;
  esac
  [ $negative -eq 0 ] || { echo "${0##*/}: --negative is for 10 buffers" >&2 && exit 2; }
  cp -r "rtl/$kind" "$work/rtl"
  sed -i "s/^\(.define FEDX_BUFFERS\) 10 /\1 $buffers /" "$work/rtl/fedx_params.vh"
  grep -q "^.define FEDX_BUFFERS $buffers " "$work/rtl/fedx_params.vh"
}
