import WinBack
import WinBackFormats

/// What a decision is based on, in words for people (F13).
struct EvidenceText {
  let evidence: Evidence

  /// How much the input tells, one thing after another.
  var parts: [String] {
    var parts: [String] = []
    if evidence.renewalInfo == .stale {
      parts.append("older than the next renewal")
    } else {
      parts.append(
        evidence.dataThrough.map { "reaches until \($0.brief)" } ?? "its end is not known"
      )
      parts.append(
        evidence.renewalInfo == .applies
          ? "renewal information applies" : "no renewal information for the last purchase"
      )
    }
    if !evidence.reachesFirstPurchase { parts.append("earlier purchases may be missing") }
    if !evidence.prices {
      parts.append("prices are missing, so free periods may count as paid")
    }
    if !evidence.offers { parts.append("redeemed offers are not recorded") }
    return parts
  }

  /// The store's own list beside ours; nil if the input has none.
  var storeAnswer: String? {
    guard let answer = evidence.storeAnswer else { return nil }
    func list(_ ids: [String]) -> String { ids.isEmpty ? "none" : ids.joined(separator: ", ") }
    let instant = answer.asOf.map { "on \($0.brief)" } ?? "at an unknown time"
    let ids = list(answer.eligibleWinBackOfferIDs)
    return answer.agrees
      ? "named \(ids) \(instant), as WinBack does for that time"
      : "named \(ids) \(instant); WinBack differs for that time: \(list(answer.ours))"
  }
}
