/// Finds where rows of a table can be cut so that no customer's are torn.
package struct CustomerBoundaries: Sendable {
  private let reader: RowReader
  private var fields: RowFields
  private var pattern = RowPattern()
  private var customer: ContiguousArray<UInt8> = []

  /// Creates a finder for a table.
  package init(_ plan: ColumnPlan) {
    reader = RowReader(plan)
    fields = RowFields(columnCount: plan.columns.count)
  }

  /// The plan.
  package var plan: ColumnPlan { reader.plan }

  /// Looks through rows, from the first one of a customer on, behind which more may come.
  ///
  /// - Returns: The offset of the last customer's first row; 0 where no customer's rows are all there.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func lastStart(in bytes: RawSpan) -> Int {
    var lastStart = 0
    pattern.forget()
    var scanner = RowScanner(bytes, plan.layout, isWhole: false)
    // A row that is broken could be of the customer before it or of the one after it.
    var isOpen = true
    while true {
      if pattern.matchNext(&scanner) {
        fields.move(to: scanner.rowStart)
        // A row like the one before it names a customer, too, unless it spells that there is none.
        if !plan.isBlank(fields[plan.customer], in: scanner.text) {
          if isOfNext(fields[plan.customer], scanner) { lastStart = scanner.rowStart }
          continue
        }
        scanner.offset = scanner.rowStart
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
        if isOfNext(fields[plan.customer], scanner), !isOpen { lastStart = scanner.rowStart }
        pattern.learn(
          scanner,
          resizableFrom: fields[plan.customer].end &+ 1 &- scanner.rowStart
        )
        isOpen = false
      }
    }
    return lastStart
  }

  /// Notes whose a row is.
  ///
  /// - Returns: Whether it is another's than the row before.
  private mutating func isOfNext(_ field: RowField, _ scanner: borrowing RowScanner) -> Bool {
    guard !field.holds(customer, in: customer.indices, scanner.text) else { return false }
    customer.removeAll(keepingCapacity: true)
    field.append(to: &customer, from: scanner.text.bytes)
    return true
  }

  /// Reads the customer of the next row, and its other values where they tell whose it is.
  private mutating func readCustomer(_ scanner: inout RowScanner) throws(RowError) -> Bool {
    let start = scanner.offset
    if let customer = scanner.nextPlainCustomer(in: plan.customer, of: fields.count),
      !plan.isBlank(customer, in: scanner.text)
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
