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
/// A row that could be the header once more is neither learnt nor compared, nor is one that is broken.
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
  /// What depends on its bytes; empty if not needed.
  private var words = ChangeWords()

  /// What may not be the same in the row that was compared last, but for the fields of other sizes.
  private var changes: RowChanges = []
  /// The fields of other sizes of that row.
  private var resizes: ContiguousArray<Resize> = []

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
    guard scanner.offset &- scanner.rowStart <= Self.limit, scanner.rowMayBePattern else { return }
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
    words.forget(behind: nil, of: count)
    words.add(uses, from: 0, fields, in: start)
  }

  /// Moves fields to the row that was compared last.
  ///
  /// - Returns: What may not be the same in that row.
  mutating func move(
    _ fields: inout RowFields,
    _ uses: borrowing ContiguousArray<ColumnUses.Use>
  ) -> RowChanges {
    fields.move(to: start)
    guard let resize = resizes.first else { return changes }
    let (first, resized) = fields.resize(by: resizes, uses)
    words.forget(behind: resize.place, of: count)
    words.add(uses, from: first, fields, in: start)
    if count > Self.limit { forget() }
    return changes.union(resized)
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
    var changes: RowChanges = []
    if !resizes.isEmpty { resizes.removeAll(keepingCapacity: true) }
    var distance = 0
    var place = 0
    while let mismatch = firstMismatch(from: place, new &+ distance, scanner.text, &changes) {
      guard mismatch >= firstResizable, resizes.count < Self.resizeLimit,
        // What stands behind a quote may be outside of the field.
        scanner.text.byte(at: start &+ mismatch &- 1) != UInt8(ascii: "\""),
        let oldEnd = scanner.endOfPlainField(from: start &+ mismatch),
        let newEnd = scanner.endOfPlainField(from: new &+ distance &+ mismatch)
      else { return false }
      place = oldEnd &- start
      distance = newEnd &- new &- place
      resizes.append(Resize(place: mismatch, distance: distance))
    }
    let end = new &+ count &+ distance
    guard end <= scanner.text.bytes.byteCount, scanner.mayBePattern(new..<end) else { return false }
    self.changes = changes
    scanner.rowStart = new
    scanner.offset = end
    start = new
    count &+= distance
    return true
  }

  /// Returns the first place, from a place on, where a separator is only in one of the rows.
  ///
  /// The other row has the byte of that place at the same distance from `new`. What depends on
  /// other bytes that are not the same is added to the changes.
  @inline(__always)
  private func firstMismatch(
    from first: Int,
    _ new: Int,
    _ text: borrowing ByteLoads,
    _ changes: inout RowChanges
  ) -> Int? {
    let size = ByteLoads.windowSize
    // Near the end of all bytes there may be fewer in the other row.
    let windowCount = min(count &- first, text.bytes.byteCount &- new &- first) / size
    var place = first
    if let oldWindows = text.windows(windowCount, at: start &+ first),
      let newWindows = text.windows(windowCount, at: new &+ first)
    {
      for index in 0..<windowCount {
        if let mismatch = mismatch(oldWindows[index], newWindows[index], at: place, &changes) {
          return mismatch
        }
        place &+= size
      }
    }
    // The last window has some of the bytes before it once more.
    let last = count &- size
    if last >= first, place < count, let old = text.window(at: start &+ last),
      let new = text.window(at: new &+ last)
    {
      return mismatch(old, new, at: last, &changes)
    }
    return firstMismatch(from: place, new, wordsOf: text, &changes)
  }

  /// Does the same eight bytes at a time, for what is left of the row.
  @inline(__always)
  private func firstMismatch(
    from first: Int,
    _ new: Int,
    wordsOf text: borrowing ByteLoads,
    _ changes: inout RowChanges
  ) -> Int? {
    var place = first
    while place < count {
      // The bytes behind the row do not count.
      let unused = UInt64(truncatingIfNeeded: max(0, 8 &- (count &- place)) &* 8)
      let old = text.word(at: start &+ place) &<< unused
      let new = text.word(at: new &+ place) &<< unused
      note(new ^ old, at: place, &changes)
      let marks = SIMD4(new, 0, 0, 0).marksOfSeparatorChanges(from: SIMD4(old, 0, 0, 0))[0]
      if marks != 0 {
        return place &+ (marks.trailingZeroBitCount &- Int(truncatingIfNeeded: unused)) &>> 3
      }
      place &+= 8
    }
    return nil
  }

  /// Compares the 32 bytes from a place on.
  ///
  /// - Returns: The first place where a separator is only in one of the rows.
  @inline(__always)
  private func mismatch(
    _ old: SIMD4<UInt64>,
    _ new: SIMD4<UInt64>,
    at place: Int,
    _ changes: inout RowChanges
  ) -> Int? {
    let differences = new ^ old
    let marks = new.marksOfSeparatorChanges(from: old)
    guard marks.union != 0 else {
      note(differences, at: place, &changes)
      return nil
    }
    var lane = 0
    while lane < 3, marks[lane] == 0 {
      note(differences[lane], at: place &+ 8 &* lane, &changes)
      lane &+= 1
    }
    note(differences[lane], at: place &+ 8 &* lane, &changes)
    return place &+ 8 &* lane &+ marks[lane].trailingZeroBitCount &>> 3
  }

  /// Adds what depends on 32 bytes to the changes, for each eight of them that are not the same.
  ///
  /// Nearly every window has some date or number: to branch would be to guess wrong too often.
  @inline(__always)
  private func note(_ differences: SIMD4<UInt64>, at place: Int, _ changes: inout RowChanges) {
    guard !words.isEmpty else { return }
    let uses = ByteLoads(words.words.rawBytes)
    // After a field of another size eight bytes lie in two words.
    guard let low = uses.window(at: place & ~7), let high = uses.window(at: (place &+ 7) & ~7)
    else { return }
    changes.formUnion(
      RowChanges(rawValue: (low | high).replacing(with: 0, where: differences .== 0).union)
    )
  }

  /// Adds what depends on eight bytes to the changes, if they are not the same.
  @inline(__always)
  private func note(_ differences: UInt64, at place: Int, _ changes: inout RowChanges) {
    guard !words.isEmpty, differences != 0 else { return }
    let words = words.words.span
    changes.formUnion(RowChanges(rawValue: words[place &>> 3] | words[(place &+ 7) &>> 3]))
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
