// The making of errors, out of line: none of it runs while the text is right.

extension JSONScanner {
  @inline(never)
  func failure(expected kind: JSONKind) -> JSONError {
    failure(expected: .kind(kind), at: offset)
  }

  @inline(never)
  func failure(expected expectation: JSONError.Expectation) -> JSONError {
    failure(expected: expectation, at: offset)
  }

  func failure(expected expectation: JSONError.Expectation, at offset: Int) -> JSONError {
    JSONError(.unexpected(finding(at: offset, for: expectation), expected: expectation), at: offset)
  }

  private func finding(
    at offset: Int,
    for expectation: JSONError.Expectation
  ) -> JSONError.Finding {
    let byte = bytes.byte(at: offset)
    guard offset < bytes.byteCount else { return .endOfFile }
    if readsLines, byte == UInt8(ascii: "\n") { return .endOfLine }
    if case .kind = expectation, let kind = kindOfValue(startingWith: byte) { return .kind(kind) }
    guard byte >= 0x80 else { return .character(Unicode.Scalar(byte)) }
    let count = bytes.countOfScalar(at: offset)
    guard count > 0, let scalar = bytes.text(in: offset..<offset &+ count).unicodeScalars.first
    else { return .byte(byte) }
    return .character(scalar)
  }
}
