import WinBackFormats

/// The closing summary of a run, whose numbers add up.
struct ScoreSummary {
  /// The lines of the summary.
  let text: String

  /// Creates the summary.
  ///
  /// - Parameters:
  ///   - tally: What was counted.
  ///   - offerIds: The offers.
  ///   - plan: What the columns of a table mean; nil where each line is a history.
  init(_ tally: ScoreTally, _ offerIds: [String], _ plan: ColumnPlan? = nil) {
    var lines = plan.map { Self.rows(tally, $0) } ?? [Self.lines(tally)]
    lines.append("\(tally.results.counted("line")) of results")
    if tally.skippedTransactions > 0 {
      lines.append(
        "\(tally.skippedTransactions.counted("transaction")) skipped: no group has their product"
      )
    }
    text = lines.joined(separator: "\n") + "\n" + Self.table(tally, offerIds)
  }

  private static func rows(_ tally: ScoreTally, _ plan: ColumnPlan) -> [String] {
    let rows = tally.rows
    let skipped = rows.skipped.reduce(0, +)
    var parts = ["\(rows.scored.grouped) scored", "\(rows.rejected.grouped) rejected"]
    if skipped > 0 { parts.append("\(skipped.grouped) skipped") }
    var lines = [
      "\(rows.total.counted("row")) read: " + parts.joined(separator: ", "),
      "\((tally.customers + tally.rejected).counted("customer")): \(tally.customers.grouped) scored, "
        + "\(tally.rejected.grouped) rejected",
    ]
    for (others, count) in zip(plan.skippedRows, rows.skipped) where count > 0 {
      lines.append("\(count.counted("row")) skipped: \(others)")
    }
    return lines
  }

  private static func lines(_ tally: ScoreTally) -> String {
    var parts = ["\(tally.customers.grouped) scored", "\(tally.rejected.grouped) rejected"]
    if tally.blankLines > 0 { parts.append("\(tally.blankLines.grouped) blank") }
    return "\(tally.lines.counted("line")) read: " + parts.joined(separator: ", ")
  }

  private static func table(_ tally: ScoreTally, _ offerIds: [String]) -> String {
    var table = TextTable(columns: [.init(""), .init("", .trailing), .init("")])
    for (index, id) in offerIds.enumerated() {
      let undetermined = tally.undetermined[index]
      table.append([
        "eligible for \(id.printable)",
        tally.eligible[index].grouped,
        undetermined > 0 ? "(\(undetermined.grouped) undetermined)" : "",
      ])
    }
    return table.rendered()
  }
}

extension Int {
  /// The number with spaces between groups of three digits.
  var grouped: String {
    let digits = String(self)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += " " }
      text.append(digit)
    }
    return text
  }

  /// The number of some things, which are called so when there is one.
  fileprivate func counted(_ singular: String) -> String {
    "\(grouped) \(singular)\(self == 1 ? "" : "s")"
  }
}
