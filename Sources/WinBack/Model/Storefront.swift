import CalendarTime

/// A country or region whose App Store a customer buys from, as an ISO 3166-1 alpha-3 code (F10).
///
/// The three letters are packed into one number, so batch evaluation compares storefronts without
/// text.
public struct Storefront: Sendable, Hashable {
  @usableFromInline
  package let packed: UInt32

  @inlinable
  package init(packed: UInt32) {
    self.packed = packed
  }

  /// Creates a storefront from a country code; nil if it is not one.
  ///
  /// - Parameter code: Three capital letters, taken as they are, or an alpha-2 code of ISO 3166-1,
  ///   which is converted (F12). Kosovo is `XKS`, or `XK`.
  public init?(_ code: some StringProtocol) {
    var letters: UInt32 = 0
    var count = 0
    for byte in code.utf8 {
      guard count < 3, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) else { return nil }
      letters = letters << 8 | UInt32(byte)
      count += 1
    }
    switch count {
    case 3: packed = letters
    case 2:
      guard let alpha3 = Self.alpha3(ofAlpha2: letters) else { return nil }
      packed = alpha3
    default: return nil
    }
  }

  package init?(_ code: borrowing RawSpan) {
    guard code.byteCount == 2 || code.byteCount == 3 else { return nil }
    var letters: UInt32 = 0
    for offset in 0..<code.byteCount {
      let byte = code.existingByte(at: offset)
      guard byte &- UInt8(ascii: "A") < 26 else { return nil }
      letters = letters << 8 | UInt32(byte)
    }
    guard code.byteCount == 2 else {
      packed = letters
      return
    }
    guard let alpha3 = Self.alpha3(ofAlpha2: letters) else { return nil }
    packed = alpha3
  }

  /// The alpha-3 code, such as `USA`.
  public var code: String {
    String(
      decoding: [UInt8(packed >> 16 & 0xFF), UInt8(packed >> 8 & 0xFF), UInt8(packed & 0xFF)],
      as: UTF8.self
    )
  }
}

extension Storefront: Comparable {
  /// Returns whether one code comes before another in byte order.
  public static func < (lhs: Storefront, rhs: Storefront) -> Bool { lhs.packed < rhs.packed }
}

extension Storefront: CustomStringConvertible {
  /// The alpha-3 code.
  public var description: String { code }
}
