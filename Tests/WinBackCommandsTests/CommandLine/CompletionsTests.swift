import Foundation
import Testing
import WinBackCommandLine
import WinBackCommands

@Suite("Completion scripts")
struct CompletionsTests {
  private let directory = TemporaryDirectory()
  private static let commands = [SampleCommand.description, CommandDescription.lookup]

  @Test("are made from the descriptions of the commands")
  func snapshots() throws {
    for shell in ["bash", "zsh", "fish"] {
      try expectSnapshot(Self.script(for: shell), "completions.\(shell)")
    }
  }

  @Test("are printed for each shell", arguments: ["bash", "zsh", "fish"])
  func prints(shell: String) {
    let expected = Self.script(for: shell, WinBackCommand.commands.map { $0.description })
    #expect(CommandRun(["completions", shell]) == CommandRun(status: .done, output: expected))
  }

  @Test("are read by bash without complaint", .enabled(if: isInstalled("bash"), "needs bash"))
  func bashSyntax() throws { try checkSyntax("bash") }

  @Test("are read by zsh without complaint", .enabled(if: isInstalled("zsh"), "needs zsh"))
  func zshSyntax() throws { try checkSyntax("zsh") }

  @Test("are read by fish without complaint", .enabled(if: isInstalled("fish"), "needs fish"))
  func fishSyntax() throws { try checkSyntax("fish") }

  @Test(
    "offer in bash what may stand at the cursor",
    .enabled(if: isInstalled("bash"), "needs bash"),
    arguments: [
      // The last word is the one at the cursor.
      (["winback", ""], "sample lookup --help --version"),
      (["winback", "lo"], "lookup"),
      (["winback", "sample", "--ca"], "--catalog"),
      (["winback", "sample", ""], "show count"),
      (["winback", "sample", "sh"], "show"),
      (["winback", "sample", "show", "--format", ""], "native app-store-server storekit"),
      (["winback", "sample", "--format", "=", "sto"], "storekit"),
      (["winback", "sample", "--format", "="], "native app-store-server storekit"),
      (["winback", "sample", "--catalog", ""], "folder a.json c.storekit"),
      (["winback", "sample", "-c", "a"], "a.json"),
      (["winback", "sample", "--catalog", "=", "c.json", ""], "show count"),
      (["winback", "sample", "--policy", "a", "=", "b", ""], "show count"),
      (["winback", "sample", "-q", "show", ""], "folder a.json"),
      (["winback", "sample", "show", "-", ""], "folder a.json"),
      (["winback", "sample", "show", "a.json", ""], "folder a.json"),
      (["winback", "sample", "show", "folder/"], "folder/b c.json"),
      (["winback", "sample", "--folder", ""], "folder"),
      (["winback", "sample", "--output", "n"], "notes.txt"),
      (["winback", "sample", "--as-of", ""], ""),
      (["winback", "sample", "--", "--"], ""),
      (["winback", "sample", "--", "show", "a"], "a.json"),
      (["winback", "lookup", "sa"], "sample"),
      (["winback", "lookup", "sample", ""], ""),
      (["winback", "unknown", ""], ""),
    ]
  )
  func bashOffers(words: [String], expected: String) throws {
    try directory.write(Self.script(for: "bash"), to: "script")
    try directory.makeDirectory("files")
    try directory.makeDirectory("files/folder")
    for name in ["a.json", "c.storekit", "notes.txt", "folder/b c.json"] {
      try directory.write("", to: "files/\(name)")
    }
    let program = """
      source ../script
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      _winback
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let process = try ShellProcess(
      #require(ShellProcess.path(of: "bash")),
      ["-c", program, "bash"] + words,
      directory: directory.path("files")
    )
    #expect(process.errors.isEmpty)
    #expect(process.output.split(separator: "\n").joined(separator: " ") == expected)
  }

  @Test(
    "offer in fish what may stand at the cursor",
    .enabled(if: isInstalled("fish"), "needs fish"),
    arguments: [
      ("winback ", "lookup sample"),
      ("winback sample --form", "--format"),
      ("winback sample --format ", "app-store-server native storekit"),
      ("winback sample --format=st", "--format=storekit"),
      ("winback lookup sa", "sample"),
      ("winback lookup --q", ""),
    ]
  )
  func fishOffers(line: String, expected: String) throws {
    try directory.write(Self.script(for: "fish"), to: "script")
    let process = try ShellProcess(
      #require(ShellProcess.path(of: "fish")),
      ["--no-config", "-c", "source \(directory.path("script")); complete -C \"$argv[1]\"", line]
    )
    let offered = process.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(offered.joined(separator: " ") == expected)
  }

  private func checkSyntax(_ shell: String) throws {
    try directory.write(Self.script(for: shell), to: "script")
    let process = try ShellProcess(
      #require(ShellProcess.path(of: shell)),
      ["-n", directory.path("script")]
    )
    #expect(process.status == 0)
    #expect(process.errors.isEmpty)
  }

  private static func script(
    for shell: String,
    _ commands: [CommandDescription] = commands
  ) -> String {
    switch shell {
    case "bash": BashCompletionScript(commands).text
    case "zsh": ZshCompletionScript(commands).text
    default: FishCompletionScript(commands).text
    }
  }

  private static func isInstalled(_ shell: String) -> Bool {
    ShellProcess.path(of: shell) != nil
  }
}

extension CommandDescription {
  fileprivate static let lookup = CommandDescription(
    name: "lookup",
    abstract: "find a command: the user's own or another",
    positionals: [
      ArgumentDescription("COMMAND", isRequired: false, kind: .command, help: "what to find")
    ]
  )
}
