import WinBackCommandLine

extension TextPage {
  private static let untestedLimit = 10

  func text(of report: CheckReport) -> String {
    var parts = report.comparison.map { [style.bold($0.effect.printable) + "\n"] } ?? []
    parts.append(summary(of: report))
    if let lint = report.lint, !lint.open.isEmpty { parts.append(text(of: lint)) }
    if var tests = report.tests, tests.status != .done {
      tests.qualities = []
      parts.append(text(of: tests))
    }
    if !report.accepted.isEmpty { parts.append(list("Accepted", report.accepted)) }
    if let weaker = report.weaker, !weaker.isEmpty {
      parts.append(list("What makes the check weaker", weaker.map { $0.rendered() }))
    }
    if let renewal = report.renewal {
      parts.append("\(renewal.reason)\n  \(renewal.command.printable)\n")
    }
    if let comparison = report.comparison {
      let title = style.bold("Compared with \(comparison.title)")
      parts.append(title + "\n" + text(of: comparison.result))
    }
    if !report.locks.isEmpty {
      let lines = report.locks.map { "\($0.date): \($0.names.joined(separator: ", "))" }
      parts.append(list("Criteria and dates that lock", lines))
    }
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

  private func list(_ title: String, _ lines: [String]) -> String {
    style.bold(title) + "\n" + lines.map { "  \($0.printable)\n" }.joined()
  }

  private func text(ofUntested report: CheckReport) -> String? {
    let lines = report.untested
    guard !lines.isEmpty else { return nil }
    var text = list("What no scenario tests", Array(lines.prefix(Self.untestedLimit)))
    let more = lines.count - Self.untestedLimit
    if more > 0 { text += "  … and \(more.grouped) more\n" }
    return text + "  'winback test --coverage' proposes a scenario for each\n"
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
      json.member("effect", comparison?.effect)
      json.member("accepted", accepted)
      json.objects("weaker", weaker ?? []) { $0.members(of: $1) }
      json.objects("warnings", unusedApprovals + strangers) { $0.members(of: $1) }
      json.objects("faults", unreadable) { $0.members(of: $1) }
      json.objects("differences", differences) { $0.members(of: $1) }
      if let lint { json.object("lint") { $0.members(of: lint) } }
      if let tests { json.object("test") { $0.members(of: tests) } }
      if let comparison {
        json.object("compare") { json in
          json.member("base", comparison.base)
          json.member("baseHasCatalog", comparison.baseHasCatalog)
          json.members(of: comparison.result)
          json.objects("cohorts", comparison.result.cohorts) { $0.members(of: $1) }
        }
      }
      if let renewal {
        json.object("renewal") { json in
          json.member("reason", renewal.reason)
          json.member("command", renewal.command)
        }
      }
      json.objects("locks", locks) { json, lock in
        json.member("date", "\(lock.date)")
        json.member("offers", lock.names)
      }
    }
  }
}
