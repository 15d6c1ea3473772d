extension Instant {
  /// The instant as ISO 8601 text in UTC, always with milliseconds: 2024-06-01T00:00:00.000Z.
  ///
  /// A year outside 0 to 9999 has a sign, and as many digits as it needs.
  public var iso8601: String {
    var bytes: ContiguousArray<UInt8> = []
    appendISO8601(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the ISO 8601 text of the instant, 24 bytes in the years 0 to 9999.
  ///
  /// - Parameter bytes: The bytes to append to.
  @inlinable
  package func appendISO8601(to bytes: inout some RangeReplaceableCollection<UInt8>) {
    bytes.append(contentsOf: slowISO8601.utf8)
  }

  @usableFromInline
  var slowISO8601: String {
    func two(_ n: Int64) -> String { n < 10 ? "0\(n)" : "\(n)" }
    let t = timeOfDay
    let ms = t % 1000
    return "\(date)T\(two(t / 3_600_000)):\(two(t / 60_000 % 60)):\(two(t / 1000 % 60))"
      + ".\(ms < 100 ? "0" : "")\(two(ms))Z"
  }
}

extension Instant: CustomStringConvertible {
  /// The instant as ISO 8601 text in UTC.
  public var description: String { iso8601 }
}
