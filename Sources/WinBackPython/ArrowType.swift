import ArrowInterface
import CalendarTime
import WinBackFormats

/// The type of an array of Arrow, of those that histories and tables of transactions have.
@safe indirect enum ArrowType: Sendable {
  case null
  case bool
  /// Whole numbers of some bytes.
  case integer(size: Int, isSigned: Bool)
  /// Numbers of 4 or 8 bytes.
  case double(size: Int)
  /// Text whose ends have some bytes.
  case text(offsetSize: Int)
  /// Text by its place, or inside the place.
  case textView
  /// Instants, by how many of them a second or a day has.
  case instant(size: Int, perDay: Int64)
  /// Numbers of some bytes, by how many digits stand behind the point.
  case decimal(size: Int, scale: Int)
  case list(offsetSize: Int, ArrowType)
  case fixedList(Int, ArrowType)
  /// Values by name; the names are JSON.
  case structure([(name: ContiguousArray<UInt8>, type: ArrowType)])
  case dictionary(index: ArrowType, ArrowType)
  /// A row that is a text: a history as it is.
  case line(ArrowType)

  /// How deep a type can be nested.
  private static let depthLimit = 32

  /// Reads a type.
  ///
  /// - Throws: ``ArrowFault`` with the name of the column if histories have no such type.
  init(
    _ schema: UnsafePointer<ArrowSchema>,
    in parent: String = "",
    depth: Int = 0
  ) throws(ArrowFault) {
    let ownName = unsafe schema.pointee.name.map { unsafe String(cString: $0) } ?? ""
    let name = parent.isEmpty || ownName.isEmpty ? parent + ownName : "\(parent).\(ownName)"
    let format = unsafe schema.pointee.format.map { unsafe String(cString: $0) } ?? ""
    var children: [(name: ContiguousArray<UInt8>, type: ArrowType)] = []
    for index in 0..<Int(unsafe schema.pointee.n_children) where depth < Self.depthLimit {
      guard let child = unsafe schema.pointee.children?[index] else { continue }
      var key = JSONWriter()
      key.string(unsafe child.pointee.name.map { unsafe String(cString: $0) } ?? "")
      children.append((key.bytes, try unsafe ArrowType(child, in: name, depth: depth + 1)))
    }
    let own = Self.simple(format) ?? Self.nested(format, children)
    guard let own else {
      throw ArrowFault(
        "expected text, numbers, dates, lists or structures in the column '\(name)', "
          + "found the Arrow type '\(format)'"
      )
    }
    if let values = unsafe schema.pointee.dictionary {
      self = .dictionary(index: own, try unsafe ArrowType(values, in: name, depth: depth + 1))
    } else {
      self = own
    }
  }

  private static func simple(_ format: String) -> ArrowType? {
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

  private static func timestamp(_ format: String) -> ArrowType? {
    let units: [(String, Int64)] = [("s", 1), ("m", 1_000), ("u", 1_000_000), ("n", 1_000_000_000)]
    for (unit, perSecond) in units where format.hasPrefix("ts\(unit):") {
      return .instant(size: 8, perDay: 86_400 * perSecond)
    }
    return nil
  }

  private static func decimal(_ format: String) -> ArrowType? {
    guard format.hasPrefix("d:") else { return nil }
    let numbers = format.dropFirst(2).split(separator: ",").map { Int($0) }
    guard numbers.count >= 2, let scale = numbers[1], (0...18).contains(scale),
      let bits = numbers.count > 2 ? numbers[2] : 128, [32, 64, 128].contains(bits)
    else { return nil }
    return .decimal(size: bits / 8, scale: scale)
  }

  private static func nested(
    _ format: String,
    _ children: [(name: ContiguousArray<UInt8>, type: ArrowType)]
  ) -> ArrowType? {
    if format == "+s" { return .structure(children) }
    guard let element = children.first?.type, children.count == 1 else { return nil }
    if format == "+l" { return .list(offsetSize: 4, element) }
    if format == "+L" { return .list(offsetSize: 8, element) }
    guard format.hasPrefix("+w:"), let count = Int(format.dropFirst(3)), count >= 0 else {
      return nil
    }
    return .fixedList(count, element)
  }

  /// The type for rows: a column of texts has histories, and else a row is an object.
  var rows: ArrowType {
    get throws(ArrowFault) {
      switch self {
      case .text, .textView: return .line(self)
      case .structure(let members):
        guard members.count == 1, let only = members.first?.type else { return self }
        switch only {
        case .text, .textView: return .line(self)
        default: return self
        }
      default: throw ArrowFault("expected a table, or a column of histories, found another column")
      }
    }
  }

  // MARK: - Arrays

  /// The number of buffers of an array.
  private var bufferCount: Int {
    switch self {
    case .null: 0
    case .structure, .fixedList: 1
    case .text: 3
    case .dictionary(let index, _): index.bufferCount
    case .line(let type): type.bufferCount
    default: 2
    }
  }

  /// Checks that an array has the parts of its type.
  func check(_ array: UnsafePointer<ArrowArray>) throws(ArrowFault) {
    var children: [ArrowType] = []
    switch self {
    case .structure(let members): children = members.map(\.type)
    case .list(_, let element), .fixedList(_, let element): children = [element]
    case .line(let type): return try unsafe type.check(array)
    case .dictionary(_, let values):
      guard let dictionary = unsafe array.pointee.dictionary else { throw Self.isBroken }
      try unsafe values.check(dictionary)
    default: break
    }
    let count = Int(unsafe array.pointee.n_buffers)
    guard unsafe array.pointee.length >= 0, unsafe array.pointee.offset >= 0,
      count >= bufferCount, Int(unsafe array.pointee.n_children) == children.count
    else { throw Self.isBroken }
    if unsafe array.pointee.length > 0 {
      // The first buffer says which values are there; without it, all are. Texts can be empty.
      for index in 0..<min(bufferCount, 2) where index > 0 {
        guard unsafe array.pointee.buffers?[index] != nil else { throw Self.isBroken }
      }
    }
    for (index, type) in children.enumerated() {
      guard let child = unsafe array.pointee.children?[index] else { throw Self.isBroken }
      try unsafe type.check(child)
    }
  }

  private static var isBroken: ArrowFault {
    ArrowFault("expected arrays of the schema of the Arrow stream, found others")
  }

  /// Writes a row as a line.
  func writeLine(
    _ row: Int,
    of array: UnsafePointer<ArrowArray>,
    to json: inout JSONWriter
  ) {
    guard case .line(let type) = self else {
      unsafe write(row, of: array, to: &json)
      return json.endLine()
    }
    if case .structure(let members) = type, let only = members.first?.type,
      let child = unsafe array.pointee.children?[0]
    {
      return unsafe only.writeText(row + Int(array.pointee.offset), of: child, to: &json)
    }
    unsafe type.writeText(row, of: array, to: &json)
  }

  /// Writes a text that is JSON as a line.
  private func writeText(
    _ index: Int,
    of column: UnsafePointer<ArrowArray>,
    to json: inout JSONWriter
  ) {
    let place = index + Int(unsafe column.pointee.offset)
    if unsafe Self.isThere(place, in: column) {
      json.line(unsafe text(place, of: column).bytes)
    } else {
      json.null()
      json.endLine()
    }
  }

  /// Writes the value at an index of an array.
  private func write(
    _ index: Int,
    of array: UnsafePointer<ArrowArray>,
    to json: inout JSONWriter
  ) {
    let place = index + Int(unsafe array.pointee.offset)
    guard bufferCount == 0 || (unsafe Self.isThere(place, in: array)) else { return json.null() }
    switch self {
    case .null: json.null()
    case .bool: json.bool(unsafe Self.bit(place, of: array.pointee.buffers[1]))
    case .integer(8, false):
      let number: UInt64 = unsafe Self.load(place, of: array)
      if let number = Int64(exactly: number) {
        json.integer(number)
      } else {
        json.value(ContiguousArray(String(number).utf8))
      }
    case .integer(let size, let isSigned):
      json.integer(unsafe Self.integer(place, size, isSigned, of: array))
    case .double(let size): json.double(unsafe Self.double(place, size, of: array))
    case .text, .textView:
      let text = unsafe text(place, of: array)
      json.string(utf8: unsafe text.bytes, in: 0..<text.count)
    case .instant(let size, let perDay):
      let count = unsafe Self.integer(place, size, true, of: array)
      json.instant(count, perDay: perDay)
    case .decimal(let size, let scale):
      json.decimal(unsafe Self.decimal(place, size, of: array), scale: scale)
    case .list(let size, let element):
      let start = unsafe Self.integer(place, size, true, of: array)
      let end = unsafe Self.integer(place + 1, size, true, of: array)
      unsafe Self.write(element, Int(start)..<Int(max(start, end)), of: array, to: &json)
    case .fixedList(let count, let element):
      unsafe Self.write(element, place * count..<(place + 1) * count, of: array, to: &json)
    case .structure(let members):
      json.object { json in
        for (index, member) in members.enumerated() {
          guard let child = unsafe array.pointee.children[index] else { continue }
          json.key(quoted: member.name)
          unsafe member.type.write(place, of: child, to: &json)
        }
      }
    case .dictionary(let index, let values):
      guard let dictionary = unsafe array.pointee.dictionary,
        case .integer(let size, let isSigned) = index
      else { return json.null() }
      let place = unsafe Int(Self.integer(place, size, isSigned, of: array))
      guard place >= 0, place < Int(unsafe dictionary.pointee.length) else { return json.null() }
      unsafe values.write(place, of: dictionary, to: &json)
    case .line(let type): unsafe type.write(index, of: array, to: &json)
    }
  }

  private static func write(
    _ element: ArrowType,
    _ range: Range<Int>,
    of array: UnsafePointer<ArrowArray>,
    to json: inout JSONWriter
  ) {
    json.array { json in
      guard let child = unsafe array.pointee.children[0] else { return }
      for index in range { unsafe element.write(index, of: child, to: &json) }
    }
  }

  // MARK: - Values

  private static func isThere(_ place: Int, in array: UnsafePointer<ArrowArray>) -> Bool {
    guard let bits = unsafe array.pointee.buffers?[0] else { return true }
    return unsafe bit(place, of: bits)
  }

  private static func bit(_ place: Int, of bits: UnsafeRawPointer?) -> Bool {
    guard let bits = unsafe bits else { return false }
    return unsafe bits.load(fromByteOffset: place >> 3, as: UInt8.self) >> (place & 7) & 1 == 1
  }

  private static func load<Number: BitwiseCopyable>(
    _ place: Int,
    of array: UnsafePointer<ArrowArray>,
    as type: Number.Type = Number.self
  ) -> Number {
    unsafe array.pointee.buffers[1].unsafelyUnwrapped
      .loadUnaligned(fromByteOffset: place * MemoryLayout<Number>.size, as: Number.self)
  }

  private static func integer(
    _ place: Int,
    _ size: Int,
    _ isSigned: Bool,
    of array: UnsafePointer<ArrowArray>
  ) -> Int64 {
    switch (size, isSigned) {
    case (1, true): Int64(unsafe load(place, of: array, as: Int8.self))
    case (1, false): Int64(unsafe load(place, of: array, as: UInt8.self))
    case (2, true): Int64(unsafe load(place, of: array, as: Int16.self))
    case (2, false): Int64(unsafe load(place, of: array, as: UInt16.self))
    case (4, true): Int64(unsafe load(place, of: array, as: Int32.self))
    case (4, false): Int64(unsafe load(place, of: array, as: UInt32.self))
    default: unsafe load(place, of: array, as: Int64.self)
    }
  }

  private static func double(
    _ place: Int,
    _ size: Int,
    of array: UnsafePointer<ArrowArray>
  ) -> Double {
    size == 4
      ? Double(unsafe load(place, of: array, as: Float.self))
      : unsafe load(place, of: array, as: Double.self)
  }

  private static func decimal(
    _ place: Int,
    _ size: Int,
    of array: UnsafePointer<ArrowArray>
  ) -> Int128 {
    size == 16
      ? unsafe load(place, of: array, as: Int128.self)
      : Int128(unsafe integer(place, size, true, of: array))
  }

  /// The bytes of a text, which live as long as the array.
  private func text(
    _ place: Int,
    of array: UnsafePointer<ArrowArray>
  ) -> UnsafeRawBufferPointer {
    guard case .text(let size) = self else { return unsafe Self.viewedText(place, of: array) }
    let start = unsafe Int(Self.integer(place, size, true, of: array))
    let end = unsafe Int(Self.integer(place + 1, size, true, of: array))
    guard end > start, let bytes = unsafe array.pointee.buffers[2] else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return unsafe UnsafeRawBufferPointer(start: bytes + start, count: end - start)
  }

  private static func viewedText(
    _ place: Int,
    of array: UnsafePointer<ArrowArray>
  ) -> UnsafeRawBufferPointer {
    let none = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    guard let views = unsafe array.pointee.buffers[1] else { return unsafe none }
    let view = unsafe views + 16 * place
    let count = Int(unsafe view.loadUnaligned(as: Int32.self))
    // A short text stands in the view; of another, the view has the buffer and the place in it.
    if count <= 12 { return unsafe UnsafeRawBufferPointer(start: view + 4, count: max(0, count)) }
    let buffer = 2 + Int(unsafe view.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    let start = Int(unsafe view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
    guard buffer >= 2, buffer < Int(unsafe array.pointee.n_buffers),
      let bytes = unsafe array.pointee.buffers[buffer]
    else { return unsafe none }
    return unsafe UnsafeRawBufferPointer(start: bytes + start, count: count)
  }
}

extension JSONWriter {
  /// Writes an instant that is a number of units since 1970, by how many of them a day has.
  fileprivate mutating func instant(_ count: Int64, perDay: Int64) {
    let (days, rest) = count.flooredQuotientAndRemainder(dividingBy: perDay)
    let perMillisecond = perDay / Instant.millisecondsPerDay
    let time =
      perMillisecond > 0 ? rest / perMillisecond : rest * (Instant.millisecondsPerDay / perDay)
    let (start, overflow) = days.multipliedReportingOverflow(by: Instant.millisecondsPerDay)
    let instant = Instant(milliseconds: overflow ? .max : start).adding(milliseconds: time)
    // A date without a time is one in the user's time zone (T4).
    if perDay == 1, instant.isValid { return string(String(instant.iso8601.prefix(10))) }
    self.instant(instant)
  }

  /// Writes a whole number without its last digits, which stand behind the point.
  fileprivate mutating func decimal(_ value: Int128, scale: Int) {
    var digits = String(value.magnitude)
    if digits.count <= scale {
      digits = String(repeating: "0", count: scale + 1 - digits.count) + digits
    }
    let text =
      (value < 0 ? "-" : "") + digits.dropLast(scale) + (scale > 0 ? "." : "")
      + digits.suffix(scale)
    self.value(ContiguousArray(text.utf8))
  }
}
