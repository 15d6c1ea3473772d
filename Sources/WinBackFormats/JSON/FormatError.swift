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
  package init(_ message: String, at offset: Int, in document: RawSpan, ofValueAt start: Int = 0) {
    let (line, column) = JSONPositions.position(of: offset, in: document)
    var walk = JSONPathWalk(
      to: offset &- start,
      in: document.extracting(start..<document.byteCount)
    )
    self.init(message: message, offset: offset, line: line, column: column, path: walk.path())
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
    let line = lines.extracting(start..<lines.endOfLine(from: offset))
    let error = FormatError(message, at: offset &- start, in: line)
    self.init(
      message: message,
      offset: offset,
      line: lineIndex &+ 1,
      column: error.column,
      path: error.path
    )
  }
}

extension JSONScanner {
  /// Returns an error at an offset of the line, or of the document, that is read.
  package func fault(_ message: String, at offset: Int) -> FormatError {
    text.isLines
      ? FormatError(message, at: offset, inLine: lineIndex, of: text.bytes)
      : FormatError(message, at: offset, in: text.bytes)
  }
}

extension FormatError {
  package var messageWithPath: String { path.isEmpty ? message : "\(message) (at \(path))" }
}

extension FormatError: CustomStringConvertible {
  /// The line, the column, the message and the path.
  public var description: String { "\(line):\(column): \(messageWithPath)" }
}
