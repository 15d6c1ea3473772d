import Foundation
import Testing
import WinBackFormats

@Suite("JSONTestSuite", .enabled(if: SharedFiles.exist, "the shared data is absent"))
struct JSONTestSuiteTests {
  static let files: [URL] = SharedFiles.files(in: "conformance/json/test_parsing")

  @Test("accepts what must parse and rejects what must not", arguments: JSONWalk.allCases)
  func decided(walk: JSONWalk) throws {
    for file in Self.files {
      let name = file.lastPathComponent
      guard !name.hasPrefix("i_") else { continue }
      let error = walk.error(in: ContiguousArray(try Data(contentsOf: file)))
      #expect((error == nil) == name.hasPrefix("y_"), "\(name): \(String(describing: error))")
    }
  }
}
