/// The closing summary of what was read of a cohort, whose numbers add up.
struct CohortSummary {
  /// The lines of the summary.
  let text: String

  /// Creates a summary.
  ///
  /// - Parameters:
  ///   - tally: What was counted.
  ///   - verb: What was done with the customers, such as `followed`.
  init(_ tally: ScoreTally, _ verb: String) {
    var parts = ["\(tally.customers.grouped) \(verb)", "\(tally.rejected.grouped) rejected"]
    if tally.blankLines > 0 { parts.append("\(tally.blankLines.grouped) blank") }
    // Customers that do not stand on lines are counted alone.
    let lines =
      tally.lines > 0
      ? "\(tally.lines.counted("line")) read: " + parts.joined(separator: ", ")
      : "\(tally.customers.counted("customer")) \(verb)"
    var text = lines + "\n"
    if tally.skippedTransactions > 0 {
      text +=
        "\(tally.skippedTransactions.counted("transaction")) skipped: no group has their product\n"
    }
    self.text = text
  }
}
