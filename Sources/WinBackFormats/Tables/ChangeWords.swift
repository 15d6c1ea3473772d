/// What hangs on each eight bytes of a row.
///
/// It may say too much, never too little.
struct ChangeWords: Sendable {
  /// Changes, as raw values.
  private(set) var words: ContiguousArray<UInt64> = []

  init() {}

  var isEmpty: Bool { words.isEmpty }

  /// Forgets what hangs on the bytes behind an offset of a row, but for those of its own word.
  ///
  /// - Parameters:
  ///   - offset: The offset; nil for all bytes.
  ///   - count: The number of the row's bytes.
  mutating func forget(behind offset: Int?, of count: Int) {
    // With one word more than the row has, for eight bytes that lie in two words.
    let wordCount = count &>> 3 &+ 2
    while words.count < wordCount { words.append(0) }
    let first = offset.map { $0 &>> 3 &+ 1 } ?? 0
    var words = words.mutableSpan
    var word = first
    while word < wordCount {
      words[word] = 0
      word &+= 1
    }
  }

  /// Notes what hangs on the fields of a row.
  ///
  /// - Parameters:
  ///   - uses: The columns that something hangs on.
  ///   - first: The index of the first of them to be noted.
  ///   - fields: The fields.
  ///   - start: Where the row starts.
  mutating func add(
    _ uses: borrowing ContiguousArray<ColumnUses.Use>,
    from first: Int,
    _ fields: borrowing RowFields,
    in start: Int
  ) {
    var words = words.mutableSpan
    for index in first..<uses.count {
      let field = fields[uses[index].column]
      guard field.start < field.end else { continue }
      let last = (field.end &- start &- 1) &>> 3
      var word = (field.start &- start) &>> 3
      while word <= last {
        words[word] |= uses[index].changes.rawValue
        word &+= 1
      }
    }
  }
}
