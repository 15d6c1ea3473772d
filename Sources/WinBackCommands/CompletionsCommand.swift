import BuiltInFiles
package import WinBackCommandLine

struct CompletionsCommand: Command {
  private static let shell = ArgumentDescription(
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
    readsProject: false,
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
    try arguments.output.write(script, on: console)
    return .done
  }
}

/// The script by which bash completes command lines; it needs no other script and runs in bash 3.
package struct BashCompletionScript {
  private let commands: [CommandDescription]

  package init(_ commands: [CommandDescription]) { self.commands = commands }

  package var text: String {
    String(decoding: bashCompletions.contents, as: UTF8.self)
      .replacing(
        all: "{commands}",
        by: words(commands.map(\.name) + CommandDescription.questions.map(\.spelling))
      )
      .replacing(all: "{branches}\n", by: commands.map(branch(for:)).joined())
  }

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
                _winback_offer "$current" '\(words(command.allOptions.map(\.spelling)))'
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
    case .file(let extensions, _):
      " _winback_offer_files \(words(["\"$current\""] + extensions));"
    case .directory: " _winback_offer_directories \"$current\";"
    case .choices(let names): " _winback_offer \"$current\" '\(words(names))';"
    case .command: " _winback_offer \"$current\" '\(words(commands.map(\.name)))';"
    case .text, .key, .report, nil: ""
    }
  }

  private func words(_ names: [String]) -> String { names.joined(separator: " ") }
}

/// The script by which zsh completes command lines, for a directory of fpath or to be sourced.
package struct ZshCompletionScript {
  private let commands: [CommandDescription]

  package init(_ commands: [CommandDescription]) { self.commands = commands }

  package var text: String {
    let names = commands.map { "    \(quoted("\($0.name):\($0.abstract)"))\n" }
    return String(decoding: zshCompletions.contents, as: UTF8.self)
      .replacing(all: "{commands}\n", by: names.joined())
      .replacing(all: "{branches}\n", by: commands.map(branch(for:)).joined())
  }

  private func branch(for command: CommandDescription) -> String {
    let specifications = (command.allOptions + command.positionals).map(specification)
    return "    \(command.name))\n      _arguments -s -S \\\n"
      + specifications.map { "        \($0)" }.joined(separator: " \\\n") + "\n      ;;\n"
  }

  private func specification(of argument: ArgumentDescription) -> String {
    let action = argument.kind.map(action)
    guard !argument.isPositional else {
      let prefix = argument.isRepeatable ? "*:" : argument.isRequired ? ":" : "::"
      return quoted("\(prefix)\(escaped(argument.help, ":")):\(action ?? "")")
    }
    var names = [argument.takesValue ? "\(argument.spelling)=" : argument.spelling]
    if let shortName = argument.shortName {
      names.insert(argument.takesValue ? "-\(shortName)+" : "-\(shortName)", at: 0)
    }
    var text = "[\(escaped(argument.help, "[]"))]"
    if let name = argument.valueName, let action { text += ":\(escaped(name, ":")):\(action)" }
    if argument.isRepeatable {
      return names.map { quoted("*\($0)\(text)") }.joined(separator: " ")
    }
    guard names.count > 1 else { return quoted(names.joined() + text) }
    let exclusion = quoted("(\(argument.spellings.joined(separator: " ")))")
    return "\(exclusion){\(names.joined(separator: ","))}\(quoted(text))"
  }

  private func action(for kind: ValueKind) -> String {
    switch kind {
    case .file(let extensions, _) where extensions.count > 1:
      "_files -g \"*.(\(extensions.joined(separator: "|")))\""
    case .file(let extensions, _):
      extensions.first.map { "_files -g \"*.\($0)\"" } ?? "_files"
    case .directory: "_files -/"
    case .choices(let names): "(\(names.joined(separator: " ")))"
    case .command: "_winback_commands"
    case .text, .key, .report: " "
    }
  }

  private func escaped(_ text: String, _ special: String) -> String {
    text.map { special.contains($0) || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacing(all: "'", by: "'\\''") + "'"
  }
}

package struct FishCompletionScript {
  private let commands: [CommandDescription]

  package init(_ commands: [CommandDescription]) { self.commands = commands }

  package var text: String {
    String(decoding: fishCompletions.contents, as: UTF8.self)
      .replacing(all: "{commands}", by: commands.map(name(of:)).joined())
      .replacing(all: "{options}\n", by: commands.map(lines(for:)).joined(separator: "\n"))
  }

  private func name(of command: CommandDescription) -> String {
    "complete -c winback -n __winback_expects_command -a \(command.name)"
      + " -d \(quoted(command.abstract))\n"
  }

  private func lines(for command: CommandDescription) -> String {
    let start = "complete -c winback -n '__winback_runs \(command.name)'"
    let positionals = command.positionals.compactMap { positional in
      positional.kind.flatMap(arguments).map { "\(start) \($0)\n" }
    }
    let options = command.allOptions.map { option in
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
    case .file(let extensions, _) where !extensions.isEmpty:
      "-k -a '(\(extensions.map { "__fish_complete_suffix .\($0)" }.joined(separator: "; ")))'"
    case .file: "-F"
    case .directory: "-f -a '(__fish_complete_directories)'"
    case .choices(let names): "-f -a '\(names.joined(separator: " "))'"
    case .command: "-f -a '\(commands.map(\.name).joined(separator: " "))'"
    case .text, .key, .report: nil
    }
  }

  private func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "'"
  }
}
