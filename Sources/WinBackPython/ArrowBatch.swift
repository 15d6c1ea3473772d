import ArrowInterface
import WinBackFormats

/// What the rows of a stream are, by the number that the module has for it.
enum ArrowRows: Int32, Sendable {
  /// Rows of a table.
  case table
  /// Histories whose members are columns.
  case objects
  /// Lines of one column: histories in JSON.
  case lines
}

/// A batch of rows of Arrow: an array and all arrays inside it.
struct ArrowBatch {
  private typealias Columns = UnsafeBufferPointer<ArrowColumn>

  private static let depthLimit = 64

  /// The outer array, and after it the inner arrays; the children of an array are consecutive.
  private var columns: [ArrowColumn]
  /// The names of the arrays as JSON keys.
  private var keys: [ContiguousArray<UInt8>] = [[]]
  /// The columns of a row that have values, and the number of commas before each.
  ///
  /// The last entry of a table has the commas at the end of a row; rows that are objects have none.
  private var fields: [(column: Int, commas: Int)] = []

  /// Finds the parts of an array, which must stay at its address.
  ///
  /// - Throws: ``ArrowFault`` if it has types that the module does not make.
  init(
    _ schema: UnsafePointer<ArrowSchema>,
    _ array: UnsafePointer<ArrowArray>,
    of rows: ArrowRows
  ) throws(ArrowFault) {
    columns = [try unsafe ArrowColumn(schema, array)]
    try unsafe addChildren(of: 0, schema, array)
    if rows == .lines { fields = columns.indices.dropFirst().prefix(1).map { ($0, 0) } }
    guard rows == .table else { return }
    var commas = 0
    for column in columns[0].children {
      if columns[column].layout != .null {
        fields.append((column, commas))
        commas = 0
      }
      commas += 1
    }
    fields.append((0, max(0, commas - 1)))
  }

  private mutating func addChildren(
    of index: Int,
    _ schema: UnsafePointer<ArrowSchema>,
    _ array: UnsafePointer<ArrowArray>,
    depth: Int = 0
  ) throws(ArrowFault) {
    let first = columns.count
    var parts: [(UnsafePointer<ArrowSchema>, UnsafePointer<ArrowArray>)] = unsafe []
    for position in 0..<Int(unsafe schema.pointee.n_children) {
      guard let type = unsafe schema.pointee.children?[position], depth < Self.depthLimit,
        unsafe position < array.pointee.n_children,
        let part = unsafe array.pointee.children?[position]
      else { throw ArrowFault.isBroken }
      unsafe parts.append((UnsafePointer(type), UnsafePointer(part)))
      columns.append(try unsafe ArrowColumn(type, part, in: columns[index]))
      var key = JSONWriter()
      key.string(unsafe type.pointee.name.map { unsafe String(cString: $0) } ?? "")
      keys.append(key.bytes + [UInt8(ascii: ":")])
    }
    columns[index].children = first..<columns.count
    for position in unsafe parts.indices {
      let (type, part) = unsafe parts[position]
      try unsafe addChildren(of: first + position, type, part, depth: depth + 1)
    }
  }

  // MARK: - Rows

  /// Writes rows until the text is full.
  ///
  /// - Returns: The next row, and the end offset of the last complete row.
  func write(_ rows: Range<Int>, to text: inout ArrowText) -> (row: Int, end: Int) {
    unsafe columns.withUnsafeBufferPointer { columns in
      unsafe fields.withUnsafeBufferPointer { fields in
        var end = 0
        for row in rows {
          if fields.isEmpty { unsafe write(0, row, columns, &text) }
          for index in fields.indices {
            let (column, commas) = unsafe fields[index]
            text.append(UInt8(ascii: ","), count: commas)
            // The column is not copied: a copy for each field took a tenth of the time.
            guard column > 0 else { continue }
            if unsafe columns[column].isThere(row) {
              unsafe columns[column].write(row, to: &text)
            } else {
              text.null()
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

  private func write(_ index: Int, _ row: Int, _ columns: Columns, _ text: inout ArrowText) {
    let column = unsafe columns[index]
    guard column.isThere(row) else { return text.null() }
    switch column.layout {
    case .structure:
      var separator = UInt8(ascii: "{")
      // An absent member of a transaction is left out. Those of a history stay: null is an error for some.
      for child in column.children where unsafe index == 0 || columns[child].isThere(row) {
        text.append(separator)
        text.append(key: keys[child])
        unsafe write(child, row, columns, &text)
        separator = UInt8(ascii: ",")
      }
      if separator == UInt8(ascii: "{") { text.append(separator) }
      text.append(UInt8(ascii: "}"))
    case .list:
      let child = column.children.lowerBound
      let elements = column.elements(row).clamped(to: 0..<(unsafe columns[child].count))
      text.append(UInt8(ascii: "["))
      for element in elements where !text.isFull {
        if element > elements.lowerBound { text.append(UInt8(ascii: ",")) }
        unsafe write(child, element, columns, &text)
      }
      text.append(UInt8(ascii: "]"))
    default: column.write(row, to: &text)
    }
  }
}

/// An array of Arrow, and the addresses of its values: nothing that is counted, because it is copied often.
@safe struct ArrowColumn {
  /// The types of Arrow that the module makes of all others, by their formats.
  enum Layout: String, Sendable {
    /// Values that nobody reads.
    case null = "n"
    case integer = "l"
    case number = "g"
    case instant = "tsm:UTC"
    case text = "U"
    /// Values that are JSON already, such as decimals.
    case json = "Z"
    case list = "+L"
    case structure = "+s"

    /// The number of buffers of an array.
    fileprivate var bufferCount: Int {
      switch self {
      case .null: 0
      case .structure: 1
      case .integer, .number, .instant, .list: 2
      case .text, .json: 3
      }
    }
  }

  let layout: Layout
  let count: Int
  /// The indices of a structure's members, or of a list's elements.
  fileprivate(set) var children = 0..<0
  /// The number of values before the first one.
  private let offset: Int
  /// A bit for each value, set if the value is present; nil if all are present.
  private let presence: UnsafeRawPointer?
  /// The values, or the ends of texts and lists; nil only if there are no values.
  private let values: UnsafeRawPointer?
  private let bytes: UnsafeRawPointer?

  /// Finds the parts of an array, which must stay at its address.
  fileprivate init(
    _ schema: UnsafePointer<ArrowSchema>,
    _ array: UnsafePointer<ArrowArray>,
    in parent: ArrowColumn? = nil
  ) throws(ArrowFault) {
    let format = unsafe schema.pointee.format.map { unsafe String(cString: $0) } ?? ""
    guard let layout = Layout(rawValue: format) else { throw ArrowFault.isBroken }
    self.layout = layout
    // The first row of a structure is the first row of its members.
    let structure = parent?.layout == .structure ? parent : nil
    offset = Int(unsafe array.pointee.offset) &+ (structure?.offset ?? 0)
    count = Int(unsafe array.pointee.length)
    let size = layout.bufferCount
    let buffers = unsafe array.pointee.buffers
    unsafe presence = unsafe size > 0 ? buffers?[0] : nil
    unsafe values = unsafe size > 1 ? buffers?[1] : nil
    unsafe bytes = unsafe size > 2 ? buffers?[2] : nil
    guard count >= 0, offset >= 0, count >= structure?.count ?? 0,
      unsafe array.pointee.n_buffers >= Int64(size), unsafe count == 0 || size < 2 || values != nil
    else { throw ArrowFault.isBroken }
  }

  // MARK: - Values

  @inline(__always)
  func isThere(_ row: Int) -> Bool {
    guard let bits = unsafe presence else { return layout != .null }
    let index = row &+ offset
    return unsafe bits.load(fromByteOffset: index >> 3, as: UInt8.self) >> (index & 7) & 1 == 1
  }

  /// Writes a value that contains no other values.
  @inline(__always)
  fileprivate func write(_ row: Int, to text: inout ArrowText) {
    switch layout {
    case .integer: text.integer(load(row))
    case .number: text.double(load(row))
    case .instant: text.instant(load(row))
    case .text: unsafe text.string(contents(row))
    case .json: unsafe text.json(contents(row))
    case .null, .list, .structure: text.null()
    }
  }

  /// The indices of the elements of a list, or of the bytes of a text.
  @inline(__always)
  fileprivate func elements(_ row: Int) -> Range<Int> {
    let (start, end): (Int64, Int64) = (load(row), load(row &+ 1))
    return Int(start)..<max(Int(start), Int(end))
  }

  @inline(__always)
  private func load<Number: BitwiseCopyable>(_ row: Int) -> Number {
    // An array with at least one value has this buffer.
    unsafe values.unsafelyUnwrapped.loadUnaligned(
      fromByteOffset: (row &+ offset) &* MemoryLayout<Number>.size,
      as: Number.self
    )
  }

  /// The bytes of a text, which are valid as long as the array.
  @inline(__always)
  private func contents(_ row: Int) -> UnsafeRawBufferPointer {
    let range = elements(row)
    guard let bytes = unsafe bytes, !range.isEmpty else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return unsafe UnsafeRawBufferPointer(start: bytes + range.lowerBound, count: range.count)
  }
}
