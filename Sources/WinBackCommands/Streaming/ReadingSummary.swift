import WinBack
import WinBackFiles
import WinBackFormats

/// The closing summary of a run over many customers, whose numbers add up.
struct ReadingSummary {
  private let reading: HistoryReading
  private let verb: String
  /// What the customers' histories tell; nil if they were not held against a catalog.
  let evidence: EvidenceSummary?
  private let scores: ScoreTally?
  private let offerIds: [String]

  /// Creates a summary; `verb` is what was done with the customers, such as `followed`.
  init(
    _ reading: HistoryReading,
    _ verb: String,
    _ counter: EvidenceCounter?,
    _ scores: ScoreTally? = nil
  ) {
    self.reading = reading
    self.verb = verb
    evidence = counter.map { EvidenceSummary(reading, $0) }
    self.scores = scores
    offerIds = counter?.engine.offerIds ?? []
  }

  var text: String {
    let tally = reading.tally
    var lines =
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
    if let scores { lines.append("\(scores.results.counted("line")) of results") }
    if tally.evidence[.withoutGroup] > 0 {
      lines.append(
        "\(tally.evidence[.withoutGroup].counted("transaction")) skipped: no group has their product"
      )
    }
    return lines.map { $0 + "\n" }.joined() + (scores.map(table) ?? "") + (evidence?.text ?? "")
  }

  private func table(_ scores: ScoreTally) -> String {
    let rows = offerIds.enumerated().map { index, id in
      let undetermined = scores.undetermined[index]
      return [
        "eligible for \(id.printable)", scores.eligible[index].grouped,
        undetermined > 0 ? "(\(undetermined.grouped) undetermined)" : "",
      ]
    }
    return ResultTable(["", "", ""], numbers: [1], rows).text()
  }

  func warnings(file: String) -> [Diagnostic] { evidence?.warnings(file: file) ?? [] }

  /// All that a reader of the results should know about the input.
  var notices: [String] {
    let rejected = reading.tally.rejected
    let lines = reading.layout == .lines ? "line" : "customer"
    return (rejected > 0 ? ["\(rejected.counted(lines)) could not be read"] : []) + reading.warnings
      + (evidence?.age.map { [$0] } ?? []) + warnings(file: "").map { warning in warning.sentence }
  }

  var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      let tally = reading.tally
      json.member("lines", tally.rows.total > 0 ? tally.rows.total : tally.lines)
      json.member("customers", tally.customers)
      json.member("repeated", tally.repeated)
      json.member("rejected", tally.rejected)
      json.member("notAskedFor", tally.others)
      json.objects("skippedRows", reading.skippedRows.filter { $0.count > 0 }) { json, skipped in
        json.member("reason", skipped.others)
        json.member("rows", skipped.count)
      }
      if let scores {
        json.member("results", scores.results)
        json.member("undetermined", scores.undecided)
        json.objects("offers", offerIds.indices) { json, index in
          json.member("offerId", offerIds[index])
          json.member("eligible", scores.eligible[index])
          json.member("undetermined", scores.undetermined[index])
        }
      }
      evidence?.members(to: &json)
    }
  }

  private static func others(_ count: Int, separator: String) -> String {
    count > 0 ? "\(separator)\(count.grouped) not selected" : ""
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
