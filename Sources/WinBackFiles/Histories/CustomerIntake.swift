/// Hands the histories of the wanted customers to a worker, and counts them.
struct CustomerIntake: ~Copyable {
  let worker: any CustomerTaker
  /// What was counted in the last block.
  var tally: ReadingTally
  /// Which of the wanted customers were in the last block.
  private(set) var found: Set<Int> = []
  /// The identifiers so far that are nearest to those of the wanted customers.
  private(set) var near = NearIdentifiers()
  /// The customers of the last block who were handed on from a line, or a document, of their own.
  private(set) var starts: ContiguousArray<CustomerStart> = []

  /// Why the last history, which a worker has taken with all values, cannot be decided; nil if it can.
  private(set) var doubt: HistoryError?

  /// What the user says about the customers.
  let source: HistorySource

  private var timeZone: UTCOffset { source.timeZone }

  /// Hands a history to the worker, if its customer is wanted.
  ///
  /// - Parameters:
  ///   - record: The history; what is there twice is merged.
  ///   - symbols: Its symbols.
  ///   - offset: A byte of the customer's line; nil if several rows or documents are one customer.
  ///   - history: Gives all values of the history, for a worker that wants them.
  /// - Returns: Whether the customer is wanted.
  /// - Throws: ``HistoryError`` if the history contradicts itself.
  @discardableResult
  mutating func take(
    _ record: inout HistoryRecord,
    _ symbols: borrowing SymbolTable,
    inLineOf offset: Int? = nil,
    _ history: () -> CustomerHistory?
  ) throws(HistoryError) -> Bool {
    try record.checkCustomer()
    let customers = source.options.customers
    guard customers.isEmpty || customers.contain(record, &found, &near) else {
      tally.others += 1
      return false
    }
    tally.environments.formUnion(record.environments)
    if worker.takesValues {
      if let history = history() { worker.add(history) }
      doubt = nil
      do throws(HistoryError) { try record.mergeDuplicates(at: timeZone) } catch { doubt = error }
    } else {
      if !worker.takesVersions { try record.mergeDuplicates(at: timeZone) }
      try compareWithClock(&record)
      try worker.add(record, symbols)
      if worker.takesVersions { try record.mergeDuplicates(at: timeZone) }
      source.evidence?.count(record, symbols, knowing: worker.evidence(), into: &tally.evidence)
    }
    tally.customers += 1
    if let offset {
      let customer = record.text.rawBytes.extracting(record.customerId.indices)
      starts.append(CustomerStart(of: customer, at: offset))
    }
    return true
  }

  /// Counts a customer who has dates from after the clock, whose signatures are taken away.
  private mutating func compareWithClock(
    _ record: inout HistoryRecord
  ) throws(HistoryError) {
    // A clock from before there were subscriptions was never set.
    guard source.console.now >= .firstSubscription else { return }
    let date = try record.removeSignings(after: source.console.now, at: timeZone)
    guard let date else { return }
    tally.futureDates += 1
    guard tally.firstFutureDate == nil else { return }
    tally.firstFutureDate = "\(date.date) of '\(record.string(record.customerId))'"
  }

  mutating func removeAll() {
    worker.removeAll()
    found.removeAll()
    starts.removeAll(keepingCapacity: true)
    tally.clear()
  }
}
