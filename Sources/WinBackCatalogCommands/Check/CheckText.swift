import CEL
import WinBack
import WinBackAnalysis
import WinBackCommandLine
import WinBackFiles
import WinBackFormats
import WinBackTesting

extension TextPage {
  private static let untestedLimit = 10

  func text(of report: CheckReport) -> String {
    var parts = [summary(of: report)]
    if let lint = report.lint, !lint.open.isEmpty { parts.append(text(of: lint)) }
    if var tests = report.tests, tests.status != .done {
      tests.qualities = []
      parts.append(text(of: tests))
    }
    if let renewal = report.renewal {
      parts.append("\(renewal.reason)\n  \(renewal.command.printable)\n")
    }
    if let comparison = report.comparison {
      let title = style.bold("Compared with \(comparison.title)")
      parts.append(title + "\n" + text(of: comparison.result))
    }
    if !report.locks.isEmpty { parts.append(text(of: report.locks)) }
    // Failed scenarios do not count as shown, so they would be listed a second time.
    if let tests = report.tests, tests.failed == 0, let untested = text(ofUntested: report) {
      parts.append(untested)
    }
    return parts.joined(separator: "\n")
  }

  private func summary(of report: CheckReport) -> String {
    let verdict =
      switch report.status {
      case .done: style.green("passed")
      case .checkFailed: style.red("failed")
      default: style.red("some files cannot be read")
      }
    var text = style.bold("\(report.file.printable): ") + verdict + "\n"
    for row in report.rows {
      let mark = row.passes ? style.green("✓") : style.red("✗")
      text += "  \(mark) \(row.subject.printable): \(row.result.printable)\n"
    }
    return text
  }

  private func text(of locks: [CheckReport.Lock]) -> String {
    style.bold("Criteria and dates that lock") + "\n"
      + locks.map { lock in
        "  \(lock.date): \(lock.offers.joined(separator: ", ").printable)\n"
      }.joined()
  }

  private func text(ofUntested report: CheckReport) -> String? {
    let lines = report.untested
    guard !lines.isEmpty else { return nil }
    var text = style.bold("What no scenario tests") + "\n"
    for line in lines.prefix(Self.untestedLimit) { text += "  \(line.printable)\n" }
    let more = lines.count - Self.untestedLimit
    if more > 0 { text += "  … and \(more) more\n" }
    return text + "  'winback test --coverage --mutate' proposes a scenario for each\n"
  }
}

extension CheckReport {
  var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("asOf", asOf)
      json.member("passed", status == .done)
      json.objects("parts", rows) { json, row in
        json.member("part", row.subject)
        json.member("passed", row.passes)
        json.member("result", row.result)
        json.member("details", row.details)
      }
      json.objects("faults", unreadable) { $0.members(of: $1) }
      json.objects("differences", differences) { $0.members(of: $1) }
      if let lint { json.object("lint") { $0.members(of: lint) } }
      if let tests { json.object("test") { $0.members(of: tests) } }
      if let comparison {
        json.object("compare") { json in
          json.member("base", comparison.base)
          json.member("baseHasCatalog", comparison.baseHasCatalog)
          json.members(of: comparison.result)
          json.objects("cohorts", comparison.result.cohortsAtStart) { $0.members(of: $1) }
        }
      }
      json.objects("locks", locks) { json, lock in
        json.member("date", "\(lock.date)")
        json.member("offers", lock.offers)
      }
    }
  }
}

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
      let title = "\(escaped(row.subject)): \(escaped(row.result))"
      parts.append(section(title, row.details.map(escaped)))
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
    func name(_ offer: OfferKey) -> String { code(result.names.id(of: offer)) }
    let base = code(comparison.base) + (comparison.baseHasCatalog ? "" : ", which has no catalog")
    let losses = result.changedOffers.filter { $0.lost != nil }
    let others = result.changedOffers.filter { $0.lost == nil }
    var lines = (losses + others).map { offer in
      let title =
        offer.offer?.referenceName.map { escaped(String($0.prefix(nameLimit))) + " " } ?? ""
      var line = "\(title)\(name(offer.key)) \(offer.change.phrase)"
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
      "\(name(change.first)) comes before \(name(change.second)), which came first"
    }
    for cohort in result.cohortsAtStart {
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
