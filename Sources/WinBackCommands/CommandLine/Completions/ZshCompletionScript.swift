/// The script by which zsh completes command lines, for a directory of fpath or to be sourced.
package struct ZshCompletionScript {
  private let commands: [CommandDescription]

  /// Creates the script for these commands.
  package init(_ commands: [CommandDescription]) {
    self.commands = commands
  }

  /// The script.
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
