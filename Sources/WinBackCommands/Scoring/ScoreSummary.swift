/// The closing summary of a run, whose numbers add up.
struct ScoreSummary {
  /// The lines of the summary.
  let text: String

  init(_ tally: ScoreTally, _ offerIds: [String]) {
    var parts = ["\(tally.customers.grouped) scored", "\(tally.rejected.grouped) rejected"]
    if tally.blankLines > 0 { parts.append("\(tally.blankLines.grouped) blank") }
    var lines = ["\(tally.lines.grouped) lines read: " + parts.joined(separator: ", ")]
    lines.append("\(tally.results.grouped) lines of results")
    if tally.skippedTransactions > 0 {
      lines.append(
        "\(tally.skippedTransactions.grouped) transactions skipped: no group has their product")
    }
    var table = TextTable(columns: [.init(""), .init("", .trailing), .init("")])
    for (index, id) in offerIds.enumerated() {
      let undetermined = tally.undetermined[index]
      table.append([
        "eligible for \(id.printable)", tally.eligible[index].grouped,
        undetermined > 0 ? "(\(undetermined.grouped) undetermined)" : "",
      ])
    }
    var rows = table.rendered()
    while rows.last == "\n" { rows.removeLast() }
    if !rows.isEmpty { lines.append(rows) }
    text = lines.joined(separator: "\n")
  }
}
