# SPDX-License-Identifier: Apache-2.0
#
# Completion of fedx in bash: commands, options and their words, as the program itself lists them (--list-options).

_fedx() {
  local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
  local lines line choices
  COMPREPLY=()
  if ((COMP_CWORD == 1)) || { ((COMP_CWORD == 2)) && [[ $command = help ]]; }; then
    lines=$("$program" --list-options 2>/dev/null)
    mapfile -t COMPREPLY < <(compgen -W "$(cut -f1 <<<"$lines")" -- "$word")
    return
  fi
  lines=$("$program" "$command" --list-options 2>/dev/null) || return
  # bash parts --option=value at the equal sign
  if [[ $word = = ]]; then
    word=""
  elif [[ $before = = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if line=$(grep -- "^$before=" <<<"$lines"); then
    # Without choices, bash goes on with files.
    if [[ $line =~ \(one\ of\ ([^\;\)]*) ]]; then
      choices=${BASH_REMATCH[1]//,/ }
      mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
    fi
  elif [[ $word = -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(cut -f1 <<<"$lines" | cut -d= -f1)" -- "$word")
  fi
}
complete -o default -F _fedx fedx
