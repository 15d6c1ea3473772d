import ArrowInterface
import WinBackFormats

/// A batch of Arrow rows: an array and all arrays inside it.
struct ArrowBatch {
  private typealias Columns = UnsafeBufferPointer<ArrowColumn>

  /// The outer array, and after it the inner arrays; the children of an array are consecutive.
  private var columns: [ArrowColumn]
  /// The names of the columns as JSON keys.
  private var keys: [ContiguousArray<UInt8>] = [[]]
  /// The columns of a table that are read, and the number of commas before each; the last entry has
  /// the commas at the end of a row.
  private var fields: [(column: Int, commas: Int)] = []

  /// Finds the parts of an array, which must stay at its address.
  ///
  /// - Throws: ``ArrowFault`` if the array is not of the type.
  init(
    _ type: ArrowType,
    _ rows: ArrowRows,
    _ array: UnsafePointer<ArrowArray>
  ) throws(ArrowFault) {
    columns = [try unsafe ArrowColumn(type, array)]
    try unsafe addChildren(of: 0, type, array)
    if case .table(_, let areRead) = rows {
      var commas = 0
      for (column, isRead) in zip(leaves(of: 0), areRead) {
        if isRead {
          fields.append((column, commas))
          commas = 0
        }
        commas += 1
      }
      fields.append((0, max(0, commas - 1)))
    }
  }

  private mutating func addChildren(
    of index: Int,
    _ type: ArrowType,
    _ array: UnsafePointer<ArrowArray>
  ) throws(ArrowFault) {
    let first = columns.count
    var parts: [UnsafePointer<ArrowArray>] = unsafe []
    for (position, child) in type.children.enumerated() {
      var part: UnsafeMutablePointer<ArrowArray>?
      if case .dictionary = type.layout {
        unsafe part = unsafe array.pointee.dictionary
      } else if unsafe position < array.pointee.n_children {
        unsafe part = unsafe array.pointee.children?[position]
      }
      guard let part = unsafe part else { throw ArrowFault.isBroken }
      unsafe parts.append(UnsafePointer(part))
      if type.isStructure {
        guard unsafe part.pointee.length >= array.pointee.offset &+ array.pointee.length else {
          throw ArrowFault.isBroken
        }
        columns.append(try unsafe ArrowColumn(child, part, in: columns[index], at: index))
      } else {
        columns.append(try unsafe ArrowColumn(child, part))
      }
      var key = JSONWriter()
      key.string(child.name)
      keys.append(key.bytes + [UInt8(ascii: ":")])
    }
    columns[index].children = first..<columns.count
    for (position, child) in type.children.enumerated() {
      try unsafe addChildren(of: first + position, child, parts[position])
    }
  }

  private func leaves(of index: Int) -> [Int] {
    columns[index].children.flatMap { child in
      if case .structure = columns[child].layout { leaves(of: child) } else { [child] }
    }
  }

  // MARK: - Rows

  /// Writes rows until the text is full.
  ///
  /// - Returns: The next row, and the end offset of the last complete row.
  func write(
    _ rows: Range<Int>,
    as form: ArrowRows,
    to text: inout ArrowText
  ) -> (row: Int, end: Int) {
    unsafe columns.withUnsafeBufferPointer { columns in
      unsafe fields.withUnsafeBufferPointer { fields in
        var end = 0
        for row in rows {
          switch form {
          case .texts: unsafe writeText(row, columns, &text)
          case .objects: unsafe write(0, row, columns, &text)
          case .table:
            for index in fields.indices {
              let (column, commas) = unsafe fields[index]
              text.append(UInt8(ascii: ","), count: commas)
              if column > 0 { unsafe writeField(column, row, columns, &text) }
            }
          }
          text.append(UInt8(ascii: "\n"))
          if text.isFull { return (row, end) }
          end = text.count
        }
        return (rows.upperBound, end)
      }
    }
  }

  /// Writes a row that is, or consists of, one text in JSON.
  private func writeText(_ row: Int, _ columns: Columns, _ text: inout ArrowText) {
    let index = unsafe columns[0].children.first ?? 0
    let column = unsafe columns[index]
    if unsafe isThere(index, row, columns) {
      unsafe text.line(column.bytes(row &+ column.offset))
    } else {
      text.null()
    }
  }

  @inline(__always)
  private func writeField(
    _ field: Int,
    _ row: Int,
    _ columns: Columns,
    _ text: inout ArrowText
  ) {
    // The column is not copied: a copy for each field took a tenth of the time.
    guard unsafe columns[field].isAlwaysThere || isThere(field, row, columns) else { return }
    if unsafe columns[field].children.isEmpty {
      unsafe columns[field].write(row &+ columns[field].offset, to: &text)
    } else {
      unsafe writeNested(field, row, columns, &text)
    }
  }

  /// Writes a field that is a list or is in a dictionary.
  private func writeNested(_ field: Int, _ row: Int, _ columns: Columns, _ text: inout ArrowText) {
    let column = unsafe columns[field]
    guard case .dictionary = column.layout else {
      return text.field { json in unsafe write(field, row, columns, &json) }
    }
    let value = column.dictionaryIndex(row &+ column.offset)
    let values = column.children.lowerBound
    if unsafe 0..<columns[values].count ~= value {
      unsafe writeField(values, value, columns, &text)
    }
  }

  private func isThere(_ index: Int, _ row: Int, _ columns: Columns) -> Bool {
    let column = unsafe columns[index]
    guard column.isThere(row &+ column.offset) else { return false }
    guard let parent = column.parent else { return true }
    return unsafe isThere(parent, row, columns)
  }

  private func write(_ index: Int, _ row: Int, _ columns: Columns, _ text: inout ArrowText) {
    let column = unsafe columns[index]
    let valueIndex = row &+ column.offset
    guard column.isThere(valueIndex) else { return text.null() }
    switch column.layout {
    case .structure:
      text.append(UInt8(ascii: "{"))
      for child in column.children {
        if child > column.children.lowerBound { text.append(UInt8(ascii: ",")) }
        text.append(keys[child])
        unsafe write(child, row, columns, &text)
      }
      text.append(UInt8(ascii: "}"))
    case .list, .fixedList:
      let child = column.children.lowerBound
      let elements = column.elements(valueIndex).clamped(to: 0..<(unsafe columns[child].count))
      text.append(UInt8(ascii: "["))
      for element in elements where !text.isFull {
        if element > elements.lowerBound { text.append(UInt8(ascii: ",")) }
        unsafe write(child, element, columns, &text)
      }
      text.append(UInt8(ascii: "]"))
    case .dictionary:
      let child = column.children.lowerBound
      let value = column.dictionaryIndex(valueIndex)
      guard unsafe 0..<columns[child].count ~= value else { return text.null() }
      unsafe write(child, value, columns, &text)
    default: column.write(valueIndex, to: &text)
    }
  }
}
