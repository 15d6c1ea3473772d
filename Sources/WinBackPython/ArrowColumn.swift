import ArrowInterface

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
