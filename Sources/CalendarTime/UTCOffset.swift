/// A fixed offset of local time from UTC, from -23:59 to +23:59, in whole minutes.
///
/// ISO 8601 text can write this range. The policy for dates (T4) is such an offset, and a date-time
/// can end in one.
public struct UTCOffset: Sendable, Hashable {
  /// The minutes that local time is ahead of UTC; negative if it is behind.
  package let minutes: Int16

  init(minutes: Int16) { self.minutes = minutes }

  /// No offset.
  public static let utc: UTCOffset = UTCOffset(minutes: 0)

  /// Creates an offset from `UTC`, `Z`, or hours and minutes such as `+09:00`, `+0900` or `+09`.
  ///
  /// It is nil for any other text.
  ///
  /// - Parameter text: The text, in full.
  public init?(_ text: String) {
    if text == "UTC" {
      self = .utc
    } else {
      let bytes = ContiguousArray(text.utf8)
      var reader = unsafe ISO8601Reader(bytes.span.bytes)
      guard let offset = try? reader.readOffset(), reader.isAtEnd else { return nil }
      self = offset
    }
  }

  /// The milliseconds that local time is ahead of UTC; negative if it is behind.
  public var milliseconds: Int64 { Int64(minutes) * 60_000 }
}

extension UTCOffset: CustomStringConvertible {
  /// The offset as text that can be read back: `UTC`, or hours and minutes such as `+09:00`.
  public var description: String {
    guard minutes != 0 else { return "UTC" }
    let (hour, minute) = minutes.magnitude.quotientAndRemainder(dividingBy: 60)
    return "\(minutes < 0 ? "-" : "+")\(hour < 10 ? "0" : "")\(hour)"
      + ":\(minute < 10 ? "0" : "")\(minute)"
  }
}
