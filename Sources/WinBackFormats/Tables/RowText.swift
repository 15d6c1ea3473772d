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

  mutating func removeAll() {
    count = 0
  }

  /// Adds the identifier of a transaction, with what tells it from others of the same one.
  ///
  /// - Returns: Where it is; nil if there is none.
  @inline(__always)
  mutating func add(
    _ field: RowField,
    _ suffix: RowField,
    _ text: borrowing ByteLoads
  ) -> TextRange? {
    guard !field.range.isEmpty else { return nil }
    let start = count
    append(field, text)
    if !suffix.range.isEmpty {
      append(UInt8(ascii: "."))
      append(suffix, text)
    }
    return TextRange(start: start, count: count &- start)
  }

  /// Adds an identifier, unless a piece of the text is the same.
  ///
  /// - Returns: Where it is; nil if there is none.
  @inline(__always)
  mutating func add(
    _ field: RowField,
    unlessAt piece: TextRange?,
    _ text: borrowing ByteLoads
  ) -> TextRange? {
    if let piece, field.holds(bytes, in: piece.indices, text) { return piece }
    return add(field, .absent, text)
  }

  /// Adds the identifier of a transaction that is written without escapes, in a row behind which there
  /// are eight more bytes.
  @inline(__always)
  mutating func add(
    _ identifier: FrequentPlaces.Place,
    _ suffix: FrequentPlaces.Place,
    from rowStart: Int,
    _ text: borrowing ByteLoads
  ) -> TextRange {
    let start = count
    reserve(identifier.count &+ suffix.count &+ 1)
    var storage = bytes.mutableSpan
    var room = unsafe storage.mutableBytes
    var end = start
    Self.write(identifier, from: rowStart, text, to: &room, &end)
    if suffix.count > 0 {
      room.storeBytes(of: UInt8(ascii: "."), toByteOffset: end, as: UInt8.self)
      end &+= 1
      Self.write(suffix, from: rowStart, text, to: &room, &end)
    }
    count = end
    return TextRange(start: start, count: end &- start)
  }

  /// Adds an identifier that is written without escapes, unless a piece of the text is the same.
  @inline(__always)
  mutating func add(
    _ identifier: FrequentPlaces.Place,
    unlessAt piece: TextRange?,
    from rowStart: Int,
    _ text: borrowing ByteLoads
  ) -> TextRange? {
    guard identifier.count > 0 else { return nil }
    if let piece, holds(identifier, at: piece, from: rowStart, text) { return piece }
    return add(identifier, .none, from: rowStart, text)
  }

  @inline(__always)
  private func holds(
    _ identifier: FrequentPlaces.Place,
    at piece: TextRange,
    from rowStart: Int,
    _ text: borrowing ByteLoads
  ) -> Bool {
    let size = identifier.count
    guard Int(piece.count) == size, size >= 8 else { return false }
    let start = rowStart &+ identifier.offset
    let known = ByteLoads(bytes.rawBytes)
    var offset = 0
    while true {
      // The last word overlaps the one before it.
      let place = min(offset, size &- 8)
      guard let one = text.wholeWord(at: start &+ place),
        let other = known.wholeWord(at: Int(piece.start) &+ place), one == other
      else { return false }
      offset &+= 8
      if offset >= size { return true }
    }
  }

  /// Writes bytes behind which there are seven more, which do not count.
  @inline(__always)
  private static func write(
    _ piece: FrequentPlaces.Place,
    from rowStart: Int,
    _ text: borrowing ByteLoads,
    to room: inout MutableRawSpan,
    _ end: inout Int
  ) {
    let start = rowStart &+ piece.offset
    var offset = 0
    while offset < piece.count {
      let word = text.wholeWord(at: start &+ offset) ?? 0
      room.storeBytes(of: word.littleEndian, toByteOffset: end &+ offset, as: UInt64.self)
      offset &+= 8
    }
    end &+= piece.count
  }

  /// Adds the text to other text.
  func append(to other: inout ContiguousArray<UInt8>) {
    other.append(contentsOf: bytes.rawBytes, in: 0..<count)
  }

  /// Adds the contents of a field.
  @inline(__always)
  private mutating func append(_ field: RowField, _ text: borrowing ByteLoads) {
    guard field.escaping == .none else { return appendDecoded(field, text) }
    let size = field.end &- field.start
    reserve(size)
    write(size, of: text, from: field.start)
  }

  /// Adds a byte.
  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count &+= 1
  }

  @inline(never)
  private mutating func appendDecoded(_ field: RowField, _ text: borrowing ByteLoads) {
    var contents: ContiguousArray<UInt8> = []
    field.append(to: &contents, from: text.bytes)
    reserve(contents.count)
    write(contents.count, of: ByteLoads(contents.rawBytes), from: 0)
  }

  /// Writes bytes, and behind them up to seven that do not count.
  @inline(__always)
  private mutating func write(_ size: Int, of text: borrowing ByteLoads, from start: Int) {
    let end = count
    var storage = bytes.mutableSpan
    var room = unsafe storage.mutableBytes
    var offset = 0
    while offset < size {
      let word = text.word(at: start &+ offset).littleEndian
      room.storeBytes(of: word, toByteOffset: end &+ offset, as: UInt64.self)
      offset &+= 8
    }
    count = end &+ size
  }

  /// Makes room for some bytes and seven more.
  @inline(__always)
  private mutating func reserve(_ size: Int) {
    if bytes.count &- count < size &+ 8 { grow(size) }
  }

  @inline(never)
  private mutating func grow(_ size: Int) {
    bytes.append(contentsOf: repeatElement(0, count: max(bytes.count, size &+ 8)))
  }
}
