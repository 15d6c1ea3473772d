/// Finds documents of the App Store Server API that stand one after the other, on lines or not.
struct ServerDocuments {
  /// A document.
  struct Document {
    let range: Range<Int>
    /// Why the bytes are not JSON; nil if they are.
    var fault: JSONError?
  }

  private(set) var documents: [Document] = []

  /// The offset behind the last whole document.
  private(set) var end = 0

  /// Finds the documents of an input.
  ///
  /// A line that is not JSON is a document with a fault. One that begins on an earlier line than
  /// its fault takes in all that comes after, for nobody knows where the next one begins.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - isWhole: Whether no more bytes come; if not, what may continue is left.
  /// - Complexity: O(*n*) for *n* bytes.
  init(in bytes: RawSpan, isWhole: Bool) {
    var scanner = JSONScanner(bytes)
    while scanner.skipWhitespace() {
      let start = scanner.offset
      // Files that are joined have a mark of byte order each.
      if bytes.byte(at: start) == 0xEF, bytes.byte(at: start &+ 1) == 0xBB {
        scanner.restart(at: start &+ 3)
        continue
      }
      do throws(JSONError) {
        if scanner.readBareWord() == nil { _ = try scanner.skipValue() }
        guard isWhole || scanner.offset < bytes.byteCount else { return }
        documents.append(Document(range: start..<scanner.offset))
      } catch {
        guard isWhole || bytes.endOfLine(from: error.offset) < bytes.byteCount else { return }
        let end = Self.endOfBroken(start, error, in: bytes)
        documents.append(Document(range: start..<end, fault: error))
        scanner.restart(at: end)
      }
      end = scanner.offset
    }
    end = isWhole ? bytes.byteCount : end
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
