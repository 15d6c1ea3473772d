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
