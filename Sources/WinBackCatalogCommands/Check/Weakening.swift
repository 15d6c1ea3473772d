import WinBackCommandLine

/// Finds what a change takes from the check that judges it: thresholds, scenarios, customers, the live
/// catalog, and what is accepted.
struct WeakeningSearch {
  let base: CheckBase
  let old: CheckConfiguration
  let new: CheckConfiguration
  let side: CheckSide
  let now: Instant

  /// Returns a warning for each.
  func warnings(_ tests: TestReport?) -> [Diagnostic] {
    (thresholds + accepted + scenarios(tests) + customers + live).map { warning in
      warning.with { $0.message = "weaker than \(base.name.printable): \($0.message)" }
    }
  }

  private var thresholds: [Diagnostic] {
    let minima = [
      ("minimumCoverage", old.project.minimumCoverage, new.project.minimumCoverage),
      ("minimumMutation", old.project.minimumMutation, new.project.minimumMutation),
    ].compactMap { key, old, new -> Diagnostic? in
      guard let old, old > new ?? 0 else { return nil }
      return self.new.diagnostic("\(key) \(old) → \(new.map(String.init) ?? "none")", at: key)
    }
    let notes =
      old.isStrict && !new.isStrict
      ? [new.diagnostic("notes and unused suppressions fail no more", at: "strict")] : []
    return minima + notes
      + Approval.Change.allCases.filter { old.needsApproval($0) && !new.needsApproval($0) }.map {
        new.diagnostic("\($0.rawValue) need no approval any more", at: $0.rawValue)
      }
  }

  private var accepted: [Diagnostic] {
    let known = old.suppressions.entries
    let findings = new.suppressions.entries.filter { entry in
      !known.contains { $0.key.accepts(entry.key) }
    }
    let changes = new.approvals.filter { approval in
      !old.approvals.contains { $0.accepts(approval) }
    }
    let accepted =
      findings.map { ($0.warning, $0.key.name, $0.reason) }
      + changes.map { ($0.warning, $0.name, $0.reason) }
    return accepted.map { warning, name, reason in
      warning.with { $0.message = "accepted now: \(name) (\(reason))" }
    }
  }

  // MARK: - Scenarios

  private func scenarios(_ tests: TestReport?) -> [Diagnostic] {
    let before = base.scenarios(of: old)
    var after = (tests?.files ?? []).flatMap { $0.suite?.scenarios ?? [] }
    let count = after.count
    var gone: [Scenario] = []
    var pairs: [(Scenario, Scenario)] = []
    for scenario in before {
      if let index = after.firstIndex(where: { $0.name == scenario.name }) {
        pairs.append((scenario, after.remove(at: index)))
      } else {
        gone.append(scenario)
      }
    }
    // A scenario with another name asks the same of the same customer.
    gone.removeAll { scenario in
      guard let index = after.firstIndex(where: { $0.asksAll(of: scenario) }) else { return false }
      after.remove(at: index)
      return true
    }
    var warnings: [Diagnostic] = []
    if !gone.isEmpty {
      let names = gone.prefix(3).map { "'\($0.name)'" }.joined(separator: ", ")
      let more = gone.count > 3 ? " and \((gone.count - 3).grouped) others" : ""
      let files = gone.map(\.file).withoutRepeats.joined(separator: ", ")
      warnings.append(
        new.diagnostic(
          "\(before.count.counted("scenario")) → \(count.grouped): \(names)\(more) of \(files) "
            + gone.count.noun("is gone", "are gone"),
          at: "scenarios"
        )
      )
    }
    return warnings
      + pairs.flatMap { old, new in
        let hasOtherPolicies = policies(new, self.new) != policies(old, self.old)
        return (new.omissions(since: old) + (hasOtherPolicies ? ["has other policies"] : [])).map {
          Diagnostic(.warning, "'\(new.name)' \($0)", file: new.file, line: new.line)
        }
      }
  }

  /// Returns the policies that a scenario has besides those of the check.
  private func policies(_ scenario: Scenario, _ file: CheckConfiguration) -> [String: String] {
    scenario.setting.policies.filter { file.project.policies[$0.key] != $0.value }
  }

  // MARK: - Customers and the live catalog

  private var customers: [Diagnostic] {
    guard !old.histories.isEmpty, base.isOther(old.histories, new.histories) else { return [] }
    guard let before = base.side.customerCount, let after = side.customerCount, after < before
    else { return [] }
    return [new.diagnostic("\(before.counted("customer")) → \(after.grouped)", at: "histories")]
  }

  /// What the live catalog of the base forbids, and that of the change allows.
  private var live: [Diagnostic] {
    guard !old.live.isEmpty else { return [] }
    guard !new.live.isEmpty else {
      return [new.diagnostic("no live catalog, which locks what cannot change", at: "live")]
    }
    guard base.isOther(old.live, new.live), let before = try? base.side.live,
      let after = try? side.live
    else { return [] }
    func findings(_ side: CheckSide, _ live: Catalog) -> [LintFinding] {
      CatalogLinter(side.engine, against: live, asOf: now).changes()
    }
    func names(_ findings: [LintFinding]) -> Set<[String]> {
      Set(findings.map { [$0.code.rawValue, $0.group, $0.offerId ?? "", $0.message] })
    }
    let known = names(findings(side, after)).union(names(findings(base.side, before)))
    return findings(side, before).filter { !known.isSuperset(of: names([$0])) }.map { finding in
      side.diagnostic(
        "the live catalog moves with what it locks: \(finding.message) [\(finding.code.rawValue)]",
        at: finding.place,
        subject: finding.subject
      ).with { $0.severity = .warning }
    }
  }
}
