extension ContiguousArray<UInt8> {
  /// The bytes in Base64, with padding.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  var base64: String {
    let alphabet = ContiguousArray(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    var text: ContiguousArray<UInt8> = []
    text.reserveCapacity((count + 2) / 3 * 4)
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for digit in 0..<4 {
        text.append(
          digit <= group.count
            ? alphabet[Int(bits >> UInt32(18 - 6 * digit) & 63)] : UInt8(ascii: "=")
        )
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
