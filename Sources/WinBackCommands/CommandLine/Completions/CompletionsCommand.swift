struct CompletionsCommand: Command {
  private static let shell = PositionalDescription(
    "SHELL",
    kind: .choices(["bash", "zsh", "fish"]),
    help: "the shell that reads the script"
  )

  static let description = CommandDescription(
    name: "completions",
    abstract: "print a completion script for a shell",
    discussion: """
      The script is made from the same descriptions as this help, so print it again after an \
      update. If the folder of an example is missing, make it with 'mkdir -p' first.
      """,
    positionals: [shell],
    examples: [
      "winback completions bash > ~/.local/share/bash-completion/completions/winback":
        "for bash with bash-completion",
      "winback completions zsh > ~/.zfunc/_winback": "for zsh, where ~/.zfunc is a part of fpath",
      "winback completions fish > ~/.config/fish/completions/winback.fish": "for fish",
    ]
  )

  let arguments: ParsedArguments

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let commands = WinBackCommand.commands.map { $0.description }
    let script =
      switch try arguments.required(Self.shell) {
      case "zsh": ZshCompletionScript(commands).text
      case "fish": FishCompletionScript(commands).text
      default: BashCompletionScript(commands).text
      }
    try console.output.write(ContiguousArray(script.utf8).span)
    return .done
  }
}

/// The script by which bash completes command lines; it needs no other script and runs in bash 3.
package struct BashCompletionScript {
  private let commands: [CommandDescription]

  package init(_ commands: [CommandDescription]) { self.commands = commands }

  package var text: String {
    """
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
        _winback_offer "$current" '\(words(names + ["--help", "--version"]))'
        return
      fi

      case ${COMP_WORDS[1]} in
    \(commands.map(branch(for:)).joined())\
      esac
    }

    complete -F _winback winback

    """
  }

  private var names: [String] { commands.map(\.name) }

  private func branch(for command: CommandDescription) -> String {
    let valued = command.options.filter(\.takesValue)
    let values = valued.map { option in
      "\(option.spellings.joined(separator: " | ")))\(action(for: option.kind)) return ;;"
    }
    let places = command.positionals.enumerated().map { place, positional in
      "\(positional.isRepeatable ? "*" : "\(place)"))\(action(for: positional.kind)) ;;"
    }
    return """
          \(command.name))
            _winback_find_place '\(words(valued.flatMap(\.spellings)))'
            if [[ ! $ended ]]; then
      \(cases(of: "$previous", values, indentation: "        "))\
              if [[ $current == -* ]]; then
                _winback_offer "$current" '\(words(command.options.map(\.spelling)))'
                return
              fi
            fi
      \(cases(of: "$place", places, indentation: "      "))\
            ;;

      """
  }

  private func cases(of word: String, _ cases: [String], indentation: String) -> String {
    guard !cases.isEmpty else { return "" }
    let lines = ["case \(word) in"] + cases.map { "  \($0)" } + ["esac"]
    return lines.map { "\(indentation)\($0)\n" }.joined()
  }

  /// The call that offers values, with a space before it; empty if there is nothing to offer.
  private func action(for kind: ValueKind?) -> String {
    switch kind {
    case .file(let extensions), .newFile(let extensions):
      " _winback_offer_files \(words(["\"$current\""] + extensions));"
    case .directory: " _winback_offer_directories \"$current\";"
    case .choices(let names): " _winback_offer \"$current\" '\(words(names))';"
    case .command: " _winback_offer \"$current\" '\(words(names))';"
    case .text, nil: ""
    }
  }

  private func words(_ names: [String]) -> String { names.joined(separator: " ") }
}

/// The script by which zsh completes command lines, for a directory of fpath or to be sourced.
package struct ZshCompletionScript {
  private let commands: [CommandDescription]

  package init(_ commands: [CommandDescription]) { self.commands = commands }

  package var text: String {
    """
    #compdef winback
    # Completes the command lines of winback in zsh.

    _winback_commands() {
      local -a commands=(
    \(commands.map { "    \(quoted("\($0.name):\($0.abstract)"))\n" }.joined())\
      )
      _describe -t commands command commands
    }

    _winback() {
      local curcontext="$curcontext" state line
      typeset -A opt_args

      _arguments -C -S \\
        '(- *)'{-h,--help}'[show this help]' \\
        '(- *)--version[show the version]' \\
        '1:command:_winback_commands' \\
        '*:: :->arguments'

      [[ $state == arguments ]] || return

      case $words[1] in
    \(commands.map(branch(for:)).joined())\
      esac
    }

    if [[ $funcstack[1] == _winback ]]; then
      _winback "$@"
    else
      compdef _winback winback
    fi

    """
  }

  private func branch(for command: CommandDescription) -> String {
    let specifications =
      command.options.map(specification(for:)) + command.positionals.map(specification(for:))
    return "    \(command.name))\n      _arguments -s -S \\\n"
      + specifications.map { "        \($0)" }.joined(separator: " \\\n") + "\n      ;;\n"
  }

  private func specification(for option: OptionDescription) -> String {
    var names = [option.takesValue ? "\(option.spelling)=" : option.spelling]
    if let shortName = option.shortName {
      names.insert(option.takesValue ? "-\(shortName)+" : "-\(shortName)", at: 0)
    }
    var text = "[\(escaped(option.help, "[]"))]"
    if case .named(let name, let kind) = option.value {
      text += ":\(escaped(name, ":")):\(action(for: kind))"
    }
    if option.isRepeatable { return names.map { quoted("*\($0)\(text)") }.joined(separator: " ") }
    guard names.count > 1 else { return quoted(names.joined() + text) }
    let exclusion = quoted("(\(option.spellings.joined(separator: " ")))")
    return "\(exclusion){\(names.joined(separator: ","))}\(quoted(text))"
  }

  private func specification(for positional: PositionalDescription) -> String {
    let prefix = positional.isRepeatable ? "*:" : positional.isRequired ? ":" : "::"
    return quoted("\(prefix)\(escaped(positional.help, ":")):\(action(for: positional.kind))")
  }

  private func action(for kind: ValueKind) -> String {
    switch kind {
    case .file(let extensions) where extensions.count > 1,
      .newFile(let extensions) where extensions.count > 1:
      "_files -g \"*.(\(extensions.joined(separator: "|")))\""
    case .file(let extensions), .newFile(let extensions):
      extensions.first.map { "_files -g \"*.\($0)\"" } ?? "_files"
    case .directory: "_files -/"
    case .choices(let names): "(\(names.joined(separator: " ")))"
    case .command: "_winback_commands"
    case .text: " "
    }
  }

  private func escaped(_ text: String, _ special: String) -> String {
    text.map { special.contains($0) || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
  }

  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

/// The script by which fish completes command lines.
package struct FishCompletionScript {
  private let commands: [CommandDescription]

  package init(_ commands: [CommandDescription]) { self.commands = commands }

  package var text: String {
    """
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
    \(commands.map(name(of:)).joined())
    \(commands.map(lines(for:)).joined(separator: "\n"))
    """
  }

  private func name(of command: CommandDescription) -> String {
    "complete -c winback -n __winback_expects_command -a \(command.name)"
      + " -d \(quoted(command.abstract))\n"
  }

  private func lines(for command: CommandDescription) -> String {
    let start = "complete -c winback -n '__winback_runs \(command.name)'"
    let positionals = command.positionals.compactMap { positional in
      arguments(for: positional.kind).map { "\(start) \($0)\n" }
    }
    let options = command.options.map { option in
      var line = start
      if let shortName = option.shortName { line += " -s \(shortName)" }
      line += " -l \(option.name)"
      if let kind = option.kind { line += " -r \(arguments(for: kind) ?? "-f")" }
      return line + " -d \(quoted(option.help))\n"
    }
    return positionals.joined() + options.joined()
  }

  private func arguments(for kind: ValueKind) -> String? {
    switch kind {
    case .file(let extensions) where !extensions.isEmpty,
      .newFile(let extensions) where !extensions.isEmpty:
      "-k -a '(\(extensions.map { "__fish_complete_suffix .\($0)" }.joined(separator: "; ")))'"
    case .file, .newFile: "-F"
    case .directory: "-f -a '(__fish_complete_directories)'"
    case .choices(let names): "-f -a '\(names.joined(separator: " "))'"
    case .command: "-f -a '\(commands.map(\.name).joined(separator: " "))'"
    case .text: nil
    }
  }

  private func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "'"
  }
}
