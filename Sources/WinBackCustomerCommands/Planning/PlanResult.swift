import WinBackCommandLine

/// The audience of every setting of an offer, ready to be written.
struct PlanResult: Sendable {
  let offer: PlacedOffer
  let span: ClosedRange<Instant>
  let customers: Int
  let current: Setting
  /// What stands at the corners of the settings, of all storefronts together.
  let all: SettingCounts
  /// The same of each storefront by its code, the unknown one last; none if they are not told apart.
  var storefronts: [(key: Storefront?, value: SettingCounts)]

  /// Whether App Store Connect does not accept the offer's setting, so that `current` is the nearest.
  private var isNearest: Bool { offer.winBack.flatMap(Setting.init(of:)) == nil }

  var warning: String? {
    isNearest
      ? "expected criteria that App Store Connect accepts, found others in the offer "
        + "'\(offer.key.offerId)'; the closest setting, or the stricter of two, is shown instead: "
        + current.words
      : nil
  }

  /// A plan is large, so that it is made for one part after another.
  func plan(of counts: SettingCounts) -> SettingPlan {
    SettingPlan(current: current, audiences: counts.audiences())
  }

  var when: String {
    span.lowerBound == span.upperBound
      ? "as of \(span.lowerBound.brief)"
      : "at some instant from \(span.lowerBound.brief) to \(lastDay)"
  }

  /// The end of the span: its day if that counts as a whole.
  private var lastDay: String {
    let next = span.upperBound.adding(milliseconds: 1)
    return next == Instant(next.date) ? span.upperBound.day : span.upperBound.brief
  }

  var storefrontTable: ResultTable {
    ResultTable(
      [.text("storefront"), .number("eligible"), .number("undetermined"), .number("largest")],
      storefronts.map { storefront, counts in
        let audiences = counts.audiences()
        let audience = audiences[current]
        return [
          .text(storefront.name), .count(audience.eligible), .count(audience.undetermined),
          .count(audiences.largest),
        ]
      }
    )
  }

  var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("offerId", offer.key.offerId)
      json.member("productId", offer.subscription.productId)
      json.member("subscriptionGroupIdentifier", offer.key.group)
      if span.lowerBound == span.upperBound {
        json.member("asOf", span.lowerBound)
      } else {
        json.member("from", span.lowerBound)
        json.member("until", span.upperBound)
      }
      json.member("customers", customers)
      if isNearest { json.member("isNearest", true) }
      json.members(of: plan(of: all))
      guard !storefronts.isEmpty else { return }
      json.objects("storefronts", storefronts) { json, part in
        json.member("storefront", orNull: part.key?.code)
        json.members(of: plan(of: part.value))
      }
    }
  }

  /// Writes the audience of every setting as a table, a storefront at a time: a row for each setting, or for
  /// each setting and storefront.
  func writeTable(to channel: OutputChannel) throws(CommandFailure) {
    let isOne = storefronts.isEmpty
    let columns: [ResultTable.Heading] =
      (isOne ? [] : [.text("storefront")]) + Criterion.allCases.map { .number($0.name) }
      + [.number("eligible"), .number("undetermined")]
    for (index, part) in (isOne ? [(nil, all)] : storefronts).enumerated() {
      let audiences = part.value.audiences()
      let storefront: [ResultCell] = isOne ? [] : [.text(part.key?.code ?? "")]
      let rows = Setting.all.map { setting in
        let audience = audiences[setting]
        return storefront + Criterion.allCases.map { .count(setting[$0]) }
          + [.count(audience.eligible), .count(audience.undetermined)]
      }
      try channel.write(ResultTable(columns, rows), isFirst: index == 0)
    }
  }
}

extension Storefront? {
  var name: String { self?.code ?? "storefront not known" }
}

extension JSONWriter {
  fileprivate mutating func members(of plan: SettingPlan) {
    member("largest", plan.audiences.largest)
    object("current") { $0.members(of: plan.current, in: plan) }
    objects("marginals", plan.marginals) { json, marginal in
      json.member("criterion", marginal.criterion.name)
      json.objects("values", marginal.settings) { json, setting in
        json.member("value", orNull: setting[marginal.criterion])
        json.members(of: plan.audiences[setting])
      }
    }
    objects("steps", plan.steps) { json, step in
      json.member("criterion", step.criterion.name)
      json.member("from", orNull: plan.current[step.criterion])
      json.member("to", orNull: step.setting[step.criterion])
      json.member("change", step.change)
      json.member("medianPaidMonths", orNull: step.medianPaidMonths)
    }
    objects("cheapest", plan.reaches) { json, reach in
      json.member("share", reach.share)
      json.member("audience", reach.audience)
      json.objects("settings", reach.settings) { $0.members(of: $1, in: plan) }
    }
  }

  private mutating func members(of setting: Setting, in plan: SettingPlan) {
    for criterion in Criterion.allCases { member(criterion.name, orNull: setting[criterion]) }
    members(of: plan.audiences[setting])
  }

  private mutating func members(of audience: SettingAudience) {
    member("eligible", audience.eligible)
    member("undetermined", audience.undetermined)
  }
}
