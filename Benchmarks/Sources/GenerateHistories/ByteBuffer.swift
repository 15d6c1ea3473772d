/// Bytes of JSON on their way to a file.
struct ByteBuffer {
  private(set) var bytes: [UInt8] = []

  var count: Int {
    bytes.count
  }

  mutating func reserve(_ capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends an ASCII character.
  mutating func append(character: Unicode.Scalar) {
    bytes.append(UInt8(ascii: character))
  }

  /// Appends a string of JSON that needs no escapes.
  mutating func append(quoted text: String) {
    append(character: "\"")
    append(text)
    append(character: "\"")
  }

  mutating func append(_ slice: ArraySlice<UInt8>) {
    bytes.append(contentsOf: slice)
  }

  mutating func append(_ number: Int) {
    append(number, digits: 1)
  }

  /// Appends the digits of a number that is not negative, with leading zeros.
  mutating func append(_ number: Int, digits: Int) {
    var text: UInt64 = 0
    var high: UInt64 = 0
    var rest = UInt(number)
    var length = 0
    while rest > 0 || length < digits {
      high = high << 8 | text >> 56
      text = text << 8 | UInt64(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
      length += 1
    }
    while length > 0 {
      bytes.append(UInt8(truncatingIfNeeded: text))
      text = text >> 8 | high << 56
      high >>= 8
      length -= 1
    }
  }
}
