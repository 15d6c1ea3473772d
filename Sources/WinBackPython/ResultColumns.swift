import ArrowInterface
import WinBackFormats

/// Results as columns, read from the cells of a run.
struct ResultColumns: Sendable {
  private(set) var count = 0
  private var columns: [ResultArray]

  /// Appends the next rows; the columns come before the first ones.
  static func append(_ bytes: ContiguousArray<UInt8>, to columns: inout ResultColumns?) {
    var cells = ResultCells(bytes)
    var appended =
      columns.take() ?? ResultColumns(columns: cells.columns().map { ResultArray($0) })
    while !cells.isAtEnd {
      for index in appended.columns.indices { appended.columns[index].append(&cells) }
      appended.count += 1
    }
    columns = appended
  }

  private init(columns: [ResultArray]) { self.columns = columns }

  mutating func removeAll() {
    count = 0
    for index in columns.indices { columns[index].removeAll() }
  }

  /// The rows as objects in JSON, one on each line.
  var json: ContiguousArray<UInt8> {
    var json = JSONWriter()
    for row in 0..<count {
      json.object { json in
        for column in columns { column.member(of: row, to: &json) }
      }
      json.endLine()
    }
    return json.bytes
  }

  // MARK: - Arrow

  func exportSchema(to schema: UnsafeMutablePointer<ArrowSchema>) {
    let children = unsafe columns.map { unsafe $0.schema }
    unsafe schema.initialize(to: ArrowMemory.schema("+s", "", isNullable: false, children))
  }

  func exportBatch(to array: UnsafeMutablePointer<ArrowArray>) {
    let children = unsafe columns.map { unsafe $0.array(count) }
    unsafe array.initialize(to: ArrowMemory.array(count, nulls: 0, [nil], children, ArrowMemory()))
  }
}

/// A column of results: a text, a number or an instant in each row, or a list of texts or instants.
private struct ResultArray: Sendable {
  private let name: String
  private let hasLists: Bool
  private let hasInstants: Bool
  private let hasNumbers: Bool
  /// Whether an empty cell means no value; it is a text in an identifier or in a list.
  private let isNullable: Bool
  /// The end offsets of the lists.
  private var listEnds: ContiguousArray<Int32> = [0]
  private var textEnds: ContiguousArray<Int32> = [0]
  private var bytes: ContiguousArray<UInt8> = []
  /// The numbers, or the milliseconds of the instants.
  private var numbers: ContiguousArray<Int64> = []
  /// A bit for each value, set if the value is present.
  private var validity: ContiguousArray<UInt8> = []
  private var valueCount = 0
  private var nullCount = 0

  init(_ column: ResultColumn) {
    name = column.name
    hasLists = [.texts, .instants].contains(column.kind)
    hasInstants = [.instant, .instants].contains(column.kind)
    hasNumbers = column.kind == .number
    isNullable = ![.identifier, .texts].contains(column.kind)
  }

  /// Appends the next cell, or the next list of cells.
  mutating func append(_ cells: inout ResultCells) {
    guard hasLists else { return appendValue(&cells) }
    for _ in 0..<cells.size() { appendValue(&cells) }
    listEnds.append(Int32(valueCount))
  }

  private mutating func appendValue(_ cells: inout ResultCells) {
    let isThere: Bool
    if hasNumbers || hasInstants {
      let number = cells.number()
      numbers.append(number ?? 0)
      isThere = number != nil
    } else {
      isThere = cells.text(to: &bytes) > 0 || !isNullable
      textEnds.append(Int32(bytes.count))
    }
    if valueCount & 7 == 0 { validity.append(0) }
    if isThere {
      validity[validity.count - 1] |= 1 << UInt8(valueCount & 7)
    } else {
      nullCount += 1
    }
    valueCount += 1
  }

  mutating func removeAll() {
    (listEnds, textEnds, valueCount, nullCount) = ([0], [0], 0, 0)
    bytes.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    validity.removeAll(keepingCapacity: true)
  }

  /// Writes the value of a row as a member of an object.
  func member(of row: Int, to json: inout JSONWriter) {
    json.key(name)
    guard hasLists else { return value(row, to: &json) }
    json.array { json in
      for index in listEnds[row]..<listEnds[row + 1] { value(Int(index), to: &json) }
    }
  }

  private func value(_ index: Int, to json: inout JSONWriter) {
    if validity[index >> 3] >> UInt8(index & 7) & 1 == 0 {
      json.null()
    } else if hasNumbers {
      json.integer(numbers[index])
    } else if hasInstants {
      json.string(Instant(milliseconds: numbers[index]).iso8601)
    } else {
      json.string(utf8: bytes, in: Int(textEnds[index])..<Int(textEnds[index + 1]))
    }
  }

  // MARK: - Arrow

  var schema: ArrowSchema {
    let format = hasInstants ? "tsm:UTC" : hasNumbers ? "l" : "u"
    guard hasLists else { return unsafe ArrowMemory.schema(format, name, isNullable: isNullable) }
    let item = unsafe ArrowMemory.schema(format, "item", isNullable: true)
    return unsafe ArrowMemory.schema("+l", name, isNullable: false, [item])
  }

  func array(_ count: Int) -> ArrowArray {
    let memory = ArrowMemory()
    let validity = unsafe nullCount > 0 ? memory.copy(validity) : nil
    let buffers =
      unsafe hasInstants || hasNumbers
      ? [validity, memory.copy(numbers)] : [validity, memory.copy(textEnds), memory.copy(bytes)]
    let values = unsafe ArrowMemory.array(valueCount, nulls: nullCount, buffers, [], memory)
    guard hasLists else { return unsafe values }
    let lists = ArrowMemory()
    return unsafe ArrowMemory.array(count, nulls: 0, [nil, lists.copy(listEnds)], [values], lists)
  }
}

/// The memory of an Arrow schema or array, which exists until its reader releases it.
@safe final class ArrowMemory {
  private var blocks: [UnsafeMutableRawPointer] = unsafe []

  init() {}

  deinit { unsafe blocks.forEach { block in unsafe block.deallocate() } }

  /// Copies values to a fixed address.
  func copy<Values: Collection>(_ values: Values) -> UnsafeMutableRawPointer
  where Values.Element: BitwiseCopyable {
    let stride = MemoryLayout<Values.Element>.stride
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, values.count * stride),
      alignment: 64
    )
    let buffer = unsafe UnsafeMutableBufferPointer(
      start: block.bindMemory(to: Values.Element.self, capacity: values.count),
      count: values.count
    )
    _ = unsafe buffer.initialize(from: values)
    unsafe blocks.append(block)
    return unsafe block
  }

  private func copy(_ text: String) -> UnsafePointer<CChar> {
    unsafe UnsafePointer(copy(text.utf8CString).assumingMemoryBound(to: CChar.self))
  }

  /// Copies structures, and returns an array of their addresses; nil if there are none.
  private func addresses<Value>(of values: [Value]) -> UnsafeMutablePointer<
    UnsafeMutablePointer<Value>?
  >? {
    guard !values.isEmpty else { return nil }
    let addresses = UnsafeMutablePointer<UnsafeMutablePointer<Value>?>.allocate(
      capacity: values.count
    )
    for (index, value) in values.enumerated() {
      let address = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      unsafe address.initialize(to: value)
      unsafe addresses[index] = unsafe address
      unsafe blocks.append(UnsafeMutableRawPointer(address))
    }
    unsafe blocks.append(UnsafeMutableRawPointer(addresses))
    return unsafe addresses
  }

  /// Creates a schema, which owns the schemas of its children.
  static func schema(
    _ format: String,
    _ name: String,
    isNullable: Bool,
    _ children: [ArrowSchema] = unsafe []
  ) -> ArrowSchema {
    let memory = ArrowMemory()
    return unsafe ArrowSchema(
      format: memory.copy(format),
      name: memory.copy(name),
      metadata: nil,
      flags: isNullable ? 2 : 0,
      n_children: Int64(children.count),
      children: memory.addresses(of: children),
      dictionary: nil,
      release: { schema in
        guard let schema = unsafe schema, let memory = unsafe schema.pointee.private_data else {
          return
        }
        for index in 0..<Int(unsafe schema.pointee.n_children) {
          let child = unsafe schema.pointee.children[index]
          if let release = unsafe child?.pointee.release { unsafe release(child) }
        }
        unsafe schema.pointee.release = nil
        unsafe Unmanaged<ArrowMemory>.fromOpaque(memory).release()
      },
      private_data: Unmanaged.passRetained(memory).toOpaque()
    )
  }

  /// Creates an array with its buffers in a memory; it owns the memory and its children's arrays.
  static func array(
    _ count: Int,
    nulls: Int,
    _ buffers: [UnsafeMutableRawPointer?],
    _ children: [ArrowArray],
    _ memory: ArrowMemory
  ) -> ArrowArray {
    let addresses = unsafe memory.copy(buffers.map { UnsafeRawPointer($0) })
    return unsafe ArrowArray(
      length: Int64(count),
      null_count: Int64(nulls),
      offset: 0,
      n_buffers: Int64(buffers.count),
      n_children: Int64(children.count),
      buffers: addresses.assumingMemoryBound(to: UnsafeRawPointer?.self),
      children: memory.addresses(of: children),
      dictionary: nil,
      release: { array in
        guard let array = unsafe array, let memory = unsafe array.pointee.private_data else {
          return
        }
        for index in 0..<Int(unsafe array.pointee.n_children) {
          let child = unsafe array.pointee.children[index]
          if let release = unsafe child?.pointee.release { unsafe release(child) }
        }
        unsafe array.pointee.release = nil
        unsafe Unmanaged<ArrowMemory>.fromOpaque(memory).release()
      },
      private_data: Unmanaged.passRetained(memory).toOpaque()
    )
  }
}
