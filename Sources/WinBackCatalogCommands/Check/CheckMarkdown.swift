import WinBackCommandLine

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
    let table = ResultTable(
      ["", "part", "result"],
      rows.map { [$0.passes ? "✅" : "❌", $0.subject, $0.result] }
    )
    var parts = title(of: report) + [table.markdown(escaped)]
    let faults = (report.unreadable + report.differences).map { code($0.rendered()) }
    if !faults.isEmpty { parts.append(section("What cannot be read or checked", faults)) }
    for row in rows where !row.passes && !row.isMeasure && !row.details.isEmpty {
      let title = "\(escaped(row.subject)): \(escaped(row.result))"
      parts.append(section(title, row.details.map(escaped)))
    }
    if let renewal = report.renewal {
      parts.append("\(renewal.reason)\n\n```sh\n\(renewal.command.printable)\n```\n")
    }
    if let weaker = report.weaker, !weaker.isEmpty, !report.failsOnWeaker {
      parts.append(section("What makes the check weaker", weaker.map { escaped($0.rendered()) }))
    }
    if !report.accepted.isEmpty {
      parts.append(section("Accepted", report.accepted.map(escaped)))
    }
    let warnings = report.unusedApprovals + report.strangers
    if !warnings.isEmpty {
      parts.append(section("Warnings", warnings.map { escaped($0.rendered()) }))
    }
    if let comparison = report.comparison { parts.append(text(of: comparison)) }
    if !report.locks.isEmpty {
      let lines = report.locks.map { lock in
        "\(lock.date.phrase): \(lock.names.map(code).joined(separator: ", "))"
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

  /// The effect for customers and who shows it, in the first two lines; then the verdict.
  private static func title(of report: CheckReport) -> [String] {
    let verdict =
      switch report.status {
      case .done: "passed"
      case .checkFailed: "failed"
      default: "could not read some files"
      }
    let title = "Win-back offers: the check \(verdict)"
    guard let comparison = report.comparison else { return ["### \(title)\n"] }
    let examples = comparison.examples.map(escaped).joined(separator: " · ")
    let effect = "### \(escaped(comparison.effect))\n\(examples)"
    return [effect + (examples.isEmpty ? "" : "\n"), "**\(title)**\n"]
  }

  private static func text(of comparison: CheckReport.Comparison) -> String {
    let result = comparison.result
    func name(_ offer: OfferKey) -> String { code(result.names.id(of: offer)) }
    let base = code(comparison.base) + (comparison.baseHasCatalog ? "" : ", which has no catalog")
    let losses = result.changedOffers.filter { $0.lost != nil }
    let others = result.changedOffers.filter { $0.lost == nil }
    var lines = (losses + others).map { offer in
      let title =
        offer.offer?.referenceName.map { escaped(String($0.prefix(nameLimit))) + " " } ?? ""
      var line = "\(title)\(name(offer.key)) \(offer.change.phrase)"
      line += offer.lines(in: result.comparison).map { "<br>" + escaped($0) }.joined()
      return line
    }
    lines += result.comparison.notes.map(escaped)
    lines += result.orderChanges.map { change in
      "\(name(change.first)) comes before \(name(change.second)), which came first"
    }
    for cohort in result.cohorts {
      let counts = cohort.comparison
      lines.append(
        "\(counts.changed.count.grouped) of \(counts.customerCount.grouped) customers of "
          + "\(code(cohort.file)) have other offers on \(cohort.asOf.brief)"
      )
      lines += cohort.movements.map { key, movement in
        "\(name(key)) on \(cohort.asOf.brief): \(movement.before.grouped) → "
          + "\(movement.after.grouped) customers; \(movement.gained.count.grouped) gain it, "
          + "\(movement.lost.count.grouped) lose it"
      }
      if let screens = counts.screens, screens.changedCount > 0 {
        let others =
          "\(screens.changedCount.grouped) of \(screens.timelineCount.counted("timeline"))"
        lines.append("\(others) are shown something else on \(cohort.asOf.brief)")
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
