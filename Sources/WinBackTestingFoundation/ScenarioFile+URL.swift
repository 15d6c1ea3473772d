public import Foundation

extension ScenarioFile {
  /// Reads the scenario file at a URL of a file, and the files that it names.
  ///
  /// ```swift
  /// static let file = URL(filePath: #filePath).deletingLastPathComponent()
  ///   .appending(path: "offers.scenarios.json")
  ///
  /// @Test(arguments: try ScenarioFile(contentsOf: Self.file))
  /// func scenario(outcome: ScenarioFile.Outcome) { #expect(outcome.failures == []) }
  /// ```
  ///
  /// - Throws: ``WinBackTesting/ScenarioFile/Fault`` if the file, or a file that all scenarios need, has
  ///   an error, or if there is no scenario.
  /// - Complexity: O(*n*) for *n* bytes, besides the files that it names.
  public init(contentsOf url: URL) throws(Fault) {
    try self.init(contentsOf: url.path(percentEncoded: false))
  }
}
