/// Makes a JWS whose signature says nothing, as readers that do not check it see one.
enum SignedText {
  static func of(_ payload: String, header: String = #"{"alg":"ES256","x5c":[]}"#) -> String {
    [header, payload, "signature"].map { encode($0.utf8) }.joined(separator: ".")
  }

  /// Returns bytes as Base64 for URLs, written without a library so that it can be one's witness.
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var bits = ""
    for byte in bytes {
      let digits = String(byte, radix: 2)
      bits += String(repeating: "0", count: 8 - digits.count) + digits
    }
    var text = ""
    var rest = Substring(bits)
    while !rest.isEmpty {
      let group = rest.prefix(6)
      rest = rest.dropFirst(6)
      let padded = group + String(repeating: "0", count: 6 - group.count)
      text.append(alphabet[Int(padded, radix: 2) ?? 0])
    }
    return text
  }
}
