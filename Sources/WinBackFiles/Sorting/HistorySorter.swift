/// Brings together the rows or the documents of each customer in all files of a run.
struct HistorySorter {
  private var rows: RowSorter?
  private var documents: DocumentSorter?

  /// Takes in a file; `reject` takes a row or a document of which nobody knows whose it is.
  mutating func add(
    _ histories: OpenHistories,
    _ reject: (RejectedLine) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    switch histories.contents {
    case .table(let table):
      if rows == nil { rows = try RowSorter() }
      try rows?.add(table, histories.index, reject)
    case .documents:
      if documents == nil { documents = try DocumentSorter() }
      try documents?.add(histories.input, histories.index, reject)
    case .lines, .document, .gathered: throw histories.source.options.sortNeedsTable
    }
  }

  /// Returns the blocks of all customers; nil if there are none.
  mutating func sorted(blockSize: Int) throws(CommandFailure) -> SortedRows? {
    if let blocks = try rows?.sorted(blockSize: blockSize) { return blocks }
    return try documents?.sorted(blockSize: blockSize)
  }
}
