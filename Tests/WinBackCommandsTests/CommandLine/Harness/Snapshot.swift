import Foundation
import Testing

/// Compares text, byte by byte, with a file in the folder Snapshots beside the test.
///
/// With `RECORD_SNAPSHOTS=1` in the environment the file is written, and the test fails, so that
/// a recording is never taken for a proof.
func expectSnapshot(
  _ text: String,
  _ name: String,
  testPath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = URL(filePath: testPath).deletingLastPathComponent().appending(path: "Snapshots")
  let file = folder.appending(path: name)
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    Issue.record("recorded \(name)", sourceLocation: sourceLocation)
  } else {
    let recorded = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(text == recorded, "differs from \(name)", sourceLocation: sourceLocation)
  }
}
