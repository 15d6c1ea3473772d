/// `winback completions`: a script that teaches a shell to complete winback's command lines.
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

  private let shell: String

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    shell = try arguments.required(Self.shell)
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let commands = WinBackCommand.commands.map { $0.description }
    let script =
      switch shell {
      case "zsh": ZshCompletionScript(commands).text
      case "fish": FishCompletionScript(commands).text
      default: BashCompletionScript(commands).text
      }
    try console.output.write(ContiguousArray(script.utf8).span)
    return .done
  }
}
