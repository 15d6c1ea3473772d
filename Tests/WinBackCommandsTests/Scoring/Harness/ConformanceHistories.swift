import Foundation
import TestSupport
import Testing

/// A catalog and customers of the conformance data, as files.
struct ConformanceHistories: CustomTestStringConvertible, Sendable {
  private let folder: URL

  var testDescription: String { path("") }

  /// The path of a file.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// The customers and the catalog as arguments of a command.
  var arguments: [String] { [path("histories.jsonl"), "--catalog", path("catalog.json")] }

  /// The first customers of each group, which the package carries.
  static let carried = groups(in: PackageFiles.url("Tests/WinBackTests/Conformance/Data"))

  /// All customers of each group, beside the package or where `WINBACK_SHARED` says.
  static let shared =
    groups(in: SharedFiles.folder.appending(path: "conformance/eligibility"))

  private static func groups(in folder: URL) -> [ConformanceHistories] {
    SharedFiles.files(in: folder).map(ConformanceHistories.init)
  }
}
