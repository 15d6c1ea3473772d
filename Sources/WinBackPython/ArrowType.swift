import ArrowInterface
import WinBackFormats

/// The type of an Arrow array that histories and tables of transactions can have.
struct ArrowType: Sendable {
  /// The layout of values in the buffers of an array.
  enum Layout: Sendable {
    case null
    case bool
    /// Whole numbers of `size` bytes.
    case integer(size: Int, isSigned: Bool)
    /// Numbers of 4 or 8 bytes.
    case double(size: Int)
    /// Text whose end offsets have `offsetSize` bytes.
    case text(offsetSize: Int)
    /// Text in views: short texts are inside the view, others in a buffer.
    case textView
    /// Instants in units of which a day has `perDay`.
    case instant(size: Int, perDay: Int64)
    /// Numbers of `size` bytes with `scale` digits after the point.
    case decimal(size: Int, scale: Int)
    case list(offsetSize: Int)
    /// Lists with a fixed number of elements.
    case fixedList(Int)
    case structure
    /// Values by their index in a dictionary; an index has `size` bytes.
    case dictionary(size: Int, isSigned: Bool)
  }

  let layout: Layout
  let name: String

  /// The members of a structure, the element of lists, or the values of a dictionary.
  let children: [ArrowType]

  private static let depthLimit = 32

  /// Reads a type.
  ///
  /// - Throws: ``ArrowFault`` with the name of the column if histories cannot have the type.
  init(
    _ schema: UnsafePointer<ArrowSchema>,
    in parent: String = "",
    depth: Int = 0
  ) throws(ArrowFault) {
    name = unsafe schema.pointee.name.map { unsafe String(cString: $0) } ?? ""
    let path = parent.isEmpty || name.isEmpty ? parent + name : "\(parent).\(name)"
    let format = unsafe schema.pointee.format.map { unsafe String(cString: $0) } ?? ""
    var children: [ArrowType] = []
    for index in 0..<Int(unsafe schema.pointee.n_children) where depth < Self.depthLimit {
      guard let child = unsafe schema.pointee.children?[index] else { continue }
      children.append(try unsafe ArrowType(child, in: path, depth: depth + 1))
    }
    let own = Self.simple(format) ?? Self.nested(format, children.count)
    guard let own else {
      throw ArrowFault(
        "expected text, numbers, dates, lists or structures in the column '\(path)', "
          + "found the Arrow type '\(format)'"
      )
    }
    if let values = unsafe schema.pointee.dictionary, case .integer(let size, let isSigned) = own {
      layout = .dictionary(size: size, isSigned: isSigned)
      self.children = [try unsafe ArrowType(values, in: path, depth: depth + 1)]
    } else {
      layout = own
      self.children = children
    }
  }

  private static func simple(_ format: String) -> Layout? {
    switch format {
    case "n": .null
    case "b": .bool
    case "c": .integer(size: 1, isSigned: true)
    case "C": .integer(size: 1, isSigned: false)
    case "s": .integer(size: 2, isSigned: true)
    case "S": .integer(size: 2, isSigned: false)
    case "i": .integer(size: 4, isSigned: true)
    case "I": .integer(size: 4, isSigned: false)
    case "l": .integer(size: 8, isSigned: true)
    case "L": .integer(size: 8, isSigned: false)
    case "f": .double(size: 4)
    case "g": .double(size: 8)
    case "u", "z": .text(offsetSize: 4)
    case "U", "Z": .text(offsetSize: 8)
    case "vu", "vz": .textView
    case "tdD": .instant(size: 4, perDay: 1)
    case "tdm": .instant(size: 8, perDay: 86_400_000)
    default: timestamp(format) ?? decimal(format)
    }
  }

  private static func timestamp(_ format: String) -> Layout? {
    let units: [(String, Int64)] = [("s", 1), ("m", 1_000), ("u", 1_000_000), ("n", 1_000_000_000)]
    for (unit, perSecond) in units where format.hasPrefix("ts\(unit):") {
      return .instant(size: 8, perDay: 86_400 * perSecond)
    }
    return nil
  }

  private static func decimal(_ format: String) -> Layout? {
    guard format.hasPrefix("d:") else { return nil }
    let numbers = format.dropFirst(2).split(separator: ",").map { Int($0) }
    guard numbers.count >= 2, let scale = numbers[1], (0...18).contains(scale),
      let bits = numbers.count > 2 ? numbers[2] : 128, [32, 64, 128].contains(bits)
    else { return nil }
    return .decimal(size: bits / 8, scale: scale)
  }

  private static func nested(_ format: String, _ childCount: Int) -> Layout? {
    if format == "+s" { return .structure }
    guard childCount == 1 else { return nil }
    if format == "+l" { return .list(offsetSize: 4) }
    if format == "+L" { return .list(offsetSize: 8) }
    guard format.hasPrefix("+w:"), let count = Int(format.dropFirst(3)), count >= 0 else {
      return nil
    }
    return .fixedList(count)
  }

  var isText: Bool {
    switch layout {
    case .text, .textView: true
    default: false
    }
  }

  /// The number of buffers of an array, without the data buffers of text views.
  var bufferCount: Int {
    switch layout {
    case .null: 0
    case .structure, .fixedList: 1
    case .text: 3
    default: 2
    }
  }
}

extension ArrowType {
  var isStructure: Bool {
    if case .structure = layout { true } else { false }
  }

  /// The names of the columns of a table; names in structures are joined with dots.
  fileprivate var columns: [String] {
    children.flatMap { child in
      child.isStructure ? child.columns.map { "\(child.name).\($0)" } : [child.name]
    }
  }
}

/// The kind of the rows of a stream.
enum ArrowRows: Sendable {
  /// Texts in one column: histories in JSON.
  case texts
  /// Objects, whose members can be lists.
  case objects
  /// Rows of a table: the names of its columns, and whether each is read.
  case table([String], areRead: [Bool])

  init(_ type: ArrowType, columnsRead: ([String]) -> Set<String>?) throws(ArrowFault) {
    let columns = type.columns
    if type.isText || (type.children.count == 1 && type.isStructure && type.children[0].isText) {
      self = .texts
    } else if !type.isStructure {
      throw ArrowFault("expected a table, or a column of histories, found another column")
    } else if let columnsRead = columnsRead(columns) {
      self = .table(columns, areRead: columns.map(columnsRead.contains))
    } else {
      self = .objects
    }
  }

  /// Whether the rows are written as CSV.
  var isTable: Bool {
    if case .table = self { true } else { false }
  }
}

/// An array of Arrow of a given type, and the addresses of its values.
@safe struct ArrowColumn {
  let layout: ArrowType.Layout
  /// The number of values before the first one.
  let offset: Int
  let count: Int
  /// A bit for each value, set if the value is present; nil if all are present.
  private let presence: UnsafeRawPointer?
  /// The values, or the ends of texts and lists; nil only if there are no values.
  private let values: UnsafeRawPointer?
  private let buffers: UnsafeMutablePointer<UnsafeRawPointer?>?
  private let bufferCount: Int
  /// The index of the nearest structure around the column that can be absent, if there is one.
  let parent: Int?
  /// The indices of a structure's members, a list's elements or a dictionary's values.
  var children = 0..<0

  /// Finds the parts of an array, which must stay at its address.
  ///
  /// - Throws: ``ArrowFault`` if the array is not of the type.
  init(
    _ type: ArrowType,
    _ array: UnsafePointer<ArrowArray>,
    in structure: ArrowColumn? = nil,
    at parent: Int? = nil
  ) throws(ArrowFault) {
    layout = type.layout
    // The first row of a structure is the first row of its members.
    offset = Int(unsafe array.pointee.offset) &+ (structure?.offset ?? 0)
    count = Int(unsafe array.pointee.length)
    unsafe buffers = unsafe array.pointee.buffers
    bufferCount = Int(unsafe array.pointee.n_buffers)
    guard count >= 0, unsafe array.pointee.offset >= 0, offset >= 0, bufferCount >= type.bufferCount
    else { throw ArrowFault.isBroken }
    // The first buffer has the presence bits. If all texts are empty, there can be no third buffer.
    unsafe presence = unsafe type.bufferCount > 0 ? buffers?[0] : nil
    unsafe values = unsafe type.bufferCount > 1 ? buffers?[1] : nil
    guard unsafe count == 0 || type.bufferCount < 2 || values != nil else {
      throw ArrowFault.isBroken
    }
    self.parent = structure.flatMap { unsafe $0.presence == nil ? $0.parent : parent }
  }

  // MARK: - Values

  /// Whether no value of the column can be absent.
  @inline(__always)
  var isAlwaysThere: Bool { unsafe presence == nil && parent == nil }

  @inline(__always)
  func isThere(_ index: Int) -> Bool {
    guard let bits = unsafe presence else { return true }
    return unsafe bits.load(fromByteOffset: index >> 3, as: UInt8.self) >> (index & 7) & 1 == 1
  }

  /// Writes a value that contains no other values.
  @inline(__always)
  func write(_ index: Int, to text: inout ArrowText) {
    switch layout {
    case .bool:
      let byte: UInt8 = load(index >> 3)
      text.bool(byte >> (index & 7) & 1 == 1)
    case .integer(8, false): text.magnitude(load(index))
    case .integer(let size, let isSigned): text.integer(integer(index, size, isSigned))
    case .double(4): text.float(load(index))
    case .double: text.double(load(index))
    case .text, .textView: unsafe text.string(bytes(index))
    case .instant(let size, let perDay): text.instant(integer(index, size, true), perDay: perDay)
    case .decimal(let size, let scale):
      text.decimal(size == 16 ? load(index) : Int128(integer(index, size, true)), scale: scale)
    case .null, .list, .fixedList, .structure, .dictionary: text.null()
    }
  }

  /// The indices of the elements of a list.
  func elements(_ index: Int) -> Range<Int> {
    let (start, end) =
      switch layout {
      case .list(let size): (Int(integer(index, size, true)), Int(integer(index &+ 1, size, true)))
      case .fixedList(let count): (index &* count, (index &+ 1) &* count)
      default: (0, 0)
      }
    return start..<max(start, end)
  }

  func dictionaryIndex(_ index: Int) -> Int {
    guard case .dictionary(let size, let isSigned) = layout else { return -1 }
    return Int(integer(index, size, isSigned))
  }

  // MARK: - Buffers

  @inline(__always)
  private func load<Number: BitwiseCopyable>(_ index: Int) -> Number {
    // An array with at least one value has this buffer.
    unsafe values.unsafelyUnwrapped
      .loadUnaligned(fromByteOffset: index &* MemoryLayout<Number>.size, as: Number.self)
  }

  @inline(__always)
  private func integer(_ index: Int, _ size: Int, _ isSigned: Bool) -> Int64 {
    switch (size, isSigned) {
    case (1, true): Int64(load(index) as Int8)
    case (1, false): Int64(load(index) as UInt8)
    case (2, true): Int64(load(index) as Int16)
    case (2, false): Int64(load(index) as UInt16)
    case (4, true): Int64(load(index) as Int32)
    case (4, false): Int64(load(index) as UInt32)
    default: load(index)
    }
  }

  /// The bytes of a text, which are valid as long as the array.
  @inline(__always)
  func bytes(_ index: Int) -> UnsafeRawBufferPointer {
    guard case .text(let size) = layout else { return unsafe viewedBytes(index) }
    let start = Int(integer(index, size, true))
    let end = Int(integer(index &+ 1, size, true))
    guard end > start, let bytes = unsafe buffers?[2] else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return unsafe UnsafeRawBufferPointer(start: bytes + start, count: end &- start)
  }

  private func viewedBytes(_ index: Int) -> UnsafeRawBufferPointer {
    let none = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    guard case .textView = layout, let views = unsafe values else { return unsafe none }
    let view = unsafe views + 16 * index
    let count = Int(unsafe view.loadUnaligned(as: Int32.self))
    // The view contains a short text; for other texts it has the buffer and the offset in it.
    if count <= 12 { return unsafe UnsafeRawBufferPointer(start: view + 4, count: max(0, count)) }
    let buffer = 2 + Int(unsafe view.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    let start = Int(unsafe view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
    guard buffer >= 2, buffer < bufferCount, let bytes = unsafe buffers?[buffer]
    else { return unsafe none }
    return unsafe UnsafeRawBufferPointer(start: bytes + start, count: count)
  }
}
