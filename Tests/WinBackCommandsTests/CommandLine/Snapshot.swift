import Foundation
import Testing

/// Compares text with a file of the folder Snapshots, byte by byte.
///
/// With `RECORD_SNAPSHOTS=1` in the environment the file is written, and the test fails, so that
/// a recording is never taken for a proof.
func expectSnapshot(
  _ text: String,
  _ name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Snapshots/\(name)"
  )
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
    try Data(text.utf8).write(to: file)
    Issue.record("recorded \(name)", sourceLocation: sourceLocation)
  } else {
    let recorded = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(text == recorded, "differs from \(name)", sourceLocation: sourceLocation)
  }
}
