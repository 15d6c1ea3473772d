# Completes the command lines of winback in fish.

function __winback_expects_command
  test (count (commandline -opc)) -eq 1
end

function __winback_runs
  set -l words (commandline -opc)
  test (count $words) -ge 2; and test $words[2] = $argv[1]
end

complete -c winback -f
complete -c winback -n __winback_expects_command -s h -l help -d 'show this help'
complete -c winback -n __winback_expects_command -l version -d 'show the version'
complete -c winback -n __winback_expects_command -a sample -d 'show what every kind of option looks like'
complete -c winback -n __winback_expects_command -a lookup -d 'find a command: the user\'s own or another'

complete -c winback -n '__winback_runs sample' -f -a 'show count'
complete -c winback -n '__winback_runs sample' -k -a '(__fish_complete_suffix .json)'
complete -c winback -n '__winback_runs sample' -s c -l catalog -r -k -a '(__fish_complete_suffix .json; __fish_complete_suffix .storekit)' -d 'the catalog with the offers'
complete -c winback -n '__winback_runs sample' -l days -r -f -d 'move the instant by this many days'
complete -c winback -n '__winback_runs sample' -s v -l verbose -d 'say everything'
complete -c winback -n '__winback_runs sample' -l folder -r -f -a '(__fish_complete_directories)' -d 'the folder that it\'s in [or was]'
complete -c winback -n '__winback_runs sample' -l as-of -r -f -d 'decide as of this ISO 8601 date or date-time'
complete -c winback -n '__winback_runs sample' -l policy -r -f -d 'set a policy of the rules; may be repeated'
complete -c winback -n '__winback_runs sample' -l format -r -f -a 'native app-store-server storekit' -d 'read the input as this format'
complete -c winback -n '__winback_runs sample' -l json -d 'print JSON for programs instead of text for people'
complete -c winback -n '__winback_runs sample' -s p -l project -r -f -a '(__fish_complete_directories)' -d 'read this winback.json, or that of this folder, for what you leave out'
complete -c winback -n '__winback_runs sample' -s o -l output -r -F -d 'write to this file, which is replaced only when the output is complete'
complete -c winback -n '__winback_runs sample' -s q -l quiet -d 'write only warnings and errors to standard error'
complete -c winback -n '__winback_runs sample' -s h -l help -d 'show this help; \'--help all\' shows every option'

complete -c winback -n '__winback_runs lookup' -f -a 'sample lookup'
complete -c winback -n '__winback_runs lookup' -s p -l project -r -f -a '(__fish_complete_directories)' -d 'read this winback.json, or that of this folder, for what you leave out'
complete -c winback -n '__winback_runs lookup' -s o -l output -r -F -d 'write to this file, which is replaced only when the output is complete'
complete -c winback -n '__winback_runs lookup' -s q -l quiet -d 'write only warnings and errors to standard error'
complete -c winback -n '__winback_runs lookup' -s h -l help -d 'show this help; \'--help all\' shows every option'
