# Completes the command lines of winback in bash.

# Offers the words of a list.
_winback_offer() {
  COMPREPLY=($(compgen -W "$2" -- "$1"))
}

# Offers the paths that come in on standard input, one a line.
_winback_offer_paths() {
  local path
  compopt -o filenames 2> /dev/null
  while IFS= read -r path; do
    COMPREPLY+=("$path")
  done
}

# Offers directories.
_winback_offer_directories() {
  _winback_offer_paths < <(compgen -d -- "$1")
}

# Offers directories, and the files with one of the extensions, or all files without any.
_winback_offer_files() {
  local current=$1 extension
  shift
  _winback_offer_paths < <(
    if (($# == 0)); then
      compgen -f -- "$current"
    else
      compgen -d -- "$current"
      for extension; do compgen -f -X "!*.$extension" -- "$current"; done
    fi
  )
}

# Counts the arguments before the cursor that are neither options nor their values.
_winback_find_place() {
  local index word
  place=0
  ended=
  for ((index = 2; index < COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    if [[ $ended ]]; then
      ((place += 1))
    elif [[ $word == '--' ]]; then
      ended=yes
    elif [[ $word == '=' ]]; then
      ((index += 1))
    elif [[ " $1 " == *" $word "* ]]; then
      if [[ ${COMP_WORDS[index + 1]} != '=' ]]; then ((index += 1)); fi
    elif [[ $word == '-' || $word != -* ]]; then
      ((place += 1))
    fi
  done
}

_winback() {
  local current=${COMP_WORDS[COMP_CWORD]}
  local previous=${COMP_WORDS[COMP_CWORD - 1]}
  local place ended
  COMPREPLY=()

  # bash takes '--option=value' apart at the equals sign.
  if [[ $current == '=' ]]; then
    current=
  elif [[ $previous == '=' ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi

  if ((COMP_CWORD == 1)); then
    _winback_offer "$current" 'sample lookup --help --version'
    return
  fi

  case ${COMP_WORDS[1]} in
    sample)
      _winback_find_place '-c --catalog --days --folder --as-of --policy --format -p --project -o --output'
      if [[ ! $ended ]]; then
        case $previous in
          -c | --catalog) _winback_offer_files "$current" json storekit; return ;;
          --days) return ;;
          --folder) _winback_offer_directories "$current"; return ;;
          --as-of) return ;;
          --policy) return ;;
          --format) _winback_offer "$current" 'native app-store-server storekit'; return ;;
          -p | --project) _winback_offer_directories "$current"; return ;;
          -o | --output) _winback_offer_files "$current"; return ;;
        esac
        if [[ $current == -* ]]; then
          _winback_offer "$current" '--catalog --days --verbose --folder --as-of --policy --format --json --project --output --quiet --help'
          return
        fi
      fi
      case $place in
        0) _winback_offer "$current" 'show count'; ;;
        *) _winback_offer_files "$current" json; ;;
      esac
      ;;
    lookup)
      _winback_find_place '-p --project -o --output'
      if [[ ! $ended ]]; then
        case $previous in
          -p | --project) _winback_offer_directories "$current"; return ;;
          -o | --output) _winback_offer_files "$current"; return ;;
        esac
        if [[ $current == -* ]]; then
          _winback_offer "$current" '--project --output --quiet --help'
          return
        fi
      fi
      case $place in
        0) _winback_offer "$current" 'sample lookup'; ;;
      esac
      ;;
  esac
}

complete -F _winback winback
