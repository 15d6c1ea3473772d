import WinBackFormats

/// A line that could not be read, whole, with what is wrong with it; of a table, all rows of a customer.
struct RejectedLine: Sendable {
  /// The number of line ends before the fault in its block.
  let lineIndex: Int
  /// Whether the line ends before the block are counted, too.
  var countsFromStart = false
  /// The offset of its first byte in the input.
  let offset: Int
  let column: Int
  let message: String
  /// The message without what was found.
  let messageWithoutValues: String
  let bytes: ContiguousArray<UInt8>

  /// Returns the number of the line in the input, from 1.
  ///
  /// - Parameter linesBefore: The lines before the block.
  /// - Returns: The number.
  func number(linesBefore: Int) -> Int {
    (countsFromStart ? 0 : linesBefore) + lineIndex + 1
  }

  /// Writes the line as JSON: where it is, the reason, and its text.
  ///
  /// - Parameters:
  ///   - writer: Takes the line.
  ///   - linesBefore: The lines before the block.
  ///   - keepsText: Whether the text is written, and what of it is wrong, which tell whom the line is
  ///     about.
  func write(to writer: inout JSONWriter, linesBefore: Int, keepsText: Bool) {
    writer.object { json in
      json.member("line", number(linesBefore: linesBefore))
      json.member("column", column)
      json.member("offset", offset)
      json.member("reason", keepsText ? message : messageWithoutValues)
      guard keepsText else { return }
      // JSON holds text only; other bytes are kept all the same.
      if let text = String(validating: bytes, as: UTF8.self) {
        json.member("text", text)
      } else {
        json.member("base64", Self.base64(bytes))
      }
    }
    writer.endLine()
  }

  private static func base64(_ bytes: ContiguousArray<UInt8>) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for digit in 0..<4 {
        text.append(digit <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * digit) & 63)] : "=")
      }
    }
    return text
  }
}

extension RejectedLine {
  /// Takes the line of an error out of a block.
  ///
  /// - Parameters:
  ///   - error: What is wrong.
  ///   - lineIndex: The number of line ends before the line.
  ///   - lines: The block.
  ///   - blockOffset: The offset of the block in the input.
  init(_ error: JSONError, inLine lineIndex: Int, of lines: RawSpan, at blockOffset: Int) {
    let place = FormatError(error.description, at: error.offset, inLine: lineIndex, of: lines)
    self.init(
      lineIndex: lineIndex,
      offset: blockOffset + lines.startOfLine(before: error.offset),
      column: place.column,
      message: place.messageWithPath,
      messageWithoutValues: place.messageWithoutValues,
      bytes: lines.line(around: error.offset)
    )
  }
}
