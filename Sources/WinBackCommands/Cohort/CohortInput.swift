import CalendarTime
import WinBack
import WinBackFormats

/// The input of a cohort, of which the beginning has been read: what it is, and how customers come.
struct CohortInput {
  /// How customers come.
  enum Shape {
    /// One on each line.
    case lines
    /// As rows of a table, those of a customer together.
    case table(OpenTable)
    /// In one document, which is read as a whole.
    case document
  }

  /// How many bytes are looked at first.
  private static let headSize = 1 << 20

  let format: HistoryFormat
  let shape: Shape

  /// The bytes that have been read.
  private(set) var head: ContiguousArray<UInt8>

  /// Whether no bytes come after them.
  private var isWhole: Bool

  /// What comes after them.
  private let rest: StreamedInput

  /// Opens an input.
  ///
  /// - Parameters:
  ///   - input: The bytes, from their start.
  ///   - options: What the user says about it.
  ///   - console: Where a mapping may come from.
  /// - Throws: ``CommandFailure`` where it cannot be read, or the header of a table is broken.
  init(
    _ input: StreamedInput,
    _ options: HistoryInputOptions,
    on console: Console
  ) throws(CommandFailure) {
    rest = input
    let (head, whole) = try input.peeking(Self.headSize)
    format = options.format(ofInputBeginningWith: head.rawBytes)
    if HistoryFormat.tables.contains(format) {
      let mapping = try options.mapping(of: format, on: console)
      let (table, start) = try whole.openTable(by: mapping, peeking: Self.headSize)
      shape = .table(table)
      self.head = start
    } else {
      let isLines = format == .native && !head.rawBytes.startsWithLongValue
      shape = isLines ? .lines : .document
      self.head = head
    }
    isWhole = self.head.count < Self.headSize
  }

  /// How many bytes there are; nil where nobody knows.
  var byteCount: Int? { rest.byteCount }

  /// Returns the customers in blocks; nil where they are one document.
  ///
  /// - Parameters:
  ///   - blockSize: How many bytes a block has.
  ///   - options: How many threads take them, and whether rows are sorted by customer first.
  /// - Returns: The blocks.
  /// - Throws: ``CommandFailure`` where the input cannot be read, or not be sorted.
  func blocks(
    of blockSize: Int,
    _ options: CohortOptions
  ) throws(CommandFailure) -> (any BlockSource)? {
    switch shape {
    case .lines: return try LineSource(rest.preceded(by: head), blockSize: blockSize)
    case .table(let table):
      guard options.sorts else {
        return TableInput(rest, table, head: head, blockSize: blockSize)
          .blocks(forThreads: options.threads)
      }
      var sorter = try RowSorter(rest, table, blockSize: blockSize)
      return try sorter.sort(head: head)
    case .document: return nil
    }
  }

  /// What the columns of a table mean; nil where there are none.
  var plan: ColumnPlan? {
    if case .table(let table) = shape { table.plan } else { nil }
  }

  /// Reads all bytes into ``head``.
  ///
  /// - Throws: ``CommandFailure`` where they cannot be read, or are too many.
  mutating func readAll() throws(CommandFailure) {
    guard !isWhole else { return }
    head = try rest.preceded(by: head).readAll()
    isWhole = true
  }

  /// Returns whether lines or rows are about more customers than some, looking no further than needed.
  ///
  /// - Complexity: O(*n*) for *n* bytes of these customers.
  mutating func hasMoreCustomers(than count: Int) throws(CommandFailure) -> Bool {
    while customersInHead <= count {
      guard !isWhole, head.count <= InputFile.defaultLimit else { return false }
      try readMore()
    }
    return true
  }

  private var customersInHead: Int {
    guard case .table(let table) = shape else { return head.lineCount }
    var reader = CustomerReader(table.plan, timeZone: .utc, attributeCount: 0)
    var scanner = RowScanner(head.rawBytes, table.plan.layout, from: table.start, isWhole: isWhole)
    var record = HistoryRecord()
    var symbols = SymbolTable()
    while reader.next(&scanner, into: &record, &symbols) { symbols.removeAll(beyond: 0) }
    return Set(reader.starts.map(\.hash)).count
  }

  /// Reads as many bytes as have been read, or those that there are.
  private mutating func readMore() throws(CommandFailure) {
    let size = 2 * head.count
    head = try rest.preceded(by: head).peeking(size).head
    isWhole = head.count < size
  }
}

extension ContiguousArray<UInt8> {
  /// The number of lines that are not blank.
  fileprivate var lineCount: Int {
    var count = 0
    var isBlank = true
    for byte in self {
      switch byte {
      case UInt8(ascii: "\n"): isBlank = true
      case 0...UInt8(ascii: " "): continue
      default:
        guard isBlank else { continue }
        count += 1
        isBlank = false
      }
    }
    return count
  }
}
