import CEL
import WinBack

/// The result of a check, as a comment on a pull request: one screen of Markdown.
enum CheckMarkdown {
  /// How many lines a list has before it is cut.
  private static let limit = 10

  /// Returns the comment.
  static func text(of report: CheckReport) -> String {
    let summary = CheckSummary(report)
    var parts = [title(of: report), table(of: summary)]
    let faults = report.unreadable.map { code($0.rendered()) }
    if !faults.isEmpty { parts.append(section("What cannot be read", faults)) }
    if let comparison = report.comparison { parts.append(text(of: comparison)) }
    if !report.locks.isEmpty {
      let lines = report.locks.map { lock in
        "\(lock.date): \(lock.offers.map(code).joined(separator: ", "))"
      }
      parts.append(section("Criteria and dates that lock", lines))
    }
    for row in summary.rows where !row.details.isEmpty {
      parts.append(folded("\(row.subject): \(row.result)", row.details.map(escaped)))
    }
    return parts.joined(separator: "\n")
  }

  private static func title(of report: CheckReport) -> String {
    let verdict =
      switch report.status {
      case .done: "passed"
      case .checkFailed: "failed"
      default: "could not read some files"
      }
    return "### Win-back offers: the check \(verdict)\n"
  }

  private static func table(of summary: CheckSummary) -> String {
    guard !summary.rows.isEmpty else { return "" }
    return "| | part | result |\n| --- | --- | --- |\n"
      + summary.rows.map { row in
        "| \(row.passes ? "✅" : "❌") | \(escaped(row.subject)) | \(escaped(row.result)) |\n"
      }.joined()
  }

  /// Shows who gains and who loses, with one customer each, and the numbers of a cohort.
  private static func text(of comparison: CheckReport.Comparison) -> String {
    let result = comparison.result
    let base = code(comparison.base) + (comparison.baseHasCatalog ? "" : ", which has no catalog")
    var lines = result.changedOffers.map { offer in
      var line = "\(code(offer.key.offerId)) \(offer.change.phrase)"
      let edits = offer.edits.map { "\($0.attribute) \($0.from) → \($0.to)" }
      let causes = edits.isEmpty ? offer.changedRules.map { "the rule \($0)" } : edits
      if !causes.isEmpty { line += ": " + escaped(causes.joined(separator: ", ")) }
      for (verb, witness) in [("gains", offer.gained), ("loses", offer.lost)] {
        guard let witness else { continue }
        line += "<br>\(verb): " + escaped(result.comparison.sentence(about: witness))
      }
      return line
    }
    lines += result.orderChanges.map { change in
      "\(code(change.first.offerId)) comes before \(code(change.second.offerId)), which came first"
    }
    if let cohort = result.cohort {
      let comparison = cohort.comparison
      lines.insert(
        "\(comparison.changed.count.grouped) of \(comparison.customerCount.grouped) customers of "
          + "\(code(cohort.file)) have other offers, as of \(cohort.asOf.brief)",
        at: 0
      )
      lines += result.movements.map { key, movement in
        "\(code(key.offerId)): \(movement.before.grouped) → \(movement.after.grouped) customers; "
          + "\(movement.gained.count.grouped) gain it, \(movement.lost.count.grouped) lose it"
      }
    }
    if lines.isEmpty { lines = ["nobody: no offer reaches other customers than before"] }
    return section("Who gains and who loses, compared with \(base)", lines)
  }

  private static func section(_ title: String, _ lines: [String]) -> String {
    var text = "**\(title)**\n\n"
    for line in lines.prefix(limit) { text += "- \(line)\n" }
    if lines.count > limit { text += "- … and \(lines.count - limit) more\n" }
    return text
  }

  /// A section that is folded until somebody opens it.
  private static func folded(_ title: String, _ lines: [String]) -> String {
    var text = "<details><summary>\(escaped(title))</summary>\n\n"
    for line in lines { text += "- \(line)\n" }
    return text + "\n</details>\n"
  }

  /// Text that Markdown shows as it is.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.printable {
      switch character {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\\", "`", "*", "_", "[", "]", "|", "#", "@": escaped += "\\\(character)"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// Text between backticks, which it has none of itself.
  private static func code(_ text: String) -> String {
    "`" + text.printable.replacing(all: "`", by: "'").replacing(all: "|", by: "\\|") + "`"
  }
}
