import WinBack

/// The text of the identifiers of a customer's rows.
///
/// Behind the text is room for more, so that eight bytes at a time are written into storage that is
/// there already: to append bytes to an array takes five times as long.
struct RowText: Sendable {
  private var bytes = ContiguousArray<UInt8>(repeating: 0, count: 1 << 10)
  /// The number of bytes that count.
  private var count = 0

  init() {}

  mutating func removeAll() { count = 0 }

  /// Adds an identifier, with what tells it from others of the same one.
  ///
  /// - Returns: Where it is; nil if there is none.
  @inline(__always)
  mutating func add(
    _ field: RowField,
    _ suffix: RowField,
    _ text: borrowing ByteLoads
  ) -> TextRange? {
    guard !field.range.isEmpty else { return nil }
    guard field.escaping == .none, suffix.escaping == .none else {
      return addDecoded(field, suffix, text)
    }
    let start = count
    let size = field.end &- field.start
    let suffixSize = suffix.end &- suffix.start
    if bytes.count &- start < size &+ suffixSize &+ 9 { grow(size &+ suffixSize) }
    var storage = bytes.mutableSpan
    var room = unsafe storage.mutableBytes
    Self.write(size, of: text, from: field.start, to: &room, at: start)
    var end = start &+ size
    if suffixSize > 0 {
      room.storeBytes(of: UInt8(ascii: "."), toByteOffset: end, as: UInt8.self)
      Self.write(suffixSize, of: text, from: suffix.start, to: &room, at: end &+ 1)
      end &+= suffixSize &+ 1
    }
    count = end
    return TextRange(start: start, count: end &- start)
  }

  func append(to other: inout ContiguousArray<UInt8>) {
    other.append(contentsOf: bytes.rawBytes, in: 0..<count)
  }

  /// Writes so many bytes, and behind them up to seven that do not count.
  @inline(__always)
  private static func write(
    _ size: Int,
    of text: borrowing ByteLoads,
    from start: Int,
    to room: inout MutableRawSpan,
    at target: Int
  ) {
    var offset = 0
    while offset < size {
      let word = text.word(at: start &+ offset).littleEndian
      room.storeBytes(of: word, toByteOffset: target &+ offset, as: UInt64.self)
      offset &+= 8
    }
  }

  @inline(never)
  private mutating func addDecoded(
    _ field: RowField,
    _ suffix: RowField,
    _ text: borrowing ByteLoads
  ) -> TextRange? {
    var contents: ContiguousArray<UInt8> = []
    field.append(to: &contents, from: text.bytes)
    let size = contents.count
    suffix.append(to: &contents, from: text.bytes)
    return add(
      RowField(start: 0, end: size),
      RowField(start: size, end: contents.count),
      ByteLoads(contents.rawBytes)
    )
  }

  /// Makes room for so many bytes, for a full stop and eight more.
  @inline(never)
  private mutating func grow(_ size: Int) {
    bytes.append(contentsOf: repeatElement(0, count: max(bytes.count, size &+ 9)))
  }
}
