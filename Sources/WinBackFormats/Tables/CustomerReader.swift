/// Gathers the rows of one customer after another into a history, in storage that is used again.
///
/// The rows of a customer stand together. A row whose customer is not known, because it is broken,
/// could be of the customer before it or of the one after it; neither is decided then.
package struct CustomerReader: Sendable {
  private let reader: RowReader
  let timeZone: UTCOffset
  private let attributeCount: Int
  /// The parts of the row that can differ from the row whose values are in ``values``.
  private var changes = RowChanges.all
  private var customer: ContiguousArray<UInt8> = []
  private var values = RowValues()
  /// The transaction of the row whose values are in ``values``.
  private var transaction = TransactionRecord()
  private var identifiers = RowText()
  private var dates = RecentDates()
  /// Whether the scanner has read the first row of the next customer already.
  private var isAhead = false

  /// The rows that were read last.
  package private(set) var rows = CustomerRows()
  /// The customers of these bytes, as far as they have been read.
  ///
  /// Two that a broken row connects, since it could be of either, are there one after the other.
  package private(set) var starts: ContiguousArray<CustomerStart> = []

  /// Creates a reader; dates without a time are in the time zone (T4).
  package init(_ plan: ColumnPlan, timeZone: UTCOffset, attributeCount: Int) {
    reader = RowReader(plan)
    self.timeZone = timeZone
    self.attributeCount = attributeCount
    rows.skipped = ContiguousArray(repeating: 0, count: plan.skippedRows.count)
  }

  package var plan: ColumnPlan { reader.plan }

  /// Begins anew with other bytes.
  package mutating func restart() {
    isAhead = false
    rows.begin(at: 0, 0)
    starts.removeAll(keepingCapacity: true)
  }

  /// Reads the rows of the next customer.
  ///
  /// Where more bytes may come, the last customer's rows may continue there, and are not read; then
  /// ``rows`` are none, where that customer's begin.
  ///
  /// - Parameters:
  ///   - scanner: Stands before a row.
  ///   - record: Gets the history; it is whole where ``rows`` has no error.
  ///   - symbols: The catalog's symbols, which take those of the history.
  /// - Returns: Whether there were rows, all of the customer's.
  package mutating func next(
    _ scanner: inout RowScanner,
    into record: inout HistoryRecord,
    _ symbols: inout SymbolTable
  ) -> Bool {
    record.removeAll(attributeCount: attributeCount)
    identifiers.removeAll()
    // After a broken row anybody's row belongs here.
    var isOpen = true
    if isAhead {
      isAhead = false
      rows.begin(at: scanner.rowStart, scanner.lineFeedsBefore)
      take(&scanner, isOpen: true, into: &record, &symbols)
      isOpen = false
    } else {
      rows.begin(at: scanner.offset, scanner.lineFeeds)
    }
    while true {
      do throws(RowError) {
        guard try scanner.next() else { break }
        changes.formUnion(scanner.changes)
      } catch {
        reject(error)
        isOpen = true
        continue
      }
      // A row like the one before it, which had a customer, has the same one or another.
      switch changes.contains(.customer) ? reader.owner(of: scanner) : .customer {
      case .nobody:
        rows.count += 1
        skip(scanner)
        continue
      case .unknown:
        reject(reader.unknownOwner(of: scanner))
        isOpen = true
        continue
      case .customer: break
      }
      if !isOpen, !isOfCustomer(scanner) {
        isAhead = true
        break
      }
      take(&scanner, isOpen: isOpen, into: &record, &symbols)
      isOpen = false
    }
    if !isAhead, !scanner.isWhole {
      rows.begin(at: rows.range.lowerBound, rows.lineFeedsBefore)
      return false
    }
    let end = isAhead ? scanner.rowStart : scanner.offset
    rows.range = rows.range.lowerBound..<max(end, rows.range.lowerBound)
    guard rows.count > 0 else { return false }
    if rows.error == nil { finish(&record) }
    return true
  }

  private mutating func reject(_ error: RowError) {
    rows.count += 1
    if rows.error == nil { rows.error = error }
  }

  /// Counts the row as one that is not read.
  ///
  /// - Returns: Whether it is one.
  @discardableResult
  private mutating func skip(_ scanner: borrowing RowScanner) -> Bool {
    guard changes.contains(.filters), let filter = reader.filter(of: scanner) else { return false }
    if reader.isHeader(scanner) { rows.error = RowError(.otherHeader, at: scanner.rowStart) }
    rows.skipped[filter] += 1
    return true
  }

  @inline(__always)
  private func isOfCustomer(_ scanner: borrowing RowScanner) -> Bool {
    !changes.contains(.customer)
      || scanner.field(reader.plan.customer).holds(customer, scanner.text)
  }

  /// Takes a row as the customer's; the scanner does not change, but a borrowed one would be copied.
  @inline(__always)
  private mutating func take(
    _ scanner: inout RowScanner,
    isOpen: Bool,
    into record: inout HistoryRecord,
    _ symbols: inout SymbolTable
  ) {
    rows.count &+= 1
    if isOpen, rows.customers == 0 || !isOfCustomer(scanner) { beginCustomer(scanner) }
    guard !rows.isBroken, !skip(scanner) else { return }
    do throws(RowError) {
      try reader.read(changes, &scanner, &dates, into: &values)
      try append(at: scanner.rowStart, scanner.text, to: &record, &symbols)
      changes = []
    } catch {
      changes = .all
      rows.error = reader.isHeader(scanner) ? RowError(.otherHeader, at: scanner.rowStart) : error
    }
  }

  @inline(never)
  private mutating func beginCustomer(_ scanner: borrowing RowScanner) {
    customer.removeAll(keepingCapacity: true)
    let field = scanner.field(reader.plan.customer)
    field.append(to: &customer, from: scanner.text.bytes)
    rows.customers += 1
    starts.append(CustomerStart(of: customer.rawBytes, at: scanner.rowStart))
  }

  @inline(never)
  private mutating func append(
    at offset: Int,
    _ text: borrowing ByteLoads,
    to record: inout HistoryRecord,
    _ symbols: inout SymbolTable
  ) throws(RowError) {
    let limit = HistoryReader.transactionLimit
    guard record.transactions.count < limit, let purchaseDate = values.purchaseDate,
      let expiresDate = values.expiresDate
    else { throw RowError(.tooManyTransactions(limit: limit), at: offset) }
    // A value that has not changed is that of the row before; for another customer, all values count as
    // changed.
    if !changes.isDisjoint(with: reader.uses.seldomChanged) {
      setSeldomChanged(text, &symbols)
      if let environment = values.details.words[.environment] {
        record.environments.insert(StoreEnvironments(code: environment))
      }
    }
    transaction.transactionId = identifiers.add(
      values.transactionId,
      values.transactionIdSuffix,
      text
    )
    if !changes.isDisjoint(with: reader.uses.chain) {
      transaction.originalTransactionId = identifiers.add(
        values.originalTransactionId,
        .absent,
        text
      )
    }
    transaction.purchaseDate = purchaseDate
    transaction.expiresDate = expiresDate
    transaction.signedDate = values.signedDate
    transaction.sourceOffset = record.details.count
    if reader.uses.tellsBeginning {
      transaction.traits.set(.continued, where: values.details.isContinued)
      transaction.setOrigin(
        values.details.originalPurchaseDate.flatMap { first in
          first.mayBeBefore(purchaseDate) && !values.isFirstOfChain(in: text) ? first : nil
        }
      )
    }
    record.transactions.append(transaction)
    values.details.rowStart = offset
    record.details.append(values.details)
  }

  /// Sets the values that most transactions have in common with the one before them.
  @inline(never)
  private mutating func setSeldomChanged(_ text: borrowing ByteLoads, _ symbols: inout SymbolTable)
  {
    if !changes.isDisjoint(with: reader.uses.product) {
      let product = productSymbols(text, &symbols)
      transaction.productId = product.productId
      transaction.subscriptionGroupIdentifier = product.group
    }
    if !changes.isDisjoint(with: reader.uses.offer) {
      transaction.offerIdentifier = symbol(values.offerIdentifier, text, &symbols)
    }
    transaction.traits = values.details.traits
    transaction.revocationDate = values.revocationDate
    transaction.storefront = values.storefront
  }

  // These functions change nothing. They are mutating, because otherwise the whole reader would be copied for
  // each call.

  /// Returns the symbols of the product and its group in the catalog's terms.
  private mutating func productSymbols(
    _ text: borrowing ByteLoads,
    _ symbols: inout SymbolTable
  ) -> (productId: Symbol, group: Symbol?) {
    let known = plan.products.isEmpty ? nil : plan.products[contents(of: values.productId, text)]
    let productId =
      known.map { symbols.intern($0.productId.rawBytes) }
      ?? symbol(values.productId, text, &symbols) ?? symbols.intern("")
    let group = symbol(values.group, text, &symbols)
    return (productId, group ?? known?.group.map { symbols.intern($0.rawBytes) })
  }

  private mutating func symbol(
    _ field: RowField,
    _ text: borrowing ByteLoads,
    _ symbols: inout SymbolTable
  ) -> Symbol? {
    guard !field.range.isEmpty else { return nil }
    return field.escaping == .none
      ? symbols.intern(text.bytes.extracting(field.range))
      : symbols.intern(contents(of: field, text).rawBytes)
  }

  private mutating func contents(
    of field: RowField,
    _ text: borrowing ByteLoads
  ) -> ContiguousArray<UInt8> {
    var contents: ContiguousArray<UInt8> = []
    if field.escaping == .fixed {
      field.append(to: &contents, from: plan.fixedText.rawBytes)
    } else {
      field.append(to: &contents, from: text.bytes)
    }
    return contents
  }

  // MARK: - The whole history

  private mutating func finish(_ record: inout HistoryRecord) {
    identifiers.append(to: &record.text)
    record.customerId = TextRange(start: record.text.count, count: customer.count)
    record.text.append(contentsOf: customer.rawBytes, in: customer.indices)
    do throws(HistoryError) {
      try record.mergeRows(
        areEvents: plan.mapping.rows == .events,
        tellRedemptions: !plan.hidesRedemptions,
        tellRenewals: plan.tellsRenewal,
        at: timeZone
      )
    } catch {
      let row = min(max(0, error.sourceOffset), record.details.count - 1)
      rows.error = RowError(error.kind, at: record.details[row].rowStart)
    }
  }
}

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
  /// Whether there is an error; this is faster to read than the error itself.
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
