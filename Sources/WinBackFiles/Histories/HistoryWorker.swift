/// What is done with the customers of a stream, on one thread, in storage that is used again.
///
/// It can be copied, though nobody does: of a type that cannot, the compiler follows each stored part
/// through each function, which took a tenth of the first build.
package protocol HistoryWorker: Sendable {
  /// The symbols that those of a history come after.
  var symbols: SymbolTable { get }

  /// Takes in a customer.
  ///
  /// - Parameters:
  ///   - record: The history, in which no transaction is there twice unless the worker wants versions.
  ///     Its text is that of the block; who kept it would have the next block copied.
  ///   - symbols: The symbols of the history.
  /// - Throws: ``HistoryError`` if the history contradicts itself.
  mutating func add(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError)

  /// Returns what the last customer's only timeline lacks as of the instant of the question; nil if the
  /// worker has not read its facts.
  ///
  /// It changes nothing. It is mutating because the call would copy a worker that can be copied otherwise.
  mutating func evidence() -> TimelineEvidence?

  /// Whether the worker wants all versions of transactions: which one is the newest depends on the time
  /// zone, which is a policy (P1, T4).
  static var takesVersions: Bool { get }

  /// Whether the worker wants all values of histories, also those that decisions do not need.
  static var takesValues: Bool { get }

  /// Takes in all values of a customer, where it wants them.
  mutating func add(_ history: CustomerHistory)

  /// Forgets what came of the customers so far, and keeps the memory.
  mutating func removeAll()
}

extension HistoryWorker {
  package mutating func evidence() -> TimelineEvidence? { nil }

  package static var takesVersions: Bool { false }

  package static var takesValues: Bool { false }

  package mutating func add(_ history: CustomerHistory) {}
}
