import CalendarTime
import WinBack
import WinBackFormats

/// How it stands with a subscription, in a line.
struct SubscriptionPhrase {
  let decision: Decision
  let names: CatalogNames

  /// The line; it may hold what a terminal must not see.
  var text: String { parts.joined(separator: ", ") }

  private var facts: SubscriptionFacts { decision.facts }

  var parts: [String] {
    guard decision.evidence.renewalInfo != .stale else {
      return ["not known: the input is older than the next renewal", months]
    }
    guard let productId = facts.productId, let lapsedAt = facts.lapsedAt else {
      return [facts.hasSharedAccess ? "none so far, but shared access" : "none so far"]
    }
    var parts = [names.product(productId)] + state(lapsedAt) + [months]
    if facts.hasSharedAccess { parts.append("has shared access") }
    if let storefront = facts.storefront { parts.append("storefront \(storefront.code)") }
    return parts
  }

  private func state(_ lapsedAt: Instant) -> [String] {
    let end = decision.periods.last { $0.kind != .shared && $0.start <= decision.asOf }?.end
    let ended = "ended \((end ?? lapsedAt).brief)"
    let renewal = facts.willAutoRenew == true ? "renews" : "does not renew"
    // The sixty days of retry lie between the end and a lapse that is to come.
    let lapse =
      end == lapsedAt
      ? [] : ["counts as lapsed \(lapsedAt > decision.asOf ? "from" : "since") \(lapsedAt.brief)"]
    return switch facts.state {
    case .subscribed: ["active until \((end ?? lapsedAt).brief)", renewal]
    case .revoked: ["refunded \((end ?? lapsedAt).brief)"] + lapse
    case .inGracePeriod: [ended, "payment failed, in the grace period"] + lapse
    case .inBillingRetryPeriod: [ended, "payment failed, the App Store is retrying"] + lapse
    case .neverOwned, .expired: [ended] + lapse
    case nil: [ended, "renewal not known"]
    }
  }

  private var months: String {
    let atLeast = facts.mayHavePaidMore ? "at least " : ""
    let count = "\(atLeast)\(facts.paidMonths) paid \(facts.paidMonths == 1 ? "month" : "months")"
    return decision.notCounted.map { "\(count) in a row (\($0))" } ?? count
  }
}

extension Decision {
  /// The periods that do not count as paid months, such as `not counted: 1 refunded`; nil if there
  /// are none.
  var notCounted: String? {
    let left = [(unpaid.free, "free"), (unpaid.refunded, "refunded")].filter { $0.0 > 0 }
    let words = left.map { "\($0) \($1)" }
    return words.isEmpty ? nil : "not counted: \(words.joined(separator: ", "))"
  }
}

/// What a decision is based on, in words for people (F13).
extension Evidence {
  var phrases: [String] {
    var parts: [String] = []
    if renewalInfo == .stale {
      parts.append("older than the next renewal")
    } else {
      parts.append(dataThrough.map { "reaches until \($0.brief)" } ?? "its end is not known")
      parts.append(
        renewalInfo == .applies
          ? "renewal information applies" : "no renewal information for the last purchase"
      )
    }
    if !reachesFirstPurchase { parts.append("earlier purchases may be missing") }
    if !prices { parts.append("prices are missing, so free periods may count as paid") }
    if !offers { parts.append("redeemed offers are not recorded") }
    return parts
  }

  var storeSentence: String? {
    guard let answer = storeAnswer else { return nil }
    func list(_ ids: [String]) -> String { ids.isEmpty ? "none" : ids.joined(separator: ", ") }
    let instant = answer.asOf.map { "on \($0.brief)" } ?? "at an unknown time"
    let ids = list(answer.eligibleWinBackOfferIDs)
    return answer.agrees
      ? "named \(ids) \(instant), as WinBack does for that time"
      : "named \(ids) \(instant); WinBack differs for that time: \(list(answer.ours))"
  }
}
