# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh: a list of mutants in the format of mutants.txt, and how one of them gets into the RTL.

# read_lines FILE: names[], files[] and so on by number; 0 is the RTL as it stands, $lines the number of mutants. tried_in[] is
# the build that a line names, or nothing.
read_lines() {
  local line name file nth place rest list i
  list=$(basename "$1")
  names=("control") files=("") nths=("") stars=("*") olds=("") news=("") words=("") tried_in=("")
  declare -gA number_of=()
  lines=0
  while IFS= read -r line; do
    case $line in
      '#'* | '') ;;
      '- '*) olds[lines]=${line#- } ;;
      '+ '*) news[lines]=${line#+ } ;;
      '  '*) words[lines]=${line#  } ;;
      *)
        lines=$((lines + 1))
        read -r name file nth place rest <<<"$line"
        [[ $nth == @* ]] || { rest=$place place=$nth nth=""; }
        [[ $name =~ ^[*]?[a-z_0-9]+$ && $nth =~ ^(@[1-9])?$ && $place =~ ^[a-z0-9]*$ && -z $rest ]] || fail "$list: cannot read '$line'"
        stars[lines]=${name%%[!*]*} names[lines]=${name#\*} files[lines]=$file nths[lines]=${nth#@} tried_in[lines]=$place
        [ -z "${number_of[${names[lines]}]-}" ] || fail "$list: ${names[lines]} comes twice"
        number_of[${names[lines]}]=$lines
        ;;
    esac
  done <"$1"
  for ((i = 1; i <= lines; i++)); do
    [[ -n ${olds[i]-} && -n ${news[i]-} && -n ${words[i]-} ]] || fail "$list: ${names[i]} is not complete"
  done
}

# of_file FILE: how many of the mutants are in it
of_file() {
  printf '%s\n' "${files[@]}" | grep -cx "$1" || true
}

# change NUMBER FOLDER [KIND]: rtl/<kind> with that line changed, as FOLDER/rtl
change() {
  local rtl=$2/rtl from=$FEDX_SOURCE/rtl/${3:-fedx}
  mkdir -p "$2"
  cp -r "$from" "$rtl"
  [ "$1" -ne 0 ] || return 0
  [ -f "$rtl/${files[$1]}" ] || { echo "no file ${files[$1]}" && return 1; }
  OLD=${olds[$1]} NEW=${news[$1]} NTH=${nths[$1]} awk '
    {
      text = $0
      gsub(/^[ \t]+|[ \t]+$/, "", text)
      if (text == ENVIRON["OLD"] && (++found == ENVIRON["NTH"] || ENVIRON["NTH"] == "")) {
        match($0, /^[ \t]*/)
        $0 = substr($0, 1, RLENGTH) ENVIRON["NEW"]
        changed++
      }
      print
    }
    END { exit changed != 1 }' "$from/${files[$1]}" >"$rtl/${files[$1]}" ||
    { echo "${files[$1]} does not have this line${nths[$1]:+ ${nths[$1]} times} (or has it more than once): ${olds[$1]}" && return 1; }
}
