/// The payload of a JWS (JSON Web Signature), whose signature is not checked.
enum SignedPayload {
  /// Converts an error in a payload to an error about its JWS.
  static func fault(
    _ context: String,
    _ error: JSONError,
    in payload: RawSpan,
    ofJWSAt jws: Int
  ) -> JSONError {
    let place = FormatError(error.description, at: error.offset, in: payload)
    return JSONError(context + place.messageWithPath, at: jws)
  }

  /// Decodes the payload of a JWS, which should be a JSON object.
  ///
  /// The JWS is a JSON string, or a word that ends with its line.
  ///
  /// - Throws: `JSONError` if it is not a JWS or not Base64.
  static func decode(at jws: Int, in bytes: RawSpan) throws(JSONError) -> ContiguousArray<UInt8> {
    var scanner = JSONScanner(bytes, at: jws)
    var word = scanner.readBareWord()
    if word == nil { word = try scanner.readString() }
    guard let string = word else { return [] }
    guard string.hasEscapes else {
      return try decode(scanner.bytes(of: string), string, jws, scanner)
    }
    var contents: ContiguousArray<UInt8> = []
    scanner.text.decode(string, into: &contents)
    return try decode(contents.rawBytes, string, jws, scanner)
  }

  private static func decode(
    _ text: RawSpan,
    _ string: JSONString,
    _ jws: Int,
    _ scanner: borrowing JSONScanner
  ) throws(JSONError) -> ContiguousArray<UInt8> {
    let dot = UInt8(ascii: ".")
    let first = text.offset(of: dot, from: 0)
    let second = text.offset(of: dot, from: first &+ 1)
    guard second < text.byteCount, text.offset(of: dot, from: second &+ 1) == text.byteCount else {
      let start = text.text(in: 0..<min(320, text.byteCount)).shownInMessage
      throw JSONError(
        "expected a JWS, three parts with '.' between them, found '\(start)'",
        at: jws
      )
    }
    let part = first &+ 1..<second
    do throws(Base64URL.Fault) {
      return try Base64URL.decode(text.extracting(part))
    } catch {
      let rest = text.text(in: part.lowerBound &+ error.offset..<part.upperBound)
      let found = rest.first.map { "'\(String($0).shownInMessage)'" } ?? "its end within a byte"
      throw JSONError(
        "expected Base64 in the payload of the JWS, found \(found)",
        at: scanner.text.offset(ofDecoded: part.lowerBound &+ error.offset, in: string)
      )
    }
  }

  /// Checks whether a payload is a JSON object.
  static func check(_ payload: RawSpan, ofJWSAt jws: Int) throws(JSONError) {
    var check = JSONScanner(payload)
    let kind: JSONKind
    do throws(JSONError) {
      kind = try check.peek()
      _ = try check.skipValue()
      try check.finish()
    } catch {
      throw fault("the payload of the JWS is not JSON: ", error, in: payload, ofJWSAt: jws)
    }
    guard kind != .object else { return }
    let message = "expected an object in the payload of the JWS, found \(kind)"
    throw JSONError(message, at: jws)
  }
}

/// Base64 with the alphabet of URLs and no padding, as in JWS and identifiers of App Store Connect.
enum Base64URL {
  /// The offset of a byte that is not valid, or the number of bytes if the text ends too early.
  struct Fault: Error {
    let offset: Int
  }

  /// The value of each byte; 64 if it is not in the alphabet.
  private static let values: ContiguousArray<UInt8> = {
    var values = ContiguousArray<UInt8>(repeating: 64, count: 256)
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    for (value, byte) in alphabet.utf8.enumerated() { values[Int(byte)] = UInt8(value) }
    for byte in "-+".utf8 { values[Int(byte)] = 62 }
    for byte in "_/".utf8 { values[Int(byte)] = 63 }
    return values
  }()

  /// Decodes text.
  ///
  /// Padding and the other alphabet are accepted, because both occur in practice.
  ///
  /// - Throws: ``Fault`` at the first byte that is not in the alphabet.
  static func decode(_ text: RawSpan) throws(Fault) -> ContiguousArray<UInt8> {
    var count = text.byteCount
    var padding = 0
    while padding < 2, count > 0, text.byte(at: count &- 1) == UInt8(ascii: "=") {
      count &-= 1
      padding &+= 1
    }
    let rest = count & 3
    var bytes = ContiguousArray<UInt8>(repeating: 0, count: count / 4 * 3 + max(0, rest &- 1))
    var decoded = bytes.mutableSpan
    let values = values.span
    var offset = 0
    var end = 0
    while offset &+ 4 <= count {
      let first = values[Int(text.byte(at: offset))]
      let second = values[Int(text.byte(at: offset &+ 1))]
      let third = values[Int(text.byte(at: offset &+ 2))]
      let fourth = values[Int(text.byte(at: offset &+ 3))]
      guard (first | second | third | fourth) & 64 == 0 else { break }
      decoded[end] = first &<< 2 | second &>> 4
      decoded[end &+ 1] = second &<< 4 | third &>> 2
      decoded[end &+ 2] = third &<< 6 | fourth
      offset &+= 4
      end &+= 3
    }
    var bits: UInt32 = 0
    for position in offset..<count {
      let value = values[Int(text.byte(at: position))]
      guard value < 64 else { throw Fault(offset: position) }
      bits = bits &<< 6 | UInt32(value)
    }
    switch rest {
    // A last group of one letter does not have enough bits for a byte.
    case 1: throw Fault(offset: text.byteCount)
    case 2: decoded[end] = UInt8(truncatingIfNeeded: bits &>> 4)
    case 3:
      decoded[end] = UInt8(truncatingIfNeeded: bits &>> 10)
      decoded[end &+ 1] = UInt8(truncatingIfNeeded: bits &>> 2)
    default: break
    }
    return bytes
  }
}
