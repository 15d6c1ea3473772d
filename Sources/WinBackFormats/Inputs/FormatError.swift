import CEL

/// An error in an input: what is wrong, and where.
public struct FormatError: Error, Sendable, Hashable {
  /// What was expected and what was found, in words; lower case, without a full stop.
  public let message: String

  /// The byte offset from the start of the input, or of the block of lines that was read.
  public let offset: Int

  /// The line, counted from 1.
  public let line: Int

  /// The column, counted from 1 in Unicode scalars.
  public let column: Int

  /// The path in a JSON document, such as `offers[0].offerId`; empty at the top and in other
  /// formats.
  public let path: String

  package init(message: String, offset: Int, line: Int, column: Int, path: String = "") {
    self.message = message
    self.offset = offset
    self.line = line
    self.column = column
    self.path = path
  }

  /// Creates an error at an offset of a JSON document, which can be broken there and after it.
  ///
  /// Between members, the path is that of the object that contains them. From the opening quote of
  /// a key, it is that of the member, unless the document is broken before the colon.
  ///
  /// - Parameters:
  ///   - message: What was expected and what was found.
  ///   - offset: The byte offset from the start of the document.
  ///   - document: The bytes of the document, or of several consecutive documents.
  ///   - start: The offset of the document among several; paths start there.
  ///   - known: The start of a line before the offset, and the number of line feeds before it.
  package init(
    _ message: String,
    at offset: Int,
    in document: RawSpan,
    ofValueAt start: Int = 0,
    afterLines known: (end: Int, count: Int) = (0, 0)
  ) {
    let (line, column) = JSONPositions.position(
      of: offset,
      from: (known.end, (known.count &+ 1, 1)),
      in: document
    )
    var scanner = JSONScanner(document.extracting(start..<document.byteCount))
    let path = scanner.path(to: offset &- start)
    self.init(message: message, offset: offset, line: line, column: column, path: path)
  }

  /// Creates an error at an offset of JSON Lines.
  ///
  /// - Parameters:
  ///   - message: What was expected and what was found.
  ///   - offset: The byte offset from the start of the lines.
  ///   - lineIndex: The number of line feeds before the line; see ``JSONScanner/lineIndex``.
  ///   - lines: The bytes of the lines.
  package init(_ message: String, at offset: Int, inLine lineIndex: Int, of lines: RawSpan) {
    let start = lines.startOfLine(before: offset)
    self.init(
      message,
      at: offset,
      in: lines.extracting(0..<lines.endOfLine(from: offset)),
      ofValueAt: start,
      afterLines: (start, lineIndex)
    )
  }
}

extension JSONScanner {
  /// Returns an error in the line, or in the document, that is read, with its location.
  package func fault(_ error: JSONError) -> FormatError {
    text.isLines
      ? FormatError(error.description, at: error.offset, inLine: lineIndex, of: text.bytes)
      : FormatError(error.description, at: error.offset, in: text.bytes)
  }
}

extension FormatError {
  package var messageWithPath: String { path.isEmpty ? message : "\(message) (at \(path))" }
}

extension FormatError: CustomStringConvertible {
  /// The line, the column, the message and the path.
  public var description: String { "\(line):\(column): \(messageWithPath)" }
}

/// Counts the line feeds before offsets, which are mostly ascending.
package struct LineCounter: Sendable {
  private var known = (offset: 0, count: 0)

  package init() {}

  mutating func count(before offset: Int, in bytes: RawSpan) -> Int {
    let (end, count) = known
    known = (
      offset,
      offset < end
        ? count - bytes.extracting(offset..<end).lineFeedCount
        : count + bytes.extracting(end..<offset).lineFeedCount
    )
    return known.count
  }
}

/// A fact about an input that its user should know, although it is not an error.
///
/// If a reader leaves something out or treats it as unknown, there is always a warning about it.
public struct FormatWarning: Sendable, Hashable {
  /// The message; lower case, without a full stop.
  public let message: String

  /// The line, counted from 1; nil if it is about the whole input.
  public let line: Int?

  /// The column, counted from 1 in Unicode scalars.
  public let column: Int?

  /// The path in a JSON document, such as `signedTransactions[0]`; empty at the top.
  public let path: String

  /// Creates a warning about the whole input.
  package init(_ message: String) {
    self.message = message
    line = nil
    column = nil
    path = ""
  }

  /// Creates a warning at the location of an error that was not thrown.
  package init(_ place: FormatError) {
    message = place.message
    line = place.line
    column = place.column
    path = place.path
  }
}

extension FormatError {
  init(ofInput message: String) { self.init(message: message, offset: 0, line: 1, column: 1) }
}

/// The warnings of a reader, in the order in which they were added.
struct FormatWarnings: Sendable {
  /// The most warnings with a location: to find one, the input is read again up to it.
  private static let placeLimit = 100

  private(set) var all: [FormatWarning] = []

  /// Adds a warning about the whole input.
  mutating func append(_ message: String) { all.append(FormatWarning(message)) }

  mutating func append(_ message: String, at node: JSONNode) {
    append(message) { node.error(message) }
  }

  mutating func append(_ message: String, at place: () -> FormatError) {
    all.append(all.count < Self.placeLimit ? FormatWarning(place()) : FormatWarning(message))
  }
}

extension String {
  /// The text for a message: on one line, without invisible characters, and not too long.
  var shownInMessage: String {
    var shown = ""
    for scalar in unicodeScalars.prefix(80) {
      shown += scalar == " " || scalar.isVisible ? String(scalar) : scalar.codePoint
    }
    return unicodeScalars.dropFirst(80).isEmpty ? shown : shown + "…"
  }
}

extension [String] {
  /// Returns the message about a name that is not one of these, with the nearest name or all names.
  func refusal(of name: String) -> String {
    let hint =
      nearestName(to: name, among: self).map { "did you mean '\($0)'?" }
      ?? "expected one of \(map { "'\($0)'" }.joined(separator: ", "))"
    return "unknown value '\(name.shownInMessage)'; \(hint)"
  }
}

extension Unicode.Scalar {
  var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
      false
    default: true
    }
  }

  /// The code point of the character, such as `U+000A`.
  var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
