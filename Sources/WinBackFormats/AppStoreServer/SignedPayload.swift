/// The payload of a JWS, decoded.
///
/// The signature is not checked: that takes cryptography and Apple's certificates, which Apple's own
/// server library has. Whoever does not trust where an input comes from checks it there first.
struct SignedPayload {
  /// The payload, a JSON object.
  let root: JSONNode

  /// Decodes the payload of a JWS.
  ///
  /// - Parameter jws: A string.
  /// - Throws: ``FormatError`` at the string where it is no JWS, or its payload is no JSON object.
  init(of jws: JSONNode) throws(FormatError) {
    let text = ContiguousArray(try jws.string().utf8)
    let parts = text.split(
      separator: UInt8(ascii: "."),
      maxSplits: 4,
      omittingEmptySubsequences: false
    )
    guard parts.count == 3 else {
      throw jws.error(
        "expected a JWS, three parts with '.' between them, found "
          + "'\(String(decoding: text.prefix(320), as: UTF8.self).shownInMessage)'"
      )
    }
    let payload: ContiguousArray<UInt8>
    do throws(Base64URL.Fault) {
      payload = try Base64URL.decode(parts[1])
    } catch {
      let rest = String(decoding: parts[1].dropFirst(error.offset), as: UTF8.self)
      let found = rest.first.map { "'\(String($0).shownInMessage)'" } ?? "its end within a byte"
      throw jws.error(
        "expected Base64 in the payload of the JWS, found \(found)",
        atDecodedUTF8Offset: parts[1].startIndex + error.offset
      )
    }
    do {
      root = try JSONDocument(parsing: payload).root
    } catch {
      throw jws.error("the payload of the JWS is no JSON: \(error.messageWithPath)")
    }
    guard root.kind == .object else {
      throw jws.error("expected an object in the payload of the JWS, found \(root.kind)")
    }
  }
}
