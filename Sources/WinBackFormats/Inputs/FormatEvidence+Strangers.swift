import CEL

extension FormatEvidence {
  /// Looks for files that users often give instead of histories and catalogs.
  ///
  /// - Parameters:
  ///   - bytes: The input, or its start.
  ///   - kind: What is expected, such as `histories as JSON`.
  /// - Returns: The error of such an input; nil for all others.
  static func stranger(in bytes: RawSpan, expected kind: String) -> FormatError? {
    (name(of: bytes) ?? apiError(in: bytes)).map {
      FormatError(ofInput: "expected \(kind), found \($0)")
    }
  }

  private static func name(of bytes: RawSpan) -> String? {
    for (signature, name) in signatures where bytes.byteCount >= signature.count {
      if signature.indices.allSatisfy({ bytes.byte(at: $0) == signature[$0] }) { return name }
    }
    let text = JSONText(bytes)
    let start = text.endOfWhitespace(from: text.start)
    guard text.byte(at: start) == UInt8(ascii: "<") else { return nil }
    let end = min(bytes.byteCount, start &+ 1_000)
    let head = bytes.text(in: start..<end).lowercased()
    return head.hasPrefix("<!doctype html") || head.contains(part: "<html")
      ? "HTML, perhaps the page of a sign-in" : "XML or HTML"
  }

  /// The first bytes of files that users often confuse with exports.
  private static let signatures: [(signature: [UInt8], name: String)] = [
    (Array("PAR1".utf8), "a Parquet file; DuckDB's 'COPY ... TO' converts it"),
    (Array("%PDF".utf8), "a PDF"), (Array("PK\u{3}\u{4}".utf8), "a ZIP archive or a spreadsheet"),
    ([0x28, 0xB5, 0x2F, 0xFD], "a file that zstd has compressed; 'zstd -dc' decompresses it"),
    (Array("BZh".utf8), "a file that bzip2 has compressed; 'bzip2 -dc' decompresses it"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "a file that xz has compressed; 'xz -dc' decompresses it"),
    (Array("Obj\u{1}".utf8), "an Avro file"), (Array("ORC".utf8), "an ORC file"),
    (Array("SQLite format 3".utf8), "a SQLite database"),
    ([0xFF, 0xFE], "text in UTF-16; 'iconv -f UTF-16 -t UTF-8' converts it"),
    ([0xFE, 0xFF], "text in UTF-16; 'iconv -f UTF-16 -t UTF-8' converts it"),
  ]

  /// The error response of one of Apple's APIs, in words; nil if the first value is not one.
  static func apiError(in bytes: RawSpan, at start: Int? = nil) -> String? {
    var scanner = JSONScanner(bytes)
    if let start { scanner.restart(at: start) }
    guard scanner.skipWhitespace(), bytes.byte(at: scanner.offset) == UInt8(ascii: "{"),
      let range = try? scanner.skipValue(), range.count < 1 << 16
    else { return nil }
    var document: ContiguousArray<UInt8> = []
    document.append(contentsOf: bytes, in: range)
    guard let object = try? JSONDocument(parsing: document).root.object() else { return nil }
    var code = try? object.optional("errorCode")?.integer(in: Int.min...Int.max).description
    var text = try? object.optional("errorMessage")?.string()
    if let error = try? object.optional("errors")?.array().first?.object() {
      code = try? error.optional("code")?.string()
      text = try? error.optional("detail")?.string()
    }
    guard let code, let text else { return nil }
    return "an error of Apple's API: \(code.shownInMessage), \(text.shownInMessage)"
  }
}
