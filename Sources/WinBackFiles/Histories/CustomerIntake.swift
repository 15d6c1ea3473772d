import CalendarTime
import WinBack
import WinBackFormats

/// Hands the histories of the wanted customers to a worker, and counts them.
struct CustomerIntake: ~Copyable {
  let worker: any CustomerTaker
  /// What was counted in the last block.
  var tally: ReadingTally
  /// Which of the wanted customers were in the last block.
  private(set) var found: Set<Int> = []
  /// Some customers of the last block with nearly the same identifiers.
  private(set) var near: Set<ContiguousArray<UInt8>> = []
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
    if !source.options.customers.isEmpty {
      let customers = source.options.customers
      let id = ContiguousArray(record.text[record.customerId.indices])
      guard let place = customers[id] else {
        tally.others += 1
        if customers.count <= Self.comparedLimit, near.count < Self.nearLimit,
          customers.keys.contains(where: { Self.areNear($0, id) })
        {
          near.insert(id)
        }
        return false
      }
      found.insert(place)
    }
    tally.environments.formUnion(record.environments)
    if worker.takesValues {
      if let history = history() { worker.add(history) }
      doubt = nil
      do throws(HistoryError) { try record.mergeDuplicates(at: timeZone) } catch { doubt = error }
    } else {
      if worker.takesVersions {
        try compareWithClock(&record)
        try worker.add(record, symbols)
      }
      try record.mergeDuplicates(at: timeZone)
      if !worker.takesVersions { try compareWithClock(&record) }
      if !worker.takesVersions { try worker.add(record, symbols) }
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

  /// The most identifiers that are noted in a block because they are nearly wanted.
  private static var nearLimit: Int { 100 }

  /// The most wanted customers with whom all others are compared, for the sake of a message.
  private static var comparedLimit: Int { 10 }

  /// Returns whether identifiers differ in at most one place, letter case apart.
  private static func areNear(
    _ one: ContiguousArray<UInt8>,
    _ other: ContiguousArray<UInt8>
  ) -> Bool {
    func areAlike(_ one: UInt8, _ other: UInt8) -> Bool {
      one == other
        || (one | 0x20 == other | 0x20 && UInt8(ascii: "a")...UInt8(ascii: "z") ~= one | 0x20)
    }
    guard abs(one.count - other.count) <= 1 else { return false }
    let rest = max(one.count, other.count) - 1
    let prefix = zip(one, other).prefix { areAlike($0, $1) }.count
    guard prefix < rest else { return true }
    return prefix + zip(one.reversed(), other.reversed()).prefix { areAlike($0, $1) }.count >= rest
  }

  mutating func removeAll() {
    worker.removeAll()
    found.removeAll()
    near.removeAll()
    starts.removeAll(keepingCapacity: true)
    tally.clear()
  }
}
