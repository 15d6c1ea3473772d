/// A part of an input, which owns the lines that start in it.
///
/// Ranges that cover an input without overlapping own each of its lines once, wherever they are cut.
struct ByteRange: Sendable, Hashable {
  let start: Int
  let end: Int

  /// Reads a range such as `1048576:4096`: an offset and a length in bytes.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = Int(parts[0]), let length = Int(parts[1]),
      start >= 0, length >= 0
    else { return nil }
    self.start = start
    end = start.addingReportingOverflow(length).overflow ? Int.max : start + length
  }
}
