#compdef winback
# Completes the command lines of winback in zsh.

_winback_commands() {
  local -a commands=(
    'sample:show what every kind of option looks like'
    'lookup:find a command: the user'\''s own or another'
  )
  _describe -t commands command commands
}

_winback() {
  local curcontext="$curcontext" state line
  typeset -A opt_args

  _arguments -C -S \
    '(- *)'{-h,--help}'[show this help]' \
    '(- *)--version[show the version]' \
    '1:command:_winback_commands' \
    '*:: :->arguments'

  [[ $state == arguments ]] || return

  case $words[1] in
    sample)
      _arguments -s -S \
        '(-c --catalog)'{-c+,--catalog=}'[the catalog with the offers]:CATALOG:_files -g "*.(json|storekit)"' \
        '--days=[move the instant by this many days]:NUMBER: ' \
        '(-v --verbose)'{-v,--verbose}'[say everything]' \
        '--folder=[the folder that it'\''s in \[or was\]]:DIRECTORY:_files -/' \
        '--as-of=[decide as of this ISO 8601 date or date-time]:INSTANT: ' \
        '*--policy=[set a policy of the rules; may be repeated]:NAME=VALUE: ' \
        '--format=[read the input as this format]:NAME:(native app-store-server storekit)' \
        '--json[print JSON for programs instead of text for people]' \
        '(-p --project)'{-p+,--project=}'[read this winback.json, or that of this folder, for what you leave out]:FILE|FOLDER:_files -/' \
        '(-o --output)'{-o+,--output=}'[write to this file, which is replaced only when the output is complete]:FILE:_files' \
        '(-q --quiet)'{-q,--quiet}'[write only warnings and errors to standard error]' \
        '(-h --help)'{-h,--help}'[show this help; '\''--help all'\'' shows every option]' \
        ':what to do:(show count)' \
        '*:what to do it with\: files of any size, each of them with one customer, in any order:_files -g "*.json"'
      ;;
    lookup)
      _arguments -s -S \
        '(-p --project)'{-p+,--project=}'[read this winback.json, or that of this folder, for what you leave out]:FILE|FOLDER:_files -/' \
        '(-o --output)'{-o+,--output=}'[write to this file, which is replaced only when the output is complete]:FILE:_files' \
        '(-q --quiet)'{-q,--quiet}'[write only warnings and errors to standard error]' \
        '(-h --help)'{-h,--help}'[show this help; '\''--help all'\'' shows every option]' \
        '::what to find:_winback_commands'
      ;;
  esac
}

if [[ $funcstack[1] == _winback ]]; then
  _winback "$@"
else
  compdef _winback winback
fi
