/// A row that was read, as the pattern of the rows after it.
///
/// Rows of one customer are alike: dates and numbers change, delimiters and quotes stand where they
/// stood, or a little further on. Such a row is compared with the one before it, and only what has
/// changed is read.
///
/// ## The law
///
/// Comparing a row must give what reading it gives, whatever its bytes are. Call a byte *plain* where
/// it is ASCII and not below `0`: letters, digits, and no delimiter, quote, space or line end. Four
/// facts make it so:
///
/// 1. *A byte takes the place of another one only where both are plain*, so that every delimiter,
///    quote, space and line end stands where it stood, and every character beyond ASCII is whole.
/// 2. *Pieces of other sizes start and end inside one state.* A piece ends with the same delimiter in
///    both rows and holds neither a quote nor a line end, so that both rows are inside of quotes
///    behind it, or both are not. None starts behind a quote, where one byte more decides that.
/// 3. *The last byte that is compared is the line feed*, so that no row continues behind the
///    comparison; it ends a field without quotes in both rows, and a delimiter ends every other
///    one.
/// 4. *A value is read again where any byte of its column, or of a column that decides about it,
///    differs or has moved by another distance.* What is left is the same text.
///
/// A row that could be the header once more is neither learnt nor compared, nor is one that is broken, or
/// takes several lines.
struct RowPattern: Sendable {
  /// A field, or a part of one, that does not have as many bytes as in the row before.
  struct Resize: Sendable {
    /// Where in the row before the bytes start that have been replaced.
    let place: Int
    /// How many bytes further on the row continues from there.
    let distance: Int
  }

  /// The most bytes of a row that others are compared with.
  private static var limit: Int { 1 << 13 }
  /// The most fields of other sizes that a row may have; one with more is read in full.
  private static var resizeLimit: Int { 8 }

  /// Where the row starts that the next one is compared with.
  private var start = 0
  /// The number of its bytes with the line feed; 0 if there is none.
  private var count = 0
  /// The first of its bytes that may be replaced by more or fewer.
  private var firstResizable = 0
  /// What depends on its bytes.
  private var words = ChangeWords(byteLimit: limit)

  /// What may not be the same in the row that was compared last, but for the fields of other sizes.
  private var changes: RowChanges = []
  /// The fields of other sizes of that row, and room for one that is behind all.
  private var resizes = ContiguousArray(
    repeating: Resize(place: 0, distance: 0),
    count: resizeLimit + 1
  )
  /// The number of these fields.
  private var resizeCount = 0

  init() {}

  var isKnown: Bool { count > 0 }

  /// Gives up the pattern.
  mutating func forget() {
    count = 0
  }

  /// Takes the row that was read last as the pattern, where it can be one.
  ///
  /// - Parameters:
  ///   - scanner: Stands behind the row, which must not be broken.
  ///   - place: The first of its bytes that may be replaced by more or fewer.
  mutating func learn(_ scanner: borrowing RowScanner, resizableFrom place: Int = 0) {
    forget()
    guard scanner.offset &- scanner.rowStart <= Self.limit, scanner.rowMayBePattern,
      // Whether lines inside of quotes are rows by themselves depends on all of their bytes.
      scanner.text.bytes.extracting(scanner.rowStart..<scanner.offset).lineFeedCount == 1
    else { return }
    start = scanner.rowStart
    count = scanner.offset &- scanner.rowStart
    firstResizable = place
  }

  /// Takes the row that was read last as the pattern, and notes what depends on its fields.
  mutating func learn(
    _ scanner: borrowing RowScanner,
    _ fields: borrowing RowFields,
    _ uses: borrowing ContiguousArray<ColumnUses.Use>
  ) {
    learn(scanner)
    guard isKnown else { return }
    words.forget(from: 0, to: count)
    words.add(uses, fields, in: start)
  }

  /// Moves fields to the row that was compared last.
  ///
  /// - Returns: What may not be the same in that row.
  mutating func move(
    _ fields: inout RowFields,
    _ uses: borrowing ContiguousArray<ColumnUses.Use>
  ) -> RowChanges {
    fields.move(to: start)
    guard resizeCount > 0 else { return changes }
    resizes[resizeCount] = Resize(place: .max, distance: 0)
    words.forget(from: resizes[0].place, to: count)
    return changes.union(fields.resize(by: resizes, uses, &words))
  }

  /// Moves behind the next row where it is written as the pattern, which it becomes.
  ///
  /// Its bytes equal those of the pattern, with two exceptions: a character of a class such as letters
  /// or digits can be another one of its class, and pieces without quotes and line ends can differ up
  /// to the same delimiter. So both rows have the same columns and the same faults, and fields of the
  /// same size are blank in both or in neither.
  ///
  /// - Parameter scanner: Stands behind the pattern's row, or another one of these bytes.
  /// - Returns: Whether it has moved; if not, the row has to be read in full.
  mutating func matchNext(_ scanner: inout RowScanner) -> Bool {
    guard count > 0 else { return false }
    let new = scanner.offset
    var changes = SIMD4<UInt64>()
    var distance = 0
    resizeCount = 0
    guard let mismatch = firstMismatch(from: 0, new, scanner.text, &changes) else { return false }
    if mismatch < count {
      guard let rest = matchResized(from: mismatch, new, scanner, &changes) else { return false }
      distance = rest
    }
    let end = new &+ count &+ distance
    guard end &- new <= Self.limit, end <= scanner.text.bytes.byteCount,
      scanner.mayBePattern(new..<end)
    else { return false }
    self.changes = RowChanges(rawValue: changes.union)
    scanner.rowStart = new
    scanner.offset = end
    start = new
    count &+= distance
    return true
  }

  /// Compares the rest of a row that has a field of another size.
  ///
  /// - Parameters:
  ///   - mismatch: The first place where a separator is only in one of the rows.
  ///   - new: Where the row starts.
  ///   - scanner: Has the bytes of both rows.
  ///   - changes: Gets what depends on other bytes that are not the same.
  /// - Returns: How many bytes the row has more than the pattern; nil if it is not written alike.
  @inline(never)
  private mutating func matchResized(
    from mismatch: Int,
    _ new: Int,
    _ scanner: borrowing RowScanner,
    _ changes: inout SIMD4<UInt64>
  ) -> Int? {
    var mismatch = mismatch
    var distance = 0
    var resizeCount = 0
    var resizes = ContiguousArray<Resize>()
    swap(&resizes, &self.resizes)
    defer {
      swap(&resizes, &self.resizes)
      self.resizeCount = resizeCount
    }
    var known = resizes.mutableSpan
    repeat {
      guard mismatch >= firstResizable, resizeCount < Self.resizeLimit,
        // What stands behind a quote may be outside of the field.
        scanner.text.byte(at: start &+ mismatch &- 1) != UInt8(ascii: "\""),
        let oldEnd = scanner.endOfPlainField(from: start &+ mismatch),
        let newEnd = scanner.endOfPlainField(from: new &+ distance &+ mismatch)
      else { return nil }
      let place = oldEnd &- start
      distance = newEnd &- new &- place
      known[resizeCount] = Resize(place: mismatch, distance: distance)
      resizeCount &+= 1
      guard let next = firstMismatch(from: place, new &+ distance, scanner.text, &changes)
      else { return nil }
      mismatch = next
    } while mismatch < count
    return distance
  }

  /// Looks for the first place, from a place on, where a separator is only in one of the rows.
  ///
  /// The other row has the byte of that place at the same distance from `new`. What depends on
  /// other bytes that are not the same is added to the changes.
  ///
  /// - Returns: The place, behind the row if there is none; nil too near the end of all bytes.
  @inline(__always)
  private func firstMismatch(
    from place: Int,
    _ new: Int,
    _ text: borrowing ByteLoads,
    _ changes: inout SIMD4<UInt64>
  ) -> Int? {
    // What depends on bytes is known for each eight of them from the start of the row on.
    let first = place & ~7
    let size = ByteLoads.windowSize
    let uses = words.words.rawBytes
    let bytes = text.bytes
    let (oldStart, newStart) = (start, new)
    // The last window reaches behind the row.
    let end = count &+ size
    guard oldStart | newStart | first >= 0, oldStart &+ end <= bytes.byteCount,
      newStart &+ end <= bytes.byteCount, end <= uses.byteCount
    else { return nil }
    // A variable of its own stays in registers.
    var found = SIMD4<UInt64>()
    defer { changes |= found }
    var window = first
    while window < count {
      let old = unsafe bytes.window(uncheckedAt: oldStart &+ window)
      let new = unsafe bytes.window(uncheckedAt: newStart &+ window)
      let use = unsafe uses.window(uncheckedAt: window)
      // Nearly every window has some date or number: to branch would be to guess wrong too often.
      found |= use.replacing(with: 0, where: old .== new)
      var marks = new.marksOfSeparatorChanges(from: old)
      if marks.union != 0 {
        // The bytes before the place and behind the row do not count.
        if window == first { marks[0] &= .max &<< UInt64(truncatingIfNeeded: 8 &* (place & 7)) }
        let bits = marks.bits
        if bits != 0 { return min(window &+ bits.trailingZeroBitCount, count) }
      }
      window &+= size
    }
    return count
  }
}

extension RawSpan {
  /// Returns 32 bytes from an offset on, all of which must be there.
  @unsafe
  @inline(__always)
  fileprivate func window(uncheckedAt offset: Int) -> SIMD4<UInt64> {
    unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD4<UInt64>.self)
  }
}

extension SIMD4<UInt64> {
  /// A bit for each byte whose bits are all set, where those of the others are not.
  @inline(__always)
  fileprivate var bits: UInt64 {
    // The product moves the lowest bit of each byte into the highest byte.
    let ones = self & SIMD4(repeating: UInt64(repeating: 1))
    let low = (ones[0] &* 0x0102_0408_1020_4080) &>> 56
    let second = (ones[1] &* 0x0102_0408_1020_4080) &>> 56
    let third = (ones[2] &* 0x0102_0408_1020_4080) &>> 56
    let high = (ones[3] &* 0x0102_0408_1020_4080) &>> 56
    return low | second &<< 8 | third &<< 16 | high &<< 24
  }
}

extension RowScanner {
  /// Returns the offset of the delimiter that comes next; nil if a quote, a control character or
  /// what is not ASCII comes before it.
  fileprivate func endOfPlainField(from start: Int) -> Int? {
    var offset = start
    while offset < text.bytes.byteCount {
      let marks = text.word(at: offset).marksOfFieldEnds(delimiter: delimiter)
      if marks != 0 {
        let end = offset &+ marks.trailingZeroBitCount &>> 3
        return text.byte(at: end) == delimiter ? end : nil
      }
      offset &+= 8
    }
    return nil
  }
}
