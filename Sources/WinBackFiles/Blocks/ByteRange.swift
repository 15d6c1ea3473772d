/// A part of an input, which owns the lines that start in it.
///
/// If ranges cover an input without overlaps, each line belongs to exactly one of them.
package struct ByteRange: Sendable, Hashable {
  package static let all = ByteRange(start: 0, end: Int.max)

  package let start: Int
  package let end: Int

  private init(start: Int, end: Int) {
    self.start = start
    self.end = end
  }

  /// Reads a range such as `1048576:4096`: an offset and a length in bytes.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = Int(parts[0]), let length = Int(parts[1]),
      start >= 0, length >= 0
    else { return nil }
    let (end, isEndless) = start.addingReportingOverflow(length)
    self.init(start: start, end: isEndless ? Int.max : end)
  }

  package func contains(_ offset: Int) -> Bool { start <= offset && offset < end }

  func starting(atLeast offset: Int) -> ByteRange { ByteRange(start: max(start, offset), end: end) }
}
