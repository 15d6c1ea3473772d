import Foundation

/// The catalogs, customers and rule sets of the folder Samples.
enum Samples {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Samples",
    directoryHint: .isDirectory
  )

  /// The path of a sample.
  static func path(_ name: String) -> String { folder.appending(path: name).path }

  /// The text of a sample.
  static func text(_ name: String) throws -> String {
    try String(decoding: Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
  }

  /// Runs `winback evaluate` for a sample customer.
  ///
  /// Messages name files without the folder, so that they are the same wherever the tests are.
  static func evaluate(
    _ customer: String,
    catalog: String = "catalog.json",
    asOf: String,
    _ arguments: [String] = [],
    on memory: InMemoryConsole = InMemoryConsole()
  ) -> CommandRun {
    CommandRun(
      ["evaluate", path(customer), "--catalog", path(catalog), "--as-of", asOf] + arguments,
      on: memory
    ).removing("\(path(""))/")
  }
}
