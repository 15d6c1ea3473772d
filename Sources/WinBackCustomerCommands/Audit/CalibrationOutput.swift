import WinBackCommandLine

struct CalibrationOutput {
  /// How many of the best assignments are written in full.
  private static let assignmentLimit = 1_000

  /// How many assignments are listed where they cannot be told one policy at a time.
  private static let listLimit = 10
  private static let customerLimit = 3

  let result: CalibrationResult
  let space: PolicySpace
  let tally: AuditTally

  private var undecided: [CalibrationResult.Finding] { result.policies.filter { !$0.isDecided } }

  var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("answers", result.answers)
      json.member("combinations", space.count)
      json.member("explainedAsAssumed", result.current)
      json.member("explainedByBest", result.most)
      json.member("explainedByNone", result.never)
      json.member("isTie", result.best.count > 1)
      json.object("best") { $0.members(of: result.nearest, in: space) }
      json.objects("policies", result.policies) { json, finding in
        json.member("policy", finding.policy)
        json.member("isDecided", finding.isDecided)
        json.objects("values", finding.values) { json, value in
          json.member("value", value.value)
          json.member("explains", value.agreement)
          json.member("against", value.agreement == result.most ? [] : value.witnesses)
          let deciding = zip(tally.alternatives, tally.deciding).first { alternative, _ in
            alternative.policy == finding.policy && alternative.value == value.value
          }
          json.member("wouldTell", deciding?.1 ?? [])
        }
      }
      json.member("bestCombinationCount", result.best.count)
      json.objects("bestCombinations", result.best.prefix(Self.assignmentLimit)) {
        $0.members(of: $1, in: space)
      }
    }
  }

  /// The values of each policy, with how many answers the best combination with it explains.
  var table: ResultTable {
    ResultTable(
      [.text("policy"), .text("value"), .number("explains")],
      result.policies.flatMap { finding in
        finding.values.map { value in
          [.text(finding.policy), .text(value.value), .count(value.agreement)]
        }
      }
    )
  }

  func text(on page: TextPage) -> String {
    let style = page.style
    let parts = [summary(style), table(style), open(page)]
    return (parts + (result.isFree ? [] : [combinations(style)])).joined(separator: "\n")
  }

  private func summary(_ style: TextStyle) -> String {
    var rows = [
      [result.answers.grouped, "answers of the store"],
      [result.current.grouped, "explained by the current policies"],
      [
        style.green(result.most.grouped),
        "explained by the best of \(space.count.grouped) combinations of policies",
      ],
    ]
    if result.never > 0 {
      rows.append([style.red(result.never.grouped), "that no combination explains"])
    }
    let values = space.values(of: result.nearest)
    let changed = result.policies.filter { finding in
      finding.chosen?.value != finding.values.first?.value
    }
    let options = changed.map { "--policy \($0.policy)=\(values[$0.policy] ?? "")" }
      .joined(separator: " ")
    let count = result.best.count
    let best =
      count > 1
      ? style.yellow("a tie: ") + "\(count.grouped) combinations explain as many; "
        + (changed.isEmpty
          ? "the current policies are one of them" : "closest to the current ones: \(options)")
      : style.bold("best: ") + (changed.isEmpty ? "the current policies" : options)
    return "\(ResultTable(counts: rows).text())\n\(best)\n"
  }

  private func table(_ style: TextStyle) -> String {
    let rows = result.policies.flatMap { finding in
      finding.values.enumerated().map { index, value in
        let isBest = value.agreement == result.most
        return [
          index == 0 ? finding.policy.printable : "",
          (value.isChosen ? style.green(value.value.printable) : value.value.printable)
            + (index == 0 ? " (current)" : ""),
          isBest ? style.green(value.agreement.grouped) : value.agreement.grouped,
          isBest
            ? (finding.isDecided ? "" : "tied")
            : value.witnesses.map(\.printable).joined(separator: ", "),
        ]
      }
    }
    return ResultTable(["policy", "value", "explains", "against it"], numbers: [2], rows)
      .text(style: style)
  }

  private func open(_ page: TextPage) -> String {
    guard !undecided.isEmpty else { return "every policy is decided\n" }
    var rows: [(String, String)] = []
    var others: [String] = []
    for finding in undecided {
      var customers: [String] = []
      for (alternative, deciding) in zip(tally.alternatives, tally.deciding)
      where alternative.policy == finding.policy {
        for customer in deciding where !customers.contains(customer) { customers.append(customer) }
      }
      guard !customers.isEmpty else {
        others.append(finding.policy)
        continue
      }
      let values = finding.best.joined(separator: " or ")
      let names = customers.prefix(Self.customerLimit).joined(separator: ", ")
      let words = "\(values): the store's answer about \(names) would decide"
      rows.append((finding.policy.printable, words.printable))
    }
    if !others.isEmpty {
      let words = "nobody without the store's answer depends on \(others.joined(separator: ", "))"
      rows.append(("no data", words.printable))
    }
    return page.style.bold("not decided by these answers") + "\n" + page.list(rows)
  }

  private func combinations(_ style: TextStyle) -> String {
    let lines = result.best.prefix(Self.listLimit).map { assignment in
      let values = space.values(of: assignment)
      return undecided.map { "\($0.policy)=\(values[$0.policy] ?? "")" }.joined(separator: " ")
    }
    let rest = result.best.count - Self.listLimit
    return style.bold("only some of their combinations explain as much:") + "\n"
      + lines.map { "  \($0.printable)\n" }.joined()
      + (rest > 0 ? "  and \(rest.grouped) more\n" : "")
  }
}

extension JSONWriter {
  fileprivate mutating func members(of assignment: Int, in space: PolicySpace) {
    let values = space.values(of: assignment)
    for dimension in space.dimensions { member(dimension.name, values[dimension.name] ?? "") }
  }
}
