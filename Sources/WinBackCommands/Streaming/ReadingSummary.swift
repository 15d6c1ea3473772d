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
  ///   - reading: What was counted.
  ///   - verb: What was done with the customers, such as `followed`.
  init(_ reading: HistoryReading, _ verb: String) {
    let tally = reading.tally
    readings =
      switch reading.layout {
      case .rows: Self.rows(reading, verb)
      case .documents:
        [
          "\(tally.customers.counted("customer")) \(verb)"
            + (tally.rejected > 0 ? ", \(tally.rejected.grouped) rejected" : "")
            + Self.others(tally.others, separator: ", ")
        ]
      case .lines, nil: [Self.lines(tally, verb)]
      }
    skipped =
      tally.skippedTransactions > 0
      ? "\(tally.skippedTransactions.counted("transaction")) skipped: no group has their product"
      : nil
  }

  /// The lines of the summary.
  var text: String { (readings + [skipped].compactMap(\.self)).map { $0 + "\n" }.joined() }

  private static func others(_ count: Int, separator: String) -> String {
    count > 0 ? "\(separator)\(count.grouped) not asked for" : ""
  }

  private static func rows(_ reading: HistoryReading, _ verb: String) -> [String] {
    let tally = reading.tally
    let rows = tally.rows
    let skipped = rows.skipped.reduce(0, +)
    var parts = ["\(rows.scored.grouped) \(verb)", "\(rows.rejected.grouped) rejected"]
    if rows.others > 0 { parts.append(others(rows.others, separator: "")) }
    if skipped > 0 { parts.append("\(skipped.grouped) skipped") }
    var lines = [
      "\(rows.total.counted("row")) read: " + parts.joined(separator: ", "),
      "\((tally.customers + tally.rejected + tally.others).counted("customer")): "
        + "\(tally.customers.grouped) \(verb), \(tally.rejected.grouped) rejected"
        + others(tally.others, separator: ", "),
    ]
    for (others, count) in reading.skippedRows where count > 0 {
      lines.append("\(count.counted("row")) skipped: \(others.printable)")
    }
    return lines
  }

  private static func lines(_ tally: ReadingTally, _ verb: String) -> String {
    var parts = ["\(tally.customers.grouped) \(verb)", "\(tally.rejected.grouped) rejected"]
    if tally.others > 0 { parts.append(others(tally.others, separator: "")) }
    if tally.blankLines > 0 { parts.append("\(tally.blankLines.grouped) blank") }
    return "\(tally.lines.counted("line")) read: " + parts.joined(separator: ", ")
  }
}
