import Testing
import WinBackCommandLine
import WinBackCommands

/// What all commands have in common, so that their help reads as if from one hand.
@Suite("Every command", .serialized)
struct CommandDescriptionTests {
  private static let descriptions: [CommandDescription] =
    WinBackCommand.commands.map { $0.description } + [SampleCommand.description]

  @Test("has a name of its own")
  func names() {
    let names = Self.descriptions.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test("says what it does in one line without a full stop", arguments: descriptions)
  func abstract(command: CommandDescription) {
    expectPhrase(command.abstract)
    #expect(command.abstract.count <= 64, "the list of commands is to fit into 80 columns")
  }

  @Test("explains its options and arguments in phrases", arguments: descriptions)
  func phrases(command: CommandDescription) {
    for option in command.options { expectPhrase(option.help) }
    for positional in command.positionals { expectPhrase(positional.help) }
    for example in command.examples { expectPhrase(example.value) }
  }

  @Test("has options that can be told apart", arguments: descriptions)
  func options(command: CommandDescription) {
    let names = command.options.map(\.name)
    #expect(Set(names).count == names.count)
    let letters = command.options.compactMap(\.shortName)
    #expect(Set(letters).count == letters.count)
  }

  @Test("has help that fits on two screens, and says where the rest is", arguments: descriptions)
  func length(command: CommandDescription) {
    let help = CommandRun([command.name, "--help"], among: WinBackCommand.commands).output
    #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
    let whole = CommandRun([command.name, "--help", "all"], among: WinBackCommand.commands).output
    for option in command.options where command.name != SampleCommand.description.name {
      #expect(help.contains(option.spellings[0]), "\(option.name)")
      let isOfProgram = CommandDescription.programOptions.contains(option)
      #expect(isOfProgram || whole.contains(option.spelling), "\(option.name)")
    }
  }

  @Test("has arguments whose places can be told apart", arguments: descriptions)
  func positionals(command: CommandDescription) {
    for (first, second) in zip(command.positionals, command.positionals.dropFirst()) {
      #expect(!first.isRepeatable)
      #expect(first.isRequired || !second.isRequired || second.isRepeatable)
    }
  }

  @Test("has an example, and every example is a call that is understood", arguments: descriptions)
  func examples(command: CommandDescription) throws {
    #expect(!command.examples.isEmpty)
    for example in command.examples {
      let line = try #require(
        example.key.split(separator: "|").first { $0.contains("winback ") }
      )
      let words = line.split(separator: " ").map(String.init).prefix { $0 != ">" }
      #expect(words.prefix(2) == ["winback", command.name])
      #expect(throws: Never.self, "\(example.key)") {
        try ArgumentParser.parse(Array(words.dropFirst(2)), for: command)
      }
    }
  }

  private func expectPhrase(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let first = text.unicodeScalars.first
    #expect(first?.properties.isUppercase == false, "\(text)", sourceLocation: sourceLocation)
    #expect(!text.hasSuffix("."), "\(text)", sourceLocation: sourceLocation)
    #expect(!text.contains("\n"), "\(text)", sourceLocation: sourceLocation)
  }
}
