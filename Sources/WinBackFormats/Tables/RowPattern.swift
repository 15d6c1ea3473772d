/// A row that was read, as the pattern of the rows after it.
///
/// Rows of one customer are alike: dates and numbers change, delimiters and quotes stand where they
/// stood. Such a row is compared with the one before it, and only what has changed is read. With that
/// the rows of a RevenueCat export take half the time.
struct RowPattern: Sendable {
  /// The most bytes of a row that others are compared with.
  private static var limit: Int { 1 << 13 }

  /// Where the row starts that the next one is compared with.
  fileprivate var start = 0
  /// The number of its bytes with the line feed; 0 where there is none.
  fileprivate var count = 0
  /// What hangs on each eight bytes.
  fileprivate var words: ContiguousArray<RowChanges> = []

  init() {}

  var isKnown: Bool { count > 0 }

  /// Gives up the pattern.
  mutating func forget() {
    count = 0
  }

  /// Takes the row that was read last as the pattern, where it can be one.
  ///
  /// - Parameters:
  ///   - fields: Its fields, at least those that something hangs on.
  ///   - uses: What hangs on them.
  ///   - scanner: Stands behind the row, which must not be broken.
  mutating func learn(
    _ fields: borrowing RowFields,
    _ uses: borrowing ContiguousArray<ColumnUses.Use>,
    _ scanner: borrowing RowScanner
  ) {
    forget()
    guard scanner.offset &- scanner.rowStart <= Self.limit, scanner.rowMayBePattern else { return }
    start = scanner.rowStart
    count = scanner.offset &- scanner.rowStart
    words.removeAll(keepingCapacity: true)
    for _ in 0..<(count &+ 7) &>> 3 { words.append([]) }
    for index in uses.indices {
      let field = fields[uses[index].column]
      guard field.start < field.end else { continue }
      for word in (field.start &- start) &>> 3...(field.end &- start &- 1) &>> 3 {
        words[word].formUnion(uses[index].changes)
      }
    }
  }
}

extension RowScanner {
  /// Moves behind the next row where it is written as the pattern.
  ///
  /// All bytes that are not the same are letters, digits and the like in both rows. So both have the
  /// same fields in the same places, are broken or not, and have the same blank fields.
  ///
  /// - Parameter pattern: The row right before, or another one of these bytes; gets the next row.
  /// - Returns: What may not be the same; nil where ``next(_:)`` has to read the row.
  mutating func nextAlike(_ pattern: inout RowPattern) -> RowChanges? {
    guard pattern.isKnown, let changes = changes(from: pattern) else { return nil }
    rowStart = offset
    pattern.start = offset
    offset &+= pattern.count
    return changes
  }

  @inline(__always)
  private func changes(from pattern: borrowing RowPattern) -> RowChanges? {
    let count = pattern.count
    guard offset &+ count <= text.bytes.byteCount else { return nil }
    let words = pattern.words.span
    var changes: RowChanges = []
    var place = 0
    while place &+ ByteLoads.windowSize <= count {
      guard let new = text.window(at: offset &+ place),
        let old = text.window(at: pattern.start &+ place)
      else { return nil }
      let differences = new ^ old
      if differences.union != 0 {
        guard differences.marksOfOtherThanPlainChanges(from: old, to: new).union == 0 else {
          return nil
        }
        let first = place &>> 3
        for lane in 0..<4 where differences[lane] != 0 {
          changes.formUnion(words[first &+ lane])
        }
      }
      place &+= ByteLoads.windowSize
    }
    while place < count {
      let new = text.word(at: offset &+ place)
      let old = text.word(at: pattern.start &+ place)
      let unused = UInt64(truncatingIfNeeded: max(0, 8 &- (count &- place)) &* 8)
      let differences = ((new ^ old) &<< unused) &>> unused
      if differences != 0 {
        let marks = SIMD4(differences, 0, 0, 0)
          .marksOfOtherThanPlainChanges(from: SIMD4(repeating: old), to: SIMD4(repeating: new))
        guard marks.union == 0 else { return nil }
        changes.formUnion(words[place &>> 3])
      }
      place &+= 8
    }
    return changes
  }
}

extension SIMD4<UInt64> {
  /// The highest bit of each changed byte that is a delimiter, a space or the like in either text.
  ///
  /// The vector has the differences of two texts. Plain are the ASCII bytes from the digits on.
  @inline(__always)
  fileprivate func marksOfOtherThanPlainChanges(from old: Self, to new: Self) -> Self {
    let low = Self(repeating: UInt64(repeating: 0x7F))
    let slack = Self(repeating: UInt64(repeating: 0x80 - UInt8(ascii: "0")))
    let changed = ((self & low) &+ low) | self
    let plain = ((old & low) &+ slack) & ((new & low) &+ slack) & ~(old | new)
    return changed & ~plain & ~low
  }
}
