/// Finds consecutive documents of the App Store Server API; a line can have several.
struct ServerDocuments: ~Copyable, ~Escapable {
  struct Document {
    let range: Range<Int>
    /// Why the bytes are not JSON; nil if they are.
    var fault: JSONError?
  }

  private var scanner: JSONScanner
  private let isWhole: Bool

  /// The offset after the last complete document; the end of the input if no more bytes come.
  private(set) var end = 0

  /// Starts with the first document of an input.
  ///
  /// A line that is not JSON is a document with a fault. If such a document starts on an earlier
  /// line than its fault, it extends to the end, because the start of the next one is not known.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - start: The offset of the first document.
  ///   - isWhole: Whether no more bytes come; if not, a document that can continue is not returned.
  @_lifetime(copy bytes)
  init(in bytes: RawSpan, from start: Int = 0, isWhole: Bool) {
    scanner = JSONScanner(bytes)
    if start > 0 { scanner.restart(at: start) }
    self.isWhole = isWhole
  }

  /// Returns the next document; nil if there is none, or if it can continue.
  mutating func next() -> Document? {
    let bytes = scanner.text.bytes
    while scanner.skipWhitespace() {
      let start = scanner.offset
      // Each of several joined files can have a byte order mark.
      if bytes.byte(at: start) == 0xEF, bytes.byte(at: start &+ 1) == 0xBB {
        scanner.restart(at: start &+ 3)
        continue
      }
      do throws(JSONError) {
        if scanner.readBareWord() == nil { _ = try scanner.skipValue() }
        guard isWhole || scanner.offset < bytes.byteCount else { return nil }
        end = scanner.offset
        return Document(range: start..<end)
      } catch {
        guard isWhole || bytes.endOfLine(from: error.offset) < bytes.byteCount else { return nil }
        end = Self.endOfBroken(start, error, in: bytes)
        scanner.restart(at: end)
        return Document(range: start..<end, fault: error)
      }
    }
    if isWhole { end = bytes.byteCount }
    return nil
  }

  /// Returns the end of a broken document: that of its line, or of the input if it continues.
  private static func endOfBroken(_ start: Int, _ error: JSONError, in bytes: RawSpan) -> Int {
    let lineEnd = bytes.endOfLine(from: start)
    guard error.offset > lineEnd else { return lineEnd }
    var next = JSONScanner(lines: bytes.extracting(lineEnd..<bytes.byteCount), startsInput: false)
    return next.nextLineIsValue() ? lineEnd : bytes.byteCount
  }
}

extension JSONScanner {
  /// Continues at an offset as if nothing had been read.
  mutating func restart(at start: Int) {
    offset = start
    depth = 0
    isAfterValue = false
  }
}

extension JSONError {
  static func unknownServerObject(at start: Int, in bytes: RawSpan) -> JSONError {
    let found = FormatEvidence.apiError(in: bytes, at: start)
    return JSONError(
      .rejected(
        "expected a response, a notification, a transaction or renewal information of the App Store "
          + "Server API, found \(found ?? "an object without any of their keys")"
      ),
      at: start
    )
  }
}

extension JSONScanner {
  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, at offset: Int) {
    self.init(bytes)
    self.offset = offset
  }
}
