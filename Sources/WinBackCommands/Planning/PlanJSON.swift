import WinBack
import WinBackFormats

/// The audience of every setting, as one JSON object for programs: what is worth reading of it.
enum PlanJSON {
  /// Returns the document, which ends with a line feed.
  static func document(of result: PlanResult) -> ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("offerId", result.offer.offer.offerId)
      json.member("productId", result.offer.subscription.productId)
      json.member("subscriptionGroupIdentifier", result.group)
      if result.span.lowerBound == result.span.upperBound {
        json.member("asOf", result.span.lowerBound)
      } else {
        json.member("from", result.span.lowerBound)
        json.member("until", result.span.upperBound)
      }
      json.member("customers", result.customers)
      json.members(of: result.plan(of: result.all))
      guard !result.storefronts.isEmpty else { return }
      json.objects("storefronts", result.storefronts) { json, part in
        json.member("storefront", orNull: part.storefront?.code)
        json.members(of: result.plan(of: part))
      }
    }
  }
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
