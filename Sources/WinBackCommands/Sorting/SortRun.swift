/// A sorted run of rows that is read from its file piece by piece.
struct SortRun {
  private let file: SortFile
  private let end: Int
  private let pieceSize: Int
  private var bytes: ContiguousArray<UInt8> = []
  private var start = 0
  /// The offset in the file of the first byte that is not in memory.
  private var position: Int

  /// The row that comes next: whose it is, its bytes, and where it was.
  private(set) var key: Range<Int> = 0..<0
  private(set) var row: Range<Int> = 0..<0
  private(set) var place = HistoryPlace()

  init(_ range: Range<Int>, of file: SortFile, pieceSize: Int) {
    self.file = file
    self.pieceSize = pieceSize
    position = range.lowerBound
    end = range.upperBound
  }

  /// The bytes that ``key`` and ``row`` are ranges of.
  var storage: ContiguousArray<UInt8> { bytes }

  /// Moves to the next row; returns false if there is none.
  mutating func next() throws(CommandFailure) -> Bool {
    start = row.upperBound
    guard start < bytes.count || position < end else { return false }
    try load(SortFile.headSize)
    let lengths = number(at: start)
    place = HistoryPlace(
      file: Int(truncatingIfNeeded: number(at: start + 8)),
      offset: Int(truncatingIfNeeded: number(at: start + 16)),
      lines: Int(truncatingIfNeeded: number(at: start + 24))
    )
    let keyCount = Int(lengths >> 32)
    let rowCount = Int(lengths & 0xFFFF_FFFF)
    try load(SortFile.headSize + keyCount + rowCount)
    let keyStart = start + SortFile.headSize
    key = keyStart..<keyStart + keyCount
    row = key.upperBound..<key.upperBound + rowCount
    return true
  }

  /// Brings so many bytes from the start into memory.
  private mutating func load(_ count: Int) throws(CommandFailure) {
    guard bytes.count - start < count else { return }
    bytes.removeSubrange(..<start)
    start = 0
    let wanted = max(pieceSize, count) - bytes.count
    let piece = position..<min(end, position + wanted)
    try file.read(piece, into: &bytes)
    position = piece.upperBound
  }

  private func number(at offset: Int) -> UInt64 {
    unsafe bytes.withUnsafeBytes { bytes in
      UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }

  /// Returns whether the next row of this run comes before that of another.
  func precedes(_ other: SortRun) -> Bool {
    let left = bytes[key]
    let right = other.bytes[other.key]
    if left.elementsEqual(right) { return place.precedes(other.place) }
    return left.lexicographicallyPrecedes(right)
  }
}
