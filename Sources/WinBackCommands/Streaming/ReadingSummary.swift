import WinBackFormats

/// The closing summary of what was read, whose numbers add up.
struct ReadingSummary {
  /// What was read, a line each.
  let readings: [String]

  /// What of it was left out; nil where nothing was.
  let skipped: String?

  /// Creates a summary.
  ///
  /// - Parameters:
  ///   - tally: What was counted.
  ///   - plan: What the columns of a table mean; nil where there are none.
  ///   - verb: What was done with the customers, such as `followed`.
  ///   - isDocument: Whether customers stood neither on lines nor in rows.
  init(_ tally: ReadingTally, _ plan: ColumnPlan?, _ verb: String, isDocument: Bool = false) {
    if let plan {
      readings = Self.rows(tally, plan, verb)
    } else if isDocument {
      readings = ["\(tally.customers.counted("customer")) \(verb)"]
    } else {
      readings = [Self.lines(tally, verb)]
    }
    skipped =
      tally.skippedTransactions > 0
      ? "\(tally.skippedTransactions.counted("transaction")) skipped: no group has their product"
      : nil
  }

  /// The lines of the summary.
  var text: String { (readings + [skipped].compactMap(\.self)).map { $0 + "\n" }.joined() }

  private static func rows(_ tally: ReadingTally, _ plan: ColumnPlan, _ verb: String) -> [String] {
    let rows = tally.rows
    let skipped = rows.skipped.reduce(0, +)
    var parts = ["\(rows.scored.grouped) \(verb)", "\(rows.rejected.grouped) rejected"]
    if skipped > 0 { parts.append("\(skipped.grouped) skipped") }
    var lines = [
      "\(rows.total.counted("row")) read: " + parts.joined(separator: ", "),
      "\((tally.customers + tally.rejected).counted("customer")): \(tally.customers.grouped) \(verb), "
        + "\(tally.rejected.grouped) rejected",
    ]
    for (others, count) in zip(plan.skippedRows, rows.skipped) where count > 0 {
      lines.append("\(count.counted("row")) skipped: \(others.printable)")
    }
    return lines
  }

  private static func lines(_ tally: ReadingTally, _ verb: String) -> String {
    var parts = ["\(tally.customers.grouped) \(verb)", "\(tally.rejected.grouped) rejected"]
    if tally.blankLines > 0 { parts.append("\(tally.blankLines.grouped) blank") }
    return "\(tally.lines.counted("line")) read: " + parts.joined(separator: ", ")
  }
}
