/// Finds documents of the App Store Server API that stand one after the other, on lines or not.
struct ServerDocuments: ~Copyable, ~Escapable {
  /// A document.
  struct Document {
    let range: Range<Int>
    /// Why the bytes are not JSON; nil if they are.
    var fault: JSONError?
  }

  private var scanner: JSONScanner
  private let isWhole: Bool

  /// The offset behind the last whole document; behind everything if no more bytes come.
  private(set) var end = 0

  /// Begins with the first document of an input.
  ///
  /// A line that is not JSON is a document with a fault. One that begins on an earlier line than
  /// its fault takes in all that comes after, for nobody knows where the next one begins.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - start: The offset of the first document.
  ///   - isWhole: Whether no more bytes come; if not, what may continue is left.
  @_lifetime(copy bytes)
  init(in bytes: RawSpan, from start: Int = 0, isWhole: Bool) {
    scanner = JSONScanner(bytes)
    if start > 0 { scanner.restart(at: start) }
    self.isWhole = isWhole
  }

  /// Returns the next document; nil if there is none, or if it may continue.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the document.
  mutating func next() -> Document? {
    let bytes = scanner.text.bytes
    while scanner.skipWhitespace() {
      let start = scanner.offset
      // Files that are joined have a mark of byte order each.
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

  /// Returns where a broken document ends: with its line, unless it is laid out over several.
  private static func endOfBroken(_ start: Int, _ error: JSONError, in bytes: RawSpan) -> Int {
    let lineEnd = bytes.endOfLine(from: start)
    guard error.offset > lineEnd else { return lineEnd }
    var next = JSONScanner(lines: bytes.extracting(lineEnd..<bytes.byteCount), startsInput: false)
    return next.nextLineIsValue() ? lineEnd : bytes.byteCount
  }
}

extension JSONScanner {
  /// Continues anywhere, as if nothing had been read.
  mutating func restart(at start: Int) {
    offset = start
    depth = 0
    isAfterValue = false
  }
}

extension JSONError {
  /// The error of an object that is nothing that the App Store Server API gives.
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
  /// Creates a scanner of what starts at an offset.
  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, at offset: Int) {
    self.init(bytes)
    self.offset = offset
  }
}
