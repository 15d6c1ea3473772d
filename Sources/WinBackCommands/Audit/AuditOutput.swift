import WinBack
import WinBackFormats

struct AuditOutput {
  let tally: AuditTally
  /// The other values of policies.
  let alternatives: [Alternative<EligibilityEngine>]
  /// The store's answers where they do not stand in the histories.
  let answers: StoreAnswers?

  /// How many answers from elsewhere are about no subscription of the histories.
  var withoutSubscription: Int? { answers.map { $0.count - tally.joined } }

  /// The disagreements about each offer.
  var offerTable: ResultTable<(key: String, value: AuditTally.Offer)> {
    ResultTable(
      tally.offers.sorted { $0.key < $1.key },
      [
        .text("offer") { $0.key.printable }, .count("missing") { $0.value.missing },
        .count("extra") { $0.value.extra },
      ]
    )
  }

  /// Returns an alternative as `--policy` takes it.
  func assignment(_ place: Int) -> String {
    "\(alternatives[place].policy)=\(alternatives[place].value)"
  }

  var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("answers", tally.answers)
      json.member("agreements", tally.agreements)
      json.member("mismatches", tally.mismatches)
      json.member("ofOrderAlone", tally.disorders)
      json.member("withoutAnswer", tally.withoutAnswer)
      json.member("withoutInstant", tally.withoutInstant)
      json.member("withoutSubscription", withoutSubscription)
      json.object("missing") { json in
        json.member("byRule", tally.missingByRule)
        json.member("undetermined", tally.missingUndetermined)
        json.member("inOtherGroup", tally.missingElsewhere)
        json.member("notInCatalog", tally.missingUnknown)
      }
      json.objects("offers", tally.offers.sorted { $0.key < $1.key }) { json, offer in
        json.member("offerId", offer.key)
        json.member("missing", offer.value.missing)
        json.member("extra", offer.value.extra)
      }
      let explained = zip(alternatives, tally.explained).filter { $1 > 0 }
      json.objects("mendedBy", explained) { json, explained in
        json.member("policy", explained.0.policy)
        json.member("value", explained.0.value)
        json.member("mismatches", explained.1)
      }
      json.objects("samples", tally.samples) { $0.members(of: $1, self) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of sample: AuditMismatch, _ audit: AuditOutput) {
    member("customerId", sample.customerId)
    member("subscriptionGroupIdentifier", sample.group)
    member("asOf", sample.asOf)
    member("store", sample.store)
    member("winback", sample.ours)
    objects("missing", sample.missing) { json, missing in
      json.member("offerId", missing.offer)
      switch missing.absence {
      case .failed(let rules): json.member("failedRules", rules)
      case .undetermined: json.member("verdict", Verdict.undetermined.rawValue)
      case .otherGroup(let group): json.member("subscriptionGroupIdentifier", group)
      case .unknown: json.member("isInCatalog", false)
      }
    }
    member("extra", sample.extra)
    member("mendedBy", sample.mendedBy.map(audit.assignment))
  }
}

extension AuditOutput {
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
    var rows: [[String]] = []
    func append(_ count: Int, _ text: String, _ color: (String) -> String = { $0 }) {
      rows.append([color(count.grouped), text])
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
    return ResultTable(["", ""], numbers: [0], rows).text()
  }

  private var reasons: String {
    var text = ""
    var reasons: [[String]] = []
    for (rule, count) in tally.missingByRule.sorted(by: Self.mostFirst) {
      reasons.append(["  " + count.grouped, "the rule '\(rule.printable)' does not hold"])
    }
    if tally.missingUndetermined > 0 {
      reasons.append([
        "  " + tally.missingUndetermined.grouped, "undetermined, because a fact is not known",
      ])
    }
    if tally.missingElsewhere > 0 {
      reasons.append(["  " + tally.missingElsewhere.grouped, "in another subscription group"])
    }
    if tally.missingUnknown > 0 {
      reasons.append(["  " + tally.missingUnknown.grouped, "not in the catalog"])
    }
    if !reasons.isEmpty {
      text += style.bold("missing: only the store lists an offer, because") + "\n"
      text += ResultTable(["", ""], numbers: [0], reasons).text() + "\n"
    }
    guard !tally.offers.isEmpty else { return text }
    return text + audit.offerTable.text(style: style)
  }

  private var mending: String {
    let explained = tally.explained.enumerated().filter { $0.element > 0 }.sorted {
      ($1.element, $0.offset) < ($0.element, $1.offset)
    }
    let rows = explained.map { place, count in
      ["  " + count.grouped, "under \(audit.assignment(place))".printable]
    }
    guard !explained.isEmpty else {
      return "no single policy explains a mismatch; '--calibrate' tries them together\n"
    }
    return style.bold("explained: both agree under another policy") + "\n"
      + ResultTable(["", ""], numbers: [0], rows).text()
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
