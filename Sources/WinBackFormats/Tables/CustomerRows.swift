/// The rows of one customer, which stand together, and what became of them.
package struct CustomerRows: Sendable {
  /// Where the rows are in their bytes.
  package internal(set) var range: Range<Int> = 0..<0
  /// How many line feeds there are between the start of the scan and the first row.
  package internal(set) var lineFeedsBefore = 0
  package internal(set) var count = 0
  /// How many customers they are about: several only where a broken row stands between two.
  package internal(set) var customers = 0
  /// How many rows each filter of the mapping keeps from being read.
  package internal(set) var skipped: ContiguousArray<Int> = []
  /// Why the customer cannot be scored; nil if nothing is wrong.
  package internal(set) var error: RowError? { didSet { isBroken = error != nil } }
  /// Whether there is an error; to look into one that may be takes longer.
  private(set) var isBroken = false

  package var skippedCount: Int { skipped.reduce(0, +) }

  mutating func begin(at start: Int, _ lineFeeds: Int) {
    range = start..<start
    lineFeedsBefore = lineFeeds
    count = 0
    customers = 0
    for index in skipped.indices { skipped[index] = 0 }
    if isBroken { error = nil }
  }
}

/// Where a customer stands: the first row, or the line.
package struct CustomerStart: Sendable {
  /// The offset of a byte of it.
  package let offset: Int
  /// A number that is the same for the same customer, and hardly ever for two; it differs from one run
  /// of the program to the next, so that nobody can choose customers for whom it is the same.
  package let hash: Int

  package init(of customer: RawSpan, at offset: Int) {
    self.offset = offset
    var hasher = Hasher()
    unsafe customer.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    hash = hasher.finalize()
  }
}
