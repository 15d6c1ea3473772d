/// Writes the rows of a table of results.
package struct RowWriter: Sendable {
  package enum Form: Sendable, Hashable {
    /// CSV as RFC 4180 has it, but with lines that end in a line feed alone.
    case csv
    /// The cells that ``ResultCells`` reads, for another part of this process.
    case cells
  }

  let form: Form
  package private(set) var bytes: ContiguousArray<UInt8> = []
  private var isAfterField = false
  private var listStart = 0
  private var listCount = 0

  package init(_ form: Form = .csv) { self.form = form }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isAfterField = false
  }

  /// Writes the columns, which come before the first row.
  package mutating func header(_ columns: [ResultColumn]) {
    if form == .cells {
      beginList()
      for column in columns { append(part: [column.kind.rawValue] + Array(column.name.utf8)) }
      return endList()
    }
    for column in columns { field(column.name) }
    endRow()
  }

  package mutating func field(_ text: String) { value { $0.append(contentsOf: text.utf8) } }

  package mutating func field(utf8 text: ContiguousArray<UInt8>, in range: Range<Int>) {
    value { $0.append(contentsOf: text.rawBytes, in: range) }
  }

  /// Writes an instant, as ISO 8601 text in CSV; an empty field where there is none.
  package mutating func field(_ instant: Instant?) {
    guard form == .csv else { return cell(instant?.milliseconds) }
    separate()
    instant?.appendISO8601(to: &bytes)
  }

  /// Writes a number; an empty field where there is none.
  package mutating func field(_ number: Int?) {
    guard form == .csv else { return cell(number.map(Int64.init)) }
    field(number.map(String.init) ?? "")
  }

  /// Writes fields that are made ready by a writer of the same form.
  package mutating func fields(_ text: ContiguousArray<UInt8>) {
    separate()
    bytes.append(contentsOf: text)
  }

  /// Begins a field whose parts CSV joins by semicolons; a part that has one, or begins with a double
  /// quote, is in double quotes by itself.
  package mutating func beginList() {
    separate()
    listStart = bytes.count
    listCount = 0
    if form == .cells { append(size: 0) }
  }

  package mutating func append(part: some Collection<UInt8>) {
    beginPart()
    if form == .cells { append(size: part.count) }
    let start = bytes.count
    bytes.append(contentsOf: part)
    let semicolon = UInt8(ascii: ";")
    if form == .csv, part.first == UInt8(ascii: "\"") || bytes[start...].contains(semicolon) {
      quote(from: start)
    }
  }

  mutating func append(part instant: Instant?) {
    beginPart()
    guard form == .csv else { return cell(instant?.milliseconds) }
    instant?.appendISO8601(to: &bytes)
  }

  package mutating func endList() {
    guard form == .cells else { return endField(from: listStart) }
    setSize(listCount, at: listStart)
  }

  package mutating func endRow() {
    if form == .csv { bytes.append(UInt8(ascii: "\n")) }
    isAfterField = false
  }

  // MARK: - Both forms

  private mutating func value(_ write: (inout ContiguousArray<UInt8>) -> Void) {
    separate()
    let start = bytes.count
    if form == .cells { append(size: 0) }
    write(&bytes)
    guard form == .cells else { return endField(from: start) }
    setSize(bytes.count - start - ResultCells.sizeSize, at: start)
  }

  private mutating func beginPart() {
    if form == .csv, listCount > 0 { bytes.append(UInt8(ascii: ";")) }
    listCount += 1
  }

  private mutating func separate() {
    if form == .csv, isAfterField { bytes.append(UInt8(ascii: ",")) }
    isAfterField = true
  }

  // MARK: - Cells

  /// Writes eight bytes, or an empty cell.
  private mutating func cell(_ number: Int64?) {
    append(size: number == nil ? 0 : ResultCells.numberSize)
    guard let number else { return }
    for place in 0..<ResultCells.numberSize {
      bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place)))
    }
  }

  private mutating func append(size: Int) {
    for place in 0..<ResultCells.sizeSize {
      bytes.append(UInt8(truncatingIfNeeded: size >> (8 * place)))
    }
  }

  private mutating func setSize(_ size: Int, at offset: Int) {
    for place in 0..<ResultCells.sizeSize {
      bytes[offset + place] = UInt8(truncatingIfNeeded: size >> (8 * place))
    }
  }

  // MARK: - CSV

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
