import WinBack

/// What is done with the customers of a stream, on one thread, in storage that is used again.
protocol HistoryWorker: Sendable {
  /// The symbols that those of a history come after.
  var symbols: SymbolTable { get }

  /// Takes in a customer.
  ///
  /// - Parameters:
  ///   - record: The history, in which transactions may be there twice. Its text is that of the block;
  ///     who kept it would have the next block copied.
  ///   - symbols: The symbols of the history.
  /// - Returns: How many transactions belong to no group.
  /// - Throws: ``HistoryError`` where the history contradicts itself.
  mutating func add(
    _ record: inout HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) -> Int

  /// Forgets what came of the customers so far, and keeps the memory.
  mutating func removeAll()
}
