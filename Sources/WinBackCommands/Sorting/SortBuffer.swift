/// Rows that are being sorted in memory: where they are, and whose.
struct SortBuffer {
  /// A row.
  struct Row {
    /// The first eight bytes of the customer, which decide most comparisons.
    let prefix: UInt64
    /// The whole customer, in `keys`.
    let key: Range<Int>
    /// The row in its bytes.
    let row: Range<Int>
    let place: HistoryPlace
  }

  private(set) var keys: ContiguousArray<UInt8> = []
  private(set) var rows: ContiguousArray<Row> = []

  /// Notes a row.
  mutating func append(
    customer: ContiguousArray<UInt8>,
    row: Range<Int>,
    _ place: HistoryPlace
  ) {
    let start = keys.count
    keys.append(contentsOf: customer)
    var prefix: UInt64 = 0
    for index in 0..<8 {
      prefix = prefix << 8 | (index < customer.count ? UInt64(customer[index]) : 0)
    }
    rows.append(
      Row(prefix: prefix, key: start..<keys.count, row: row, place: place)
    )
  }

  /// Puts the rows into the order of their customers, and those of one into that of the input.
  mutating func sort() {
    let keys = keys
    rows.sort { lhs, rhs in
      if lhs.prefix != rhs.prefix { return lhs.prefix < rhs.prefix }
      let left = keys[lhs.key]
      let right = keys[rhs.key]
      if left.elementsEqual(right) { return lhs.place.precedes(rhs.place) }
      return left.lexicographicallyPrecedes(right)
    }
  }

  /// Forgets all rows and keeps the storage.
  mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
  }
}
