/// A column of a table of results.
package struct ResultColumn: Sendable, Hashable {
  package enum Kind: UInt8, Sendable {
    /// A text; an empty one means that there is none.
    case text
    /// A text that every row has, and that can be empty.
    case identifier, number, instant
    /// A list of texts.
    case texts
    /// A list of instants, some of which can be missing.
    case instants
  }

  package let name: String
  package let kind: Kind

  package init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }
}

/// Reads what ``RowWriter`` writes as cells: the columns, and the cells of each row.
///
/// A cell is its size, which has four bytes, and its bytes: of a text, of a number, or of an instant in
/// milliseconds, both with eight bytes. A list is the number of its cells, in four bytes, and these. An
/// empty cell has no value. The lowest byte of a number comes first. The first list has a cell for each
/// column: the kind, and the name.
package struct ResultCells {
  static let (sizeSize, numberSize) = (4, 8)

  private let bytes: ContiguousArray<UInt8>
  private var offset = 0

  package init(_ bytes: ContiguousArray<UInt8>) { self.bytes = bytes }

  package var isAtEnd: Bool { offset >= bytes.count }

  /// Reads the columns; a kind that does not exist is a text.
  package mutating func columns() -> [ResultColumn] {
    (0..<size()).map { _ in
      let cell = bytes[range()]
      let kind = cell.first.flatMap(ResultColumn.Kind.init) ?? .text
      return ResultColumn(String(decoding: cell.dropFirst(), as: UTF8.self), kind)
    }
  }

  /// Reads the size of a cell or the number of cells of a list.
  package mutating func size() -> Int { Int(load(Self.sizeSize)) }

  /// Appends the text of the next cell to others; returns its size.
  package mutating func text(to texts: inout ContiguousArray<UInt8>) -> Int {
    let range = range()
    texts.append(contentsOf: bytes.rawBytes, in: range)
    return range.count
  }

  /// Reads the next cell, which has a number or milliseconds; nil if it is empty.
  package mutating func number() -> Int64? { size() == 0 ? nil : load(Self.numberSize) }

  private mutating func range() -> Range<Int> {
    let size = size()
    let start = min(offset, bytes.count)
    offset = min(start + size, bytes.count)
    return start..<offset
  }

  /// Reads a number of so many bytes, or of those that are left.
  private mutating func load(_ size: Int) -> Int64 {
    let start = min(offset, bytes.count)
    offset = min(start + size, bytes.count)
    return bytes[start..<offset].reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}
