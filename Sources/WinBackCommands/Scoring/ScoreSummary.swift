import WinBackFormats

/// The closing summary of a run, whose numbers add up.
struct ScoreSummary {
  /// The lines of the summary.
  let text: String

  /// Creates the summary.
  ///
  /// - Parameters:
  ///   - reading: What was read.
  ///   - scores: What came of it.
  ///   - offerIds: The offers.
  init(
    _ reading: HistoryReading,
    _ scores: ScoreTally,
    _ offerIds: [String]
  ) {
    let summary = ReadingSummary(reading, "scored")
    let lines =
      summary.readings + ["\(scores.results.counted("line")) of results"]
      + [summary.skipped].compactMap(\.self)
    text = lines.joined(separator: "\n") + "\n" + Self.table(scores, offerIds)
  }

  private static func table(_ scores: ScoreTally, _ offerIds: [String]) -> String {
    var table = TextTable(columns: [.init(""), .init("", .trailing), .init("")])
    for (index, id) in offerIds.enumerated() {
      let undetermined = scores.undetermined[index]
      table.append([
        "eligible for \(id.printable)",
        scores.eligible[index].grouped,
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
  func counted(_ singular: String) -> String {
    "\(grouped) \(singular)\(self == 1 ? "" : "s")"
  }
}
