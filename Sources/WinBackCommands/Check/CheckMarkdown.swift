import CEL
import WinBack
import WinBackFormats
import WinBackAnalysis
import WinBackFiles

/// The result of a check, as a comment on a pull request: one screen of Markdown.
enum CheckMarkdown {
  /// How many lines a list has before it is cut, and how many bytes a line.
  private static let limit = 10
  private static let lineLimit = 1_000

  /// How many characters of a name are shown; App Store Connect takes no more.
  private static let nameLimit = 65

  /// How many bytes a comment has at most; GitHub takes 65,536 characters.
  private static let sizeLimit = 60_000

  static func text(of report: CheckReport) -> String {
    let rows = report.rows
    var parts = [title(of: report), table(of: rows)]
    let faults = (report.unreadable + report.differences).map { code($0.rendered()) }
    if !faults.isEmpty { parts.append(section("What cannot be read or checked", faults)) }
    for row in rows where !row.passes && !row.isMeasure && !row.details.isEmpty {
      parts.append(
        section("\(escaped(row.subject)): \(escaped(row.result))", row.details.map(escaped))
      )
    }
    if let comparison = report.comparison { parts.append(text(of: comparison)) }
    if !report.locks.isEmpty {
      let lines = report.locks.map { lock in
        "\(lock.date.phrase): \(lock.offers.map(code).joined(separator: ", "))"
      }
      parts.append(section("Criteria and dates that lock", lines))
    }
    let untested = report.untested
    if !untested.isEmpty {
      let lines = list(untested.map(escaped))
      parts.append("<details><summary>What no scenario tests</summary>\n\n\(lines)\n</details>\n")
    }
    var text = ""
    for part in parts {
      guard text.utf8.count + part.utf8.count < sizeLimit else {
        return text + "\n… `winback check` prints the rest\n"
      }
      text += (text.isEmpty ? "" : "\n") + part
    }
    return text
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

  private static func table(of rows: [CheckReport.Row]) -> String {
    ResultTable(
      ["", "part", "result"],
      rows.map { [$0.passes ? "✅" : "❌", $0.subject, $0.result] }
    ).markdown(escaped)
  }

  private static func text(of comparison: CheckReport.Comparison) -> String {
    let result = comparison.result
    let base = code(comparison.base) + (comparison.baseHasCatalog ? "" : ", which has no catalog")
    let losses = result.changedOffers.filter { $0.lost != nil }
    let others = result.changedOffers.filter { $0.lost == nil }
    var lines = (losses + others).map { offer in
      let name =
        offer.offer?.referenceName.map { escaped(String($0.prefix(nameLimit))) + " " } ?? ""
      var line = "\(name)\(code(offer.key.offerId)) \(offer.change.phrase)"
      let phrases = offer.phrases
      let causes = phrases.isEmpty ? offer.changedRules.map { "the rule \($0)" } : phrases
      if !causes.isEmpty { line += ": " + escaped(causes.joined(separator: "; ")) }
      for (verb, witness) in [("loses", offer.lost), ("gains", offer.gained)] {
        guard let witness else { continue }
        line += "<br>\(verb): " + escaped(result.comparison.sentence(about: witness))
      }
      return line
    }
    lines += result.orderChanges.map { change in
      "\(code(change.first.offerId)) comes before \(code(change.second.offerId)), which came first"
    }
    for cohort in result.cohortsAtStart {
      let counts = cohort.comparison
      lines.append(
        "\(counts.changed.count.grouped) of \(counts.customerCount.grouped) customers of "
          + "\(code(cohort.file)) have other offers on \(cohort.asOf.brief)"
      )
      lines += cohort.movements.map { key, movement in
        "\(code(key.offerId)) on \(cohort.asOf.brief): \(movement.before.grouped) → "
          + "\(movement.after.grouped) customers; \(movement.gained.count.grouped) gain it, "
          + "\(movement.lost.count.grouped) lose it"
      }
    }
    if lines.isEmpty { lines = ["nobody: no offer reaches other customers than before"] }
    return section("Who gains and who loses, compared with \(base)", lines)
  }

  private static func section(_ title: String, _ lines: [String]) -> String {
    "**\(title)**\n\n" + list(lines)
  }

  private static func list(_ lines: [String]) -> String {
    var text = ""
    for line in lines.prefix(limit) {
      let isLong = line.utf8.count > lineLimit
      text += "- \(isLong ? String(line.prefix(lineLimit / 4)) + "…" : line)\n"
    }
    if lines.count > limit { text += "- … and \((lines.count - limit).grouped) more\n" }
    return text
  }

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

  private static func code(_ text: String) -> String {
    "`" + text.printable.replacing(all: "`", by: "'").replacing(all: "|", by: "\\|") + "`"
  }
}
