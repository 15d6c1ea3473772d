package import CalendarTime

/// Writes CSV as RFC 4180 has it, but with lines that end in a line feed alone.
package struct CSVWriter: Sendable {
  package private(set) var bytes: ContiguousArray<UInt8> = []
  private var isAfterField = false
  private var listStart = 0

  package init() {}

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isAfterField = false
  }

  package mutating func field(_ text: String) {
    separate()
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    endField(from: start)
  }

  package mutating func field(utf8 text: ContiguousArray<UInt8>, in range: Range<Int>) {
    separate()
    let start = bytes.count
    bytes.append(contentsOf: text.rawBytes, in: range)
    endField(from: start)
  }

  /// Writes an instant as ISO 8601 text; an empty field where there is none.
  package mutating func field(_ instant: Instant?) {
    separate()
    instant?.appendISO8601(to: &bytes)
  }

  /// Writes fields that are made ready, with their quotes and what separates them.
  package mutating func fields(_ text: ContiguousArray<UInt8>) {
    separate()
    bytes.append(contentsOf: text)
  }

  /// Begins a field whose parts are joined by semicolons; a part that has one, or begins with a double
  /// quote, is in double quotes by itself.
  mutating func beginList() {
    separate()
    listStart = bytes.count
  }

  package mutating func append(part: ContiguousArray<UInt8>, isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ";")) }
    let start = bytes.count
    bytes.append(contentsOf: part)
    if part.first == UInt8(ascii: "\"") || part.contains(UInt8(ascii: ";")) { quote(from: start) }
  }

  mutating func endList() { endField(from: listStart) }

  package mutating func endRow() {
    bytes.append(UInt8(ascii: "\n"))
    isAfterField = false
  }

  private mutating func separate() {
    if isAfterField { bytes.append(UInt8(ascii: ",")) }
    isAfterField = true
  }

  private mutating func endField(from start: Int) {
    if bytes[start...].contains(where: Self.needsQuotes) { quote(from: start) }
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }

  @inline(never)
  private mutating func quote(from start: Int) {
    let field = ContiguousArray(bytes[start...])
    bytes.removeSubrange(start...)
    bytes.append(UInt8(ascii: "\""))
    for byte in field {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
