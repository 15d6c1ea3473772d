import WinBack
import WinBackFormats

/// An audit as text for people.
struct AuditText {
  private let style: TextStyle
  private let width: Int

  init(for channel: OutputChannel) {
    style = channel.style
    width = min(channel.width, 120)
  }

  /// Returns the text of an audit; it ends with a line feed.
  ///
  /// - Parameters:
  ///   - tally: What was counted.
  ///   - alternatives: The other values of policies.
  ///   - answers: The store's answers where they do not stand in the histories.
  func text(
    _ tally: AuditTally,
    _ alternatives: [PolicyFlip],
    answers: StoreAnswers? = nil
  ) -> String {
    var parts = [counts(tally, answers)]
    if tally.mismatches > 0 {
      parts.append(reasons(tally))
      parts.append(mending(tally, alternatives))
      parts.append(samples(tally, alternatives))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func counts(_ tally: AuditTally, _ answers: StoreAnswers?) -> String {
    var table = TextTable(columns: [.init("", .trailing), .init("")])
    func append(_ count: Int, _ text: String, _ color: (String) -> String = { $0 }) {
      table.append([color(count.grouped), text])
    }
    append(tally.answers, "answers of the store")
    append(tally.agreements, "agree", style.green)
    let others = tally.mismatches - tally.disorders
    append(others, "name other offers", others > 0 ? style.red : style.green)
    append(
      tally.disorders,
      "name the same offers in another order",
      tally.disorders > 0 ? style.yellow : style.green
    )
    append(tally.withoutAnswer, "subscriptions without the store's answer")
    if tally.withoutInstant > 0 {
      append(tally.withoutInstant, "answers without 'signedDate', left out; '--as-of' says when")
    }
    if let answers, answers.count > tally.joined {
      append(
        answers.count - tally.joined,
        "answers about no subscription of the histories, left out"
      )
    }
    return table.rendered()
  }

  private func reasons(_ tally: AuditTally) -> String {
    var text = ""
    var rules = TextTable(columns: [.init("", .trailing), .init("")])
    for (rule, count) in tally.missingByRule.sorted(by: Self.mostFirst) {
      rules.append(["  " + count.grouped, "the rule '\(rule.printable)' does not hold"])
    }
    if tally.missingUndetermined > 0 {
      rules.append([
        "  " + tally.missingUndetermined.grouped, "undetermined, because a fact is not known",
      ])
    }
    if tally.missingUnknown > 0 {
      rules.append(["  " + tally.missingUnknown.grouped, "not in the catalog"])
    }
    let reasons = rules.rendered()
    if !reasons.isEmpty {
      text += style.bold("missing: only the store lists an offer, because") + "\n"
      text += reasons + "\n"
    }
    guard !tally.offers.isEmpty else { return text }
    var offers = TextTable(columns: [
      .init("offer"), .init("missing", .trailing), .init("extra", .trailing),
    ])
    for (offer, counts) in tally.offers.sorted(by: { $0.key < $1.key }) {
      offers.append([offer.printable, counts.missing.grouped, counts.extra.grouped])
    }
    return text + offers.rendered(style: style)
  }

  private func mending(
    _ tally: AuditTally,
    _ alternatives: [PolicyFlip]
  ) -> String {
    var table = TextTable(columns: [.init("", .trailing), .init("")])
    let explained = tally.explained.enumerated().filter { $0.element > 0 }.sorted {
      ($1.element, $0.offset) < ($0.element, $1.offset)
    }
    for (place, count) in explained {
      let alternative = alternatives[place]
      table.append([
        "  " + count.grouped, "under \(alternative.policy)=\(alternative.value)".printable,
      ])
    }
    guard !explained.isEmpty else {
      return "no single policy explains a mismatch; '--calibrate' tries them together\n"
    }
    return style.bold("explained: both agree under another policy") + "\n" + table.rendered()
  }

  private func samples(
    _ tally: AuditTally,
    _ alternatives: [PolicyFlip]
  ) -> String {
    tally.samples.map { sample in
      var list = DefinitionList()
      list.append("store", Self.list(sample.store))
      list.append("winback", Self.list(sample.ours))
      for missing in sample.missing {
        list.append("missing", "\(missing.offer), \(missing.absence.phrase)".printable)
      }
      for extra in sample.extra { list.append("extra", extra.printable) }
      if !sample.mendedBy.isEmpty {
        let values = sample.mendedBy.map { "\(alternatives[$0].policy)=\(alternatives[$0].value)" }
        list.append("explained by", values.joined(separator: ", ").printable)
      }
      return style.bold(sample.customerId.printable)
        + " in group \(sample.group.printable), as of \(sample.asOf.brief)\n"
        + list.rendered(width: width)
    }.joined(separator: "\n")
  }

  private static func list(_ offers: [String]) -> String {
    offers.isEmpty ? "none" : offers.map(\.printable).joined(separator: ", ")
  }

  private static func mostFirst(_ lhs: (String, Int), _ rhs: (String, Int)) -> Bool {
    lhs.1 != rhs.1 ? lhs.1 > rhs.1 : lhs.0 < rhs.0
  }
}

extension OfferAbsence {
  /// Why the offer is not listed, in words.
  fileprivate var phrase: String {
    switch self {
    case .failed(let rules): "because of " + rules.joined(separator: ", ")
    case .undetermined: "which is undetermined"
    case .unknown: "which is not in the catalog"
    }
  }
}
