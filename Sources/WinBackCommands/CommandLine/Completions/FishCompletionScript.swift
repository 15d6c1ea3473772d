/// The script by which fish completes command lines.
package struct FishCompletionScript {
  private let commands: [CommandDescription]

  /// Creates the script for these commands.
  package init(_ commands: [CommandDescription]) {
    self.commands = commands
  }

  /// The script.
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
