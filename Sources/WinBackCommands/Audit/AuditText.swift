import WinBack
import WinBackFormats

extension AuditOutput {
  /// Returns the text for people; it ends with a line feed.
  func text(for channel: OutputChannel) -> String { AuditText(channel: channel, audit: self).text }
}

private struct AuditText: ChannelText {
  let channel: OutputChannel
  let audit: AuditOutput

  private var tally: AuditTally { audit.tally }

  var text: String {
    let parts = tally.mismatches > 0 ? [counts, reasons, mending, samples] : [counts]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var counts: String {
    var table = TextTable(columns: [.init("", .trailing), .init("")])
    func append(_ count: Int, _ text: String, _ color: (String) -> String = { $0 }) {
      table.append([color(count.grouped), text])
    }
    append(tally.answers, "answers of the store")
    append(tally.agreements, "agree", style.green)
    let different = tally.mismatches - tally.disorders
    append(different, "name other offers", different > 0 ? style.red : style.green)
    append(
      tally.disorders,
      "name the same offers in another order",
      tally.disorders > 0 ? style.yellow : style.green
    )
    append(tally.withoutAnswer, "subscriptions without the store's answer")
    if tally.withoutInstant > 0 {
      append(tally.withoutInstant, "answers without 'signedDate', left out; '--as-of' says when")
    }
    if let others = audit.withoutSubscription, others > 0 {
      append(others, "answers about no subscription of the histories, left out")
    }
    return table.rendered()
  }

  private var reasons: String {
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
    if tally.missingElsewhere > 0 {
      rules.append(["  " + tally.missingElsewhere.grouped, "in another subscription group"])
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

  private var mending: String {
    var table = TextTable(columns: [.init("", .trailing), .init("")])
    let explained = tally.explained.enumerated().filter { $0.element > 0 }.sorted {
      ($1.element, $0.offset) < ($0.element, $1.offset)
    }
    for (place, count) in explained {
      table.append(["  " + count.grouped, "under \(audit.assignment(place))".printable])
    }
    guard !explained.isEmpty else {
      return "no single policy explains a mismatch; '--calibrate' tries them together\n"
    }
    return style.bold("explained: both agree under another policy") + "\n" + table.rendered()
  }

  private var samples: String {
    tally.samples.map { sample in
      var list = DefinitionList()
      list.append("store", Self.list(sample.store))
      list.append("winback", Self.list(sample.ours))
      for missing in sample.missing {
        list.append("missing", "\(missing.offer), \(missing.absence.phrase)".printable)
      }
      for extra in sample.extra { list.append("extra", extra.printable) }
      if !sample.mendedBy.isEmpty {
        let values = sample.mendedBy.map(audit.assignment).joined(separator: ", ")
        list.append("explained by", values.printable)
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
    case .otherGroup(let group): "which is in group \(group)"
    case .unknown: "which is not in the catalog"
    }
  }
}
