/// A value as it was written last, and what it means: most values of a history repeat.
struct Repeated<Meaning: Sendable>: Sendable {
  let pattern: BytePattern
  let meaning: Meaning
}

extension JSONScanner {
  /// Reads a value, at once where it is written as the last one was.
  @inline(__always)
  mutating func read<Meaning>(
    repeating latest: inout Repeated<Meaning>?,
    _ read: (inout JSONScanner) throws(JSONError) -> Meaning
  ) throws(JSONError) -> Meaning {
    if let latest, skip(latest.pattern) { return latest.meaning }
    let start = offset
    let meaning = try read(&self)
    latest = BytePattern(start..<offset, in: text.loads).map {
      Repeated(pattern: $0, meaning: meaning)
    }
    return meaning
  }
}
