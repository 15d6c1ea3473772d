/// Asks the same about one customer after another, in storage that is used again, and adds up the
/// answers.
package struct AnswerWorker<Storage: Sendable, Sum: Sendable>: HistoryWorker {
  /// Adds the answer about a customer.
  package typealias Question =
    @Sendable (inout Sum, inout Storage, HistoryRecord, SymbolTable) throws(HistoryError) -> Void

  package static var takesVersions: Bool { true }

  private(set) var sum: Sum

  package let symbols: SymbolTable
  private let empty: Sum
  private var storage: Storage
  private let question: Question

  init(_ symbols: SymbolTable, _ empty: Sum, _ storage: Storage, _ question: @escaping Question) {
    self.symbols = symbols
    self.empty = empty
    self.storage = storage
    self.question = question
    sum = empty
  }

  package mutating func removeAll() { sum = empty }

  package mutating func add(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) {
    try question(&sum, &storage, copy record, copy symbols)
  }
}

extension HistorySource {
  /// Asks the same about all customers, and adds the answers to an empty sum in the order of the input.
  ///
  /// The symbols of histories come after `symbols`, each thread uses a `storage` again, and `add` adds
  /// the sum of a block to that of the blocks before.
  package func answers<Storage: Sendable, Sum: Sendable>(
    after symbols: SymbolTable,
    into empty: Sum,
    with storage: Storage,
    adding add: @escaping @Sendable (inout Sum, Sum) throws(CommandFailure) -> Void,
    _ question: @escaping AnswerWorker<Storage, Sum>.Question
  ) throws(CommandFailure) -> (Sum, HistoryReading) {
    try reduce(
      with: AnswerWorker(symbols, empty, storage, question),
      into: empty
    ) { sum, worker, _ throws(CommandFailure) in try add(&sum, worker.sum) }
  }

  /// Returns the answers about all customers in the order of the input.
  package func list<Element: Sendable>(
    after symbols: SymbolTable,
    _ elements: @escaping @Sendable (HistoryRecord, SymbolTable) throws(HistoryError) -> [Element]
  ) throws(CommandFailure) -> ([Element], HistoryReading) {
    let none: [Element] = []
    return try answers(after: symbols, into: none, with: (), adding: { $0 += $1 }) {
      sum,
      _,
      record,
      symbols throws(HistoryError) in
      sum += try elements(record, symbols)
    }
  }
}
