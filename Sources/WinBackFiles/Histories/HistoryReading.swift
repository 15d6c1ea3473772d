/// What was counted while histories were read, and how far reading has come.
package struct HistoryReading: Sendable {
  package var tally = ReadingTally()
  package var place = HistoryPlace()

  /// Which of the customers who are wanted have been found, by their places among them.
  package var found: Set<Int> = []

  /// The status of the first file that could not be read, and the others were read.
  package var failure: ExitStatus?

  /// How customers stood in the input; nil before the first file.
  package private(set) var layout: HistoryLayout?

  /// The rows that mappings leave out, by what they are called.
  package private(set) var skippedRows: [(others: String, count: Int)] = []

  package private(set) var warnings: [String] = []

  /// The columns of the tables; nil if they are known of none.
  package private(set) var columns: Columns?

  package struct Columns: Sendable, Hashable {
    /// Those that the mapping reads.
    package fileprivate(set) var used: [String] = []

    package fileprivate(set) var unused: [String] = []
  }

  package init() {}

  /// What is rejected where it cannot be read.
  package var lineName: String { layout == .rows ? "rows" : "lines" }

  /// Notes how customers stand in the file that comes next.
  package mutating func enter(_ layout: HistoryLayout, _ plan: ColumnPlan? = nil) {
    self.layout = self.layout.map { $0 == layout ? layout : .documents } ?? layout
    guard let plan, plan.knowsColumns else { return }
    var columns = columns ?? Columns()
    columns.used += plan.usedColumns.filter { !columns.used.contains($0) }
    columns.unused += plan.unusedColumns.filter { !columns.unused.contains($0) }
    self.columns = columns
  }

  mutating func add(_ warnings: [FormatWarning]) { self.warnings += warnings.map(\.message) }

  mutating func add(_ tally: ReadingTally, _ plan: ColumnPlan?) {
    self.tally.add(tally)
    for (others, count) in zip(plan?.skippedRows ?? [], tally.rows.skipped) {
      addSkipped(others, count)
    }
  }

  private mutating func addSkipped(_ others: String, _ count: Int) {
    if let index = skippedRows.firstIndex(where: { $0.others == others }) {
      skippedRows[index].count += count
    } else {
      skippedRows.append((others, count))
    }
  }
}

/// How customers stand in an input.
package enum HistoryLayout: String, Sendable, CaseIterable {
  case lines
  case rows

  /// In documents of any length.
  case documents
}

/// A place in the files of a run: all that stands before it has been read.
package struct HistoryPlace: Sendable, Hashable {
  /// The file, by its index among those of the run.
  package var file = 0

  package var offset = 0

  /// The lines of the file before that, where lines are counted on the way.
  package var lines = 0

  func precedes(_ other: HistoryPlace) -> Bool {
    file == other.file ? offset < other.offset : file < other.file
  }
}
