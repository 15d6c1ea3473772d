/// Base64 with the alphabet of URLs and no padding, as JWS and the ids of App Store Connect have it.
enum Base64URL {
  /// A byte that has no place in the text, or the number of bytes where the text breaks off.
  struct Fault: Error {
    let offset: Int
  }

  /// Decodes text.
  ///
  /// Padding is taken where it is, and so is the other alphabet: both are seen in practice.
  ///
  /// - Throws: ``Fault`` at the first byte that is none of the alphabet.
  /// - Complexity: O(*n*) for *n* bytes.
  static func decode(
    _ text: some RandomAccessCollection<UInt8>
  ) throws(Fault) -> ContiguousArray<UInt8> {
    var bytes: ContiguousArray<UInt8> = []
    bytes.reserveCapacity(text.count / 4 * 3 + 2)
    var bits: UInt32 = 0
    var bitCount = 0
    var count = 0
    for (offset, byte) in text.enumerated() {
      guard let value = value(of: byte) else {
        guard byte == UInt8(ascii: "="), text.dropFirst(offset).allSatisfy({ $0 == byte }),
          text.count - offset <= 2
        else { throw Fault(offset: offset) }
        break
      }
      count += 1
      bits = bits << 6 | value
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      bits &= (1 << UInt32(bitCount)) - 1
    }
    // A last group of one letter has too few bits for a byte.
    guard count % 4 != 1 else { throw Fault(offset: text.count) }
    return bytes
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"), UInt8(ascii: "+"): 62
    case UInt8(ascii: "_"), UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
