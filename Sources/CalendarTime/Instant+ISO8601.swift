extension Instant {
  /// Creates an instant from ISO 8601 text.
  ///
  /// - Parameter text: A date, which is its midnight in UTC, or a date with a time; a time without an
  ///   offset is in UTC. Fractions of a millisecond are floored (T1).
  /// - Throws: ``ISO8601Error``, whose description says what was expected and what was found.
  public init(iso8601 text: String) throws(ISO8601Error) {
    self = try ISO8601Date(parsing: text).instant
  }

  /// The instant as ISO 8601 text in UTC, always with milliseconds: 2024-06-01T00:00:00.000Z.
  ///
  /// A year outside 0 to 9999 has a sign, and as many digits as it needs.
  public var iso8601: String {
    guard !isValid else { return String(decoding: ISO8601Text(self), as: UTF8.self) }
    let dayOfEpoch = ISO8601Text(Instant(milliseconds: timeOfDay))
    return "\(date)" + String(decoding: dayOfEpoch.dropFirst(10), as: UTF8.self)
  }

  /// Appends the ISO 8601 text of the instant, 24 bytes if the instant is valid (T5).
  ///
  /// It allocates only if the bytes have no room, or if the instant is not valid.
  @inlinable
  package func appendISO8601(to bytes: inout some RangeReplaceableCollection<UInt8>) {
    if isValid {
      bytes.append(contentsOf: ISO8601Text(self))
    } else {
      bytes.append(contentsOf: iso8601.utf8)
    }
  }
}

extension Instant: CustomStringConvertible {
  /// The instant as ISO 8601 text in UTC.
  public var description: String { iso8601 }
}
