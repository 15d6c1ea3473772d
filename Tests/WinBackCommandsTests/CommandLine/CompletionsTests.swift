import Foundation
import Testing
import WinBackCommands

@Suite("Completion scripts")
struct CompletionsTests {
  private static let commands = [SampleCommand.description, CommandDescription.lookup]

  @Test("are made from the descriptions of the commands")
  func snapshots() throws {
    try expectSnapshot(BashCompletionScript(Self.commands).text, "completions.bash")
    try expectSnapshot(ZshCompletionScript(Self.commands).text, "completions.zsh")
    try expectSnapshot(FishCompletionScript(Self.commands).text, "completions.fish")
  }

  @Test("are printed for each shell", arguments: ["bash", "zsh", "fish"])
  func prints(shell: String) {
    let descriptions = WinBackCommand.commands.map { $0.description }
    let expected =
      switch shell {
      case "bash": BashCompletionScript(descriptions).text
      case "zsh": ZshCompletionScript(descriptions).text
      default: FishCompletionScript(descriptions).text
      }
    let run = CommandRun(["completions", shell])
    #expect(run == CommandRun(status: .done, output: expected, errors: ""))
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
    let offered = try TemporaryDirectory.with { directory in
      try directory.write(BashCompletionScript(Self.commands).text, to: "script")
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
      let bash = try #require(ShellProcess.path(of: "bash"))
      let process = try ShellProcess(
        bash,
        ["-c", program, "bash"] + words,
        directory: directory.path("files")
      )
      #expect(process.errors.isEmpty)
      return process.output.split(separator: "\n").joined(separator: " ")
    }
    #expect(offered == expected)
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
    let offered = try TemporaryDirectory.with { directory in
      try directory.write(FishCompletionScript(Self.commands).text, to: "script")
      let fish = try #require(ShellProcess.path(of: "fish"))
      let process = try ShellProcess(
        fish,
        ["--no-config", "-c", "source \(directory.path("script")); complete -C \"$argv[1]\"", line]
      )
      return process.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    }
    #expect(offered.joined(separator: " ") == expected)
  }

  private func checkSyntax(_ shell: String) throws {
    let text =
      switch shell {
      case "bash": BashCompletionScript(Self.commands).text
      case "zsh": ZshCompletionScript(Self.commands).text
      default: FishCompletionScript(Self.commands).text
      }
    let executable = try #require(ShellProcess.path(of: shell))
    let process = try TemporaryDirectory.with { directory in
      try directory.write(text, to: "script")
      return try ShellProcess(executable, ["-n", directory.path("script")])
    }
    #expect(process.status == 0)
    #expect(process.errors.isEmpty)
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
