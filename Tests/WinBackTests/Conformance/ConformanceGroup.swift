import Foundation
import TestSupport
import Testing

/// A catalog, customers and the answers that an independent program expects, as files.
struct ConformanceGroup: CustomTestStringConvertible, Sendable {
  let folder: URL

  var testDescription: String {
    folder.deletingLastPathComponent().lastPathComponent + "/" + folder.lastPathComponent
  }

  /// The catalog, as bytes of the native format.
  func catalog() throws -> Data {
    try Data(contentsOf: folder.appending(path: "catalog.json"))
  }

  /// The histories, each as bytes of the native format.
  func histories() throws -> [Data] { try lines(of: "histories.jsonl") }

  /// The answers by customer, one for each group in byte order.
  func answers() throws -> [String: [ConformanceAnswer]] {
    let decoder = JSONDecoder()
    let answers = try lines(of: "expected.jsonl").map {
      try decoder.decode(ConformanceAnswer.self, from: $0)
    }
    return Dictionary(grouping: answers, by: \.customerId)
  }

  private func lines(of name: String) throws -> [Data] {
    try Data(contentsOf: folder.appending(path: name)).split(separator: UInt8(ascii: "\n"))
  }
}

extension ConformanceGroup {
  /// Sixty customers of every group, the rare ones among them, which the package carries.
  static let carried = groups(in: PackageFiles.url("Tests/WinBackTests/Conformance/Data"))

  /// All customers of every group, which lie beside the package or where `WINBACK_SHARED` says.
  static let shared =
    groups(in: SharedFiles.folder.appending(path: "conformance/ranges"))

  private static func groups(in folder: URL) -> [ConformanceGroup] {
    SharedFiles.files(in: folder).map(ConformanceGroup.init)
  }
}
