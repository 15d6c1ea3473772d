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
{commands}
{options}
