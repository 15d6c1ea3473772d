import CEL
import WinBack
import WinBackFormats

struct AuditOutput: CommandResult {
  let tally: AuditTally
  let alternatives: [Alternative<EligibilityEngine>]
  /// The store's answers where they do not stand in the histories.
  let answers: StoreAnswers?

  var withoutSubscription: Int? { answers.map { $0.count - tally.joined } }

  /// Returns an alternative as `--policy` takes it.
  func assignment(_ index: Int) -> String {
    "\(alternatives[index].policy)=\(alternatives[index].value)"
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
      json.objects("offers", tally.offers.ordered { $0.key < $1.key }) { json, offer in
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

  func text(on page: TextPage) -> String {
    let style = page.style
    return
      ([counts(style)]
      + (tally.mismatches > 0 ? [reasons(style), mending(style), samples(page)] : []))
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func counts(_ style: TextStyle) -> String {
    let different = tally.mismatches - tally.disorders
    let left = [
      (tally.withoutInstant, "answers without 'signedDate', left out; '--as-of' says when"),
      (withoutSubscription ?? 0, "answers about no subscription of the histories, left out"),
    ]
    let rows = [
      [tally.answers.grouped, "answers of the store"],
      [style.green(tally.agreements.grouped), "agree"],
      [(different > 0 ? style.red : style.green)(different.grouped), "name other offers"],
      [
        (tally.disorders > 0 ? style.yellow : style.green)(tally.disorders.grouped),
        "name the same offers in another order",
      ], [tally.withoutAnswer.grouped, "subscriptions without the store's answer"],
    ]
    return ResultTable(counts: rows + left.filter { $0.0 > 0 }.map { [$0.grouped, $1] }).text()
  }

  private func reasons(_ style: TextStyle) -> String {
    let rules = tally.missingByRule.ordered { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { ($0.value, "the rule '\($0.key.printable)' does not hold") }
    let others = [
      (tally.missingUndetermined, "undetermined, because a fact is not known"),
      (tally.missingElsewhere, "in another subscription group"),
      (tally.missingUnknown, "not in the catalog"),
    ]
    let rows = (rules + others.filter { $0.0 > 0 }).map { ["  " + $0.grouped, $1] }
    let title = style.bold("missing: only the store lists an offer, because") + "\n"
    let reasons = rows.isEmpty ? "" : title + ResultTable(counts: rows).text() + "\n"
    guard !tally.offers.isEmpty else { return reasons }
    let offers = ResultTable(
      tally.offers.ordered { $0.key < $1.key },
      [
        .text("offer") { $0.key.printable }, .count("missing") { $0.value.missing },
        .count("extra") { $0.value.extra },
      ]
    )
    return reasons + offers.text(style: style)
  }

  private func mending(_ style: TextStyle) -> String {
    let explained = tally.explained.enumerated().filter { $0.element > 0 }.ordered {
      ($1.element, $0.offset) < ($0.element, $1.offset)
    }
    guard !explained.isEmpty else {
      return "no single policy explains a mismatch; '--calibrate' tries them together\n"
    }
    let rows = explained.map { index, count in
      ["  " + count.grouped, "under \(assignment(index))".printable]
    }
    return style.bold("explained: both agree under another policy") + "\n"
      + ResultTable(counts: rows).text()
  }

  private func samples(_ page: TextPage) -> String {
    tally.samples.map { sample in
      var list = DefinitionList()
      list.append("store", Self.list(sample.store))
      list.append("winback", Self.list(sample.ours))
      for missing in sample.missing {
        list.append("missing", "\(missing.offer), \(missing.absence.phrase)".printable)
      }
      for extra in sample.extra { list.append("extra", extra.printable) }
      if !sample.mendedBy.isEmpty {
        let values = sample.mendedBy.map(assignment).joined(separator: ", ")
        list.append("explained by", values.printable)
      }
      return page.style.bold(sample.customerId.printable)
        + " in group \(sample.group.printable), as of \(sample.asOf.brief)\n"
        + list.rendered(width: page.width)
    }.joined(separator: "\n")
  }

  private static func list(_ offers: [String]) -> String {
    offers.isEmpty ? "none" : offers.map(\.printable).joined(separator: ", ")
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

extension OfferAbsence {
  fileprivate var phrase: String {
    switch self {
    case .failed(let rules): "because of " + rules.joined(separator: ", ")
    case .undetermined: "which is undetermined"
    case .otherGroup(let group): "which is in group \(group)"
    case .unknown: "which is not in the catalog"
    }
  }
}
