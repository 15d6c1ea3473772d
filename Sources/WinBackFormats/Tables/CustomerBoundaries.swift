/// Finds where in a table one customer's rows end and another's begin.
package struct CustomerBoundaries: Sendable {
  /// The first row of a customer.
  package struct Start: Sendable {
    /// The offset of the row.
    package let offset: Int
    /// A number that is the same for the same customer, and hardly ever for two; it differs from one
    /// run of the program to the next, so that nobody can choose customers for whom it is the same.
    package let hash: Int
  }

  private let reader: RowReader
  private var fields: RowFields
  private var pattern = RowPattern()
  private var customer: ContiguousArray<UInt8> = []

  /// The customers that were found last.
  ///
  /// Two that a broken row connects, since it could be of either, are there one after the other.
  package private(set) var starts: ContiguousArray<Start> = []

  /// Where rows can be cut so that no customer's are torn: the offset of the last customer's first
  /// row, or the end of all rows where no more come; 0 where there is no such place.
  package private(set) var cut = 0

  /// Creates a finder for a table.
  package init(_ plan: ColumnPlan) {
    reader = RowReader(plan)
    fields = RowFields(columnCount: plan.columns.count)
  }

  /// The plan.
  package var plan: ColumnPlan { reader.plan }

  /// Looks through rows.
  ///
  /// - Parameters:
  ///   - bytes: The rows, from the first one of a customer on.
  ///   - isWhole: Whether no more come.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func find(in bytes: RawSpan, isWhole: Bool) {
    starts.removeAll(keepingCapacity: true)
    cut = 0
    pattern.forget()
    var scanner = RowScanner(bytes, plan.layout, isWhole: isWhole)
    var isOpen = true
    while true {
      if pattern.matchNext(&scanner) {
        fields.move(to: scanner.rowStart)
        begin(fields[plan.customer], scanner, isOpen: false)
        continue
      }
      pattern.forget()
      do throws(RowError) {
        guard try readCustomer(&scanner) else { break }
      } catch {
        isOpen = true
        continue
      }
      switch reader.owner(of: fields, scanner.text) {
      case .nobody: continue
      case .unknown: isOpen = true
      case .customer:
        begin(fields[plan.customer], scanner, isOpen: isOpen)
        pattern.learn(
          scanner,
          resizableFrom: fields[plan.customer].end &+ 1 &- scanner.rowStart
        )
        isOpen = false
      }
    }
    if isWhole { cut = bytes.byteCount }
  }

  /// Notes whose a row is; another's than the row before may be where rows can be cut.
  private mutating func begin(
    _ field: RowField,
    _ scanner: borrowing RowScanner,
    isOpen: Bool
  ) {
    guard starts.isEmpty || !field.holds(customer, in: customer.indices, scanner.text) else {
      return
    }
    if !isOpen { cut = scanner.rowStart }
    customer.removeAll(keepingCapacity: true)
    field.append(to: &customer, from: scanner.text.bytes)
    var hasher = Hasher()
    unsafe customer.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    starts.append(Start(offset: scanner.rowStart, hash: hasher.finalize()))
  }

  /// Reads the customer of the next row, and its other values where they tell whose it is.
  private mutating func readCustomer(_ scanner: inout RowScanner) throws(RowError) -> Bool {
    let start = scanner.offset
    if let customer = scanner.nextPlainCustomer(in: plan.customer, of: fields.count),
      !customer.isBlank(in: scanner.text)
    {
      fields.begin(at: scanner.rowStart)
      fields.scanned[plan.customer] = customer
      return true
    }
    scanner.offset = start
    let hasRow = try scanner.next(&fields.scanned)
    fields.begin(at: scanner.rowStart)
    return hasRow
  }
}
