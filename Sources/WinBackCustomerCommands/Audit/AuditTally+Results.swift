import WinBackCommandLine

extension AuditTally {
  var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("answers", answers)
      json.member("agreements", agreements)
      json.member("mismatches", mismatches)
      json.member("withoutAnswer", withoutAnswer)
      json.member("withoutInstant", withoutInstant)
      json.member("withoutSubscription", withoutSubscription)
      json.member("withoutGroup", withoutSubscription.map { _ in withoutGroup })
      json.object("missing") { json in
        json.member("byRule", missingByRule)
        json.member("undetermined", missingUndetermined)
        json.member("inOtherGroup", missingElsewhere)
        json.member("notInCatalog", missingUnknown)
      }
      json.objects("offers", table)
      let explained = zip(alternatives, explained).filter { $1 > 0 }
      json.objects("mendedBy", explained) { json, explained in
        json.member("policy", explained.0.policy)
        json.member("value", explained.0.value)
        json.member("mismatches", explained.1)
      }
      json.objects("samples", samples) { json, sample in
        json.members(of: sample)
        json.member("mendedBy", assignments(mending: sample))
      }
    }
  }

  /// The offers that only one side lists, with how often each does.
  var table: ResultTable {
    ResultTable(
      [
        .identifier("subscriptionGroupIdentifier"), .text("offerId"), .number("missing"),
        .number("extra"),
      ],
      sortedOffers.map { offer, count in
        let group = offer.group.isEmpty ? nil : offer.group
        return [.text(group), .text(offer.offerId), .count(count.missing), .count(count.extra)]
      }
    )
  }

  private var sortedOffers: [(key: OfferKey, value: (missing: Int, extra: Int))] {
    offers.ordered { ($0.key.offerId, $0.key.group) < ($1.key.offerId, $1.key.group) }
  }

  /// Returns the alternatives that explain a mismatch, as `--policy` takes them.
  private func assignments(mending mismatch: AuditMismatch) -> [String] {
    mismatch.mendedBy.map { alternatives[$0].assignment }
  }

  func text(on page: TextPage) -> String {
    let style = page.style
    let differences =
      mismatches > 0
      ? [reasons(style), offerTable(style), mending(style), samples(on: page)] : []
    return counts(style) + differences.filter { !$0.isEmpty }.map { "\n" + $0 }.joined()
  }

  private func counts(_ style: TextStyle) -> String {
    let left = [
      (withoutInstant, "answers without 'signedDate', left out; '--as-of' says when"),
      (withoutSubscription ?? 0, "answers about no subscription of the histories, left out"),
      (withoutGroup, "answers that do not say which of a customer's groups, left out"),
    ]
    let rows = [
      [answers.grouped, "answers of the store"], [style.green(agreements.grouped), "agree"],
      [(mismatches > 0 ? style.red : style.green)(mismatches.grouped), "name other offers"],
      [withoutAnswer.grouped, "subscriptions without the store's answer"],
    ]
    return ResultTable(counts: rows + left.filter { $0.0 > 0 }.map { [$0.grouped, $1] }).text()
  }

  private func reasons(_ style: TextStyle) -> String {
    let rules = missingByRule.ordered { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { ($0.value, "the rule '\($0.key.printable)' does not hold") }
    let others = [
      (missingUndetermined, "undetermined, because a fact is not known"),
      (missingElsewhere, "in another subscription group"), (missingUnknown, "not in the catalog"),
    ]
    let rows = (rules + others.filter { $0.0 > 0 }).map { ["  " + $0.grouped, $1] }
    return titled("missing: only the store lists an offer, because", rows, style)
  }

  private func offerTable(_ style: TextStyle) -> String {
    let rows = sortedOffers.map { offer, count in
      [names.id(of: offer).printable, count.missing.grouped, count.extra.grouped]
    }
    guard !rows.isEmpty else { return "" }
    return ResultTable(["offer", "missing", "extra"], numbers: [1, 2], rows).text(style: style)
  }

  private func mending(_ style: TextStyle) -> String {
    let rows = explained.enumerated().filter { $0.element > 0 }
      .ordered { ($1.element, $0.offset) < ($0.element, $1.offset) }
      .map { ["  " + $1.grouped, "under \(alternatives[$0].assignment)".printable] }
    return rows.isEmpty
      ? "no single policy explains a mismatch; '--calibrate' tries them together\n"
      : titled("explained: both agree under another policy", rows, style)
  }

  private func titled(_ title: String, _ counts: [[String]], _ style: TextStyle) -> String {
    counts.isEmpty ? "" : style.bold(title) + "\n" + ResultTable(counts: counts).text()
  }

  private func samples(on page: TextPage) -> String {
    func list(_ offers: [String]) -> String {
      offers.isEmpty ? "none" : offers.joined(separator: ", ").printable
    }
    return samples.map { sample in
      let mending = assignments(mending: sample)
      let rows =
        [("store", list(sample.store)), ("winback", list(sample.ours))]
        + sample.missing.map { ("missing", "\($0.offer), \($0.absence.phrase)".printable) }
        + sample.extra.map { ("extra", $0.printable) }
        + (mending.isEmpty ? [] : [("explained by", list(mending))])
      return page.style.bold(sample.customerId.printable)
        + " in group \(sample.group.printable), as of \(sample.asOf.brief)\n" + page.list(rows)
    }.joined(separator: "\n")
  }
}

extension Alternative {
  /// The alternative as `--policy` takes it.
  fileprivate var assignment: String { "\(policy)=\(value)" }
}

extension JSONWriter {
  fileprivate mutating func members(of sample: AuditMismatch) {
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
