/// The encoding of the parts of a JWS.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars
  )

  /// Returns bytes in Base64 for URLs, without padding.
  static func url(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var pending: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(digits[Int(pending >> count & 63)])
      }
      pending &= (1 << count) - 1
    }
    if count > 0 { text.append(digits[Int(pending << (6 - count) & 63)]) }
    return String(text)
  }
}
