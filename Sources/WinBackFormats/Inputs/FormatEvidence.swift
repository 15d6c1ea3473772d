import CEL

/// The evidence of the format in the first value or the first line of an input.
struct FormatEvidence: Sendable {
  /// The greatest depth at which keys are collected.
  private static let depthLimit = 4

  /// The greatest number of keys that are collected: more are never needed to detect a format.
  private static let keyLimit = 1_000

  /// The paths of the keys of a JSON value, such as `data[].type`; of arrays, only the first
  /// element.
  private(set) var keys: Set<String> = []

  private(set) var columns: [String] = []

  /// Whether the input starts with a JWS.
  private(set) var isSignedPayload = false

  /// Reads the first value or line of an input, as far as it is complete.
  init(of bytes: RawSpan) {
    var scanner = JSONScanner(bytes)
    guard scanner.skipWhitespace() else { return }
    let start = scanner.offset
    switch bytes.byte(at: start) {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      // A broken value still gives the keys before the fault.
      try? collectKeys(&scanner, at: "", depth: 0)
    case UInt8(ascii: "\"") where bytes.startsSignedPayload(at: start &+ 1): isSignedPayload = true
    case _ where bytes.startsSignedPayload(at: start): isSignedPayload = true
    default: columns = Self.columns(in: bytes.text(in: start..<bytes.endOfLine(from: start)))
    }
  }

  private mutating func collectKeys(
    _ scanner: inout JSONScanner,
    at path: String,
    depth: Int
  ) throws(JSONError) {
    switch try scanner.peek() {
    case .object where depth < Self.depthLimit && keys.count < Self.keyLimit:
      try scanner.beginObject()
      while let key = try scanner.nextKey() {
        let path = (path.isEmpty ? "" : path + ".") + scanner.text(of: key)
        if keys.count < Self.keyLimit { keys.insert(path) }
        try collectKeys(&scanner, at: path, depth: depth &+ 1)
      }
    case .array where depth < Self.depthLimit:
      try scanner.beginArray()
      var isFirst = true
      while try scanner.nextElement() {
        if isFirst {
          try collectKeys(&scanner, at: path + "[]", depth: depth &+ 1)
        } else {
          _ = try scanner.skipValue()
        }
        isFirst = false
      }
    case .string where path == "[]":
      let string = try scanner.readString()
      isSignedPayload = scanner.bytes(of: string).startsSignedPayload(at: 0)
    default: _ = try scanner.skipValue()
    }
  }

  /// Returns the fields of a line with separators, without quotes.
  private static func columns(in line: String) -> [String] {
    line.split(omittingEmptySubsequences: false) { character in
      character.asciiValue.map(TableHeader.delimiters.contains) ?? false
    }
    .map { $0.trimming { $0.isWhitespace || $0 == "\"" } }
  }
}

extension FormatEvidence {
  func formats<Format: RecognizedFormat>(of kind: Format.Type) -> [Format] {
    kind.allCases.filter { $0.signs.contains { $0.matches(self) } }
  }

  /// Returns the one format that has a sign in the input; nil if the input has no evidence.
  ///
  /// `kind` is what is expected, such as `histories`; `others` are the formats of another kind of
  /// input.
  ///
  /// - Throws: ``FormatError`` if no format fits, or more than one.
  func format<Format: RecognizedFormat, Other: RecognizedFormat>(
    _ kind: String,
    unless others: Other.Type,
    _ otherKind: String
  ) throws(FormatError) -> Format? {
    let candidates = formats(of: Format.self)
    if candidates.count == 1 { return candidates.first }
    guard candidates.isEmpty else {
      throw FormatError(
        ofInput: "expected \(kind) of one format, found signs of \(Self.list(candidates))"
      )
    }
    guard !shown.isEmpty else { return nil }
    if let stranger = formats(of: others).first {
      throw FormatError(
        ofInput: "expected \(kind), found \(otherKind) in the format '\(stranger.rawValue)'"
      )
    }
    let all = Array(Format.allCases)
    let expected = "expected \(kind) in one of the formats \(Self.list(all))"
    if isTable {
      // Without a header the first line is data, which a message must not repeat.
      let known = columns.filter { column in
        all.contains { $0.signs.contains { $0.columns.contains(column) } }
      }
      let small = columns.map { $0.lowercased() }
      let meant = all.first {
        $0.signs.contains { !$0.columns.isEmpty && $0.columns.allSatisfy(small.contains) }
      }
      if let meant {
        throw FormatError(
          ofInput:
            "expected the columns of '\(meant.rawValue)' in small letters, found '\(columns[0])'; "
            + "change the first line"
        )
      }
      throw FormatError(
        ofInput: "\(expected), found a table of \(columns.count.grouped) columns"
          + (known.isEmpty
            ? " that no format has; a mapping describes columns"
            : " with " + known.map { "'\($0)'" }.joined(separator: ", "))
      )
    }
    // The reader of the format has the best message about a misspelt key.
    let nearCandidates = all.filter { $0.signs.contains { $0.nearlyMatches(self) } }
    if nearCandidates.count == 1 { return nearCandidates.first }
    throw FormatError(ofInput: "\(expected), found \(shown)")
  }

  /// Whether there is any evidence that a format could have.
  var showsAnything: Bool { !shown.isEmpty }

  /// Whether the input starts with neither JSON nor columns.
  var isOtherText: Bool { keys.isEmpty && !columns.isEmpty && !columns.allSatisfy { $0.isEmpty } }

  static var unknownText: FormatError {
    FormatError(
      ofInput:
        "expected histories in one of the formats \(list(Array(HistoryFormat.allCases))), found a line "
        + "that is neither JSON nor a table"
    )
  }

  /// The evidence, in words; empty if there is none.
  private var shown: String {
    if isSignedPayload { return "a JWS" }
    if isTable { return "a table" }
    let names = keys.filter { !$0.contains(".") }.ordered()
    guard let first = names.first else { return "" }
    let shown = names.prefix(8).map { "'\($0.shownInMessage)'" }.joined(separator: ", ")
    guard names.count > 1 else { return "the key '\(first.shownInMessage)'" }
    return "the keys \(shown)" + (names.count > 8 ? " and more" : "")
  }

  private var isTable: Bool { keys.isEmpty && columns.count > 1 }

  private static func list<Format: RawRepresentable<String>>(_ formats: [Format]) -> String {
    formats.map { "'\($0.rawValue)'" }.joined(separator: ", ")
  }
}

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
    let text = JSONText(bytes)
    for (signature, name) in signatures {
      // Text can have a byte order mark before it.
      for start in [0, text.start] where bytes.byteCount >= start &+ signature.count {
        if signature.indices.allSatisfy({ bytes.byte(at: start &+ $0) == signature[$0] }) {
          return name
        }
      }
    }
    // Without a byte order mark, every other byte of the first characters is 0.
    switch (0..<4).map({ text.byte(at: $0) == 0 }) {
    case [false, true, false, true] where bytes.byteCount >= 4:
      return "text in UTF-16; 'iconv -f UTF-16LE -t UTF-8' converts it"
    case [true, false, true, false] where bytes.byteCount >= 4:
      return "text in UTF-16; 'iconv -f UTF-16BE -t UTF-8' converts it"
    default: break
    }
    if let name = brokenPayload(in: bytes) { return name }
    let start = text.endOfWhitespace(from: text.start)
    guard text.byte(at: start) == UInt8(ascii: "<") else { return nil }
    let end = min(bytes.byteCount, start &+ 1_000)
    let head = bytes.text(in: start..<end).lowercased()
    return head.hasPrefix("<!doctype html") || head.contains(part: "<html")
      ? "HTML, perhaps the page of a sign-in; save the file itself, not the page that shows it"
      : "XML or HTML"
  }

  /// Names what keeps the first JWS, or a receipt, from being read; nil if nothing does.
  ///
  /// Both are Base64, which mails and terminals break over lines, and copying puts between quotes.
  private static func brokenPayload(in bytes: RawSpan) -> String? {
    let text = JSONText(bytes)
    let start = text.endOfWhitespace(from: text.start)
    let first = text.byte(at: start)
    if bytes.has("MII", at: start), bytes.endOfBase64(from: start) >= start &+ 60 {
      return "a receipt in Base64; the App Store Server API has the whole history: "
        + "'GET /inApps/v2/history/{transactionId}'"
    }
    guard let payload = bytes.startOfPayload(from: start) else { return nil }
    let before = payload == start ? nil : bytes.lastMark(before: payload, from: start)
    if before == UInt8(ascii: "'") || before == UInt8(ascii: "`") {
      return "a JWS between other quotes than \"; remove them"
    }
    if before == UInt8(ascii: ":"), first == UInt8(ascii: "{") {
      return "a JWS without quotes; write \" before and after it"
    }
    guard payload == start || before == UInt8(ascii: "\"") else { return nil }
    let end = bytes.endOfBase64(from: payload)
    let next = text.endOfWhitespace(from: end)
    let continues =
      bytes.startsLine(at: next, after: end)
      && (before != nil
        || !bytes.startsSignedPayload(at: next) && bytes.endOfBase64(from: next) > next)
    let beginsBelow =
      first == UInt8(ascii: "\"") && bytes.startsLine(at: payload, after: start &+ 1)
    return continues || beginsBelow
      ? "a JWS that is broken over several lines; 'tr -d \"\\r\\n\"' joins them" : nil
  }

  /// The first bytes of files that users often confuse with exports.
  private static let signatures: [(signature: [UInt8], name: String)] = [
    (Array("PAR1".utf8), "a Parquet file; DuckDB's 'COPY ... TO' converts it"),
    (Array("%PDF".utf8), "a PDF"),
    (
      Array("PK\u{3}\u{4}".utf8),
      "a ZIP archive or a spreadsheet; unpack the archive, save the spreadsheet as CSV"
    ),
    ([0x28, 0xB5, 0x2F, 0xFD], "a file that zstd has compressed; 'zstd -dc' decompresses it"),
    (Array("BZh".utf8), "a file that bzip2 has compressed; 'bzip2 -dc' decompresses it"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "a file that xz has compressed; 'xz -dc' decompresses it"),
    ([0x1F, 0x8B], "a file that gzip has compressed twice; 'gunzip' decompresses it once"),
    ([0x04, 0x22, 0x4D, 0x18], "a file that lz4 has compressed; 'lz4 -dc' decompresses it"),
    (Array("ARROW1".utf8), "an Arrow file; the Python module reads tables of Arrow"),
    ([0xFF, 0xFF, 0xFF, 0xFF], "a stream of Arrow; the Python module reads tables of Arrow"),
    (
      Array("sep=".utf8),
      "the line 'sep=' of a spreadsheet before the header; 'tail -n +2' removes it"
    ),
    (
      Array("```".utf8),
      "a fence of Markdown around the text; remove its first line and its last line"
    ),
    (Array("{\\rtf".utf8), "rich text; save it as plain text"),
    (
      Array("HTTP/".utf8),
      "the headers of a response before its body; 'curl' leaves them out without '-i'"
    ),
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

extension RawSpan {
  /// The longest beginning of an input in which a JWS is looked for.
  private static var searchedLength: Int { 1 << 12 }

  fileprivate func has(_ word: StaticString, at start: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    return start >= 0 && start &+ count <= byteCount
      && text(in: start..<start &+ count) == "\(word)"
  }

  /// Returns whether a JWS can start at an offset: its header is a JSON object in Base64.
  fileprivate func startsSignedPayload(at start: Int) -> Bool { has("eyJ", at: start) }

  /// Returns where the first JWS begins; nil if the beginning of the input has none.
  fileprivate func startOfPayload(from start: Int) -> Int? {
    let end = Swift.min(byteCount, start &+ Self.searchedLength)
    return (start..<Swift.max(start, end)).first { offset in
      byte(at: offset) == UInt8(ascii: "e") && startsSignedPayload(at: offset)
        && endOfBase64(from: offset) >= offset &+ 10
    }
  }

  /// Returns the end of the Base64, and of the full stops in a JWS, from an offset on.
  fileprivate func endOfBase64(from start: Int) -> Int {
    var end = start
    while end < byteCount, byte(at: end).isIdentifierPart || ".-+/=".utf8.contains(byte(at: end)) {
      end &+= 1
    }
    return end
  }

  /// Returns the last byte before an offset that is not whitespace.
  fileprivate func lastMark(before end: Int, from start: Int) -> UInt8? {
    (start..<end).reversed().first { byte(at: $0) > 0x20 }.map { byte(at: $0) }
  }

  /// Returns whether there is a line break, and something after it, between two offsets.
  fileprivate func startsLine(at next: Int, after end: Int) -> Bool {
    next < byteCount
      && (end..<Swift.max(end, next)).contains { byte(at: $0) == 0x0A || byte(at: $0) == 0x0D }
  }
}
