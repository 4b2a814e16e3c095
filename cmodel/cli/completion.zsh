#compdef fedx
# SPDX-License-Identifier: Apache-2.0
#
# Completion of fedx in zsh: commands, options and their words, as the program itself lists them (--list-options).

# _fedx_specifications LINE...: what _arguments reads, of lines of --list-options, in specifications
_fedx_specifications() {
  local line name doc spec
  specifications=()
  for line; do
    name=${line%%$'\t'*} doc=${line#*$'\t'}
    spec="--${${name%%=*}#--}${${(M)name:#*=*}:+=}[${${doc//\[/(}//\]/)}]"
    if [[ $name == *=* ]]; then
      if [[ $doc == *'(one of '* ]]; then
        spec+=":${name#*=}:(${${${doc#*\(one of }%%[;\)]*}//,/})"
      else
        spec+=":${name#*=}:_files"
      fi
    fi
    specifications+=($spec)
  done
}

_fedx() {
  local -a lines specifications
  if (( CURRENT == 2 )) || [[ CURRENT -eq 3 && $words[2] == help ]]; then
    lines=(${(f)"$(_call_program commands $words[1] --list-options)"})
    lines=(${${lines//:/\\:}/$'\t'/:})
    _describe command lines
    return
  fi
  lines=(${(f)"$(_call_program options $words[1] $words[2] --list-options)"})
  _fedx_specifications $lines
  shift words
  (( CURRENT-- ))
  _arguments $specifications '*:file:_files'
}

(( ${+functions[_arguments]} )) && _fedx "$@"
