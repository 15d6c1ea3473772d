import Foundation

/// Customers of the sample catalog, a line each, and runs of `winback score` over them.
enum ScoreSamples {
  /// A customer who may have the offer at ``instant``.
  static let alice = line(of: "alice.json")

  /// A customer of whom the storefront is not known, so that the offer cannot be decided.
  static let undetermined = line(of: "undetermined.json")

  /// A customer who never bought anything.
  static let bob = #"{"customerId":"bob","transactions":[]}"#

  /// The instant that runs ask about.
  static let instant = "2025-01-15"

  /// Returns a sample on one line.
  static func line(of name: String) -> String {
    ((try? Samples.text(name)) ?? "").split(separator: "\n").joined(separator: " ")
  }

  /// All sample customers.
  static func customers() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: Samples.path(""))
    let lines = names.sorted().filter { $0.hasSuffix(".json") }.map(line)
    return lines.filter { $0.contains("customerId") }.joined(separator: "\n")
  }

  /// Returns what is known of a customer, under another name.
  static func alice(named name: String) -> String {
    alice.replacing(#""alice""#, with: "\"\(name)\"")
  }

  /// Runs `winback score` over a text as standard input, for ``instant``.
  static func score(
    _ input: String,
    _ arguments: [String] = [],
    catalog: String = Samples.path("catalog.json")
  ) -> CommandRun {
    CommandRun(
      ["score", "-", "--catalog", catalog, "--as-of", instant] + arguments,
      on: InMemoryConsole(input: input)
    )
  }

  /// Runs `winback score` over files, for ``instant``.
  ///
  /// Messages name files without the folder, so that they are the same wherever the tests are.
  static func score(
    _ files: String...,
    in directory: TemporaryDirectory,
    catalog: [String] = ["--catalog", Samples.path("catalog.json")],
    _ arguments: [String] = []
  ) -> CommandRun {
    let files = files.map(directory.path)
    return CommandRun(["score"] + files + ["--as-of", instant] + catalog + arguments)
      .removing(directory.path("") + "/")
  }
}
