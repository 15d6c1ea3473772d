import TestSupport

/// Catalogs with offers of all kinds, the same ones for a seed.
enum RandomCatalog {
  /// Returns a catalog as JSON.
  static func json(seed: UInt64) -> String {
    var random = SplitMix64(seed: seed)
    let periods = ["ONE_WEEK", "ONE_MONTH", "TWO_MONTHS", "THREE_MONTHS", "SIX_MONTHS", "ONE_YEAR"]
    let subscriptions = (0..<2).map { product in
      let list = (0..<3).map { offer(id: "offer_\(product)_\($0)", &random) }
      let period = product == 0 ? "ONE_MONTH" : random.pick(periods)
      return """
        { "productId": "product.\(product)", "subscriptionPeriod": "\(period)", "winBackOffers": [
        \(list.joined(separator: ",\n")) ] }
        """
    }
    return """
      { "subscriptionGroups": [ { "id": "group", "subscriptions": [
      \(subscriptions.joined(separator: ",\n")) ] } ] }
      """
  }

  private static func offer(id: String, _ random: inout SplitMix64) -> String {
    let mode = random.pick(["FREE_TRIAL", "PAY_UP_FRONT", "PAY_AS_YOU_GO"])
    let duration = random.pick(["THREE_DAYS", "TWO_WEEKS", "ONE_MONTH", "THREE_MONTHS"])
    let minimum = Int.random(in: 1...6, using: &random)
    var parts = [
      "\"offerId\": \"\(id)\"",
      "\"offerMode\": \"\(mode)\"",
      "\"duration\": \"\(duration)\"",
      "\"customerEligibilityPaidSubscriptionDurationInMonths\": \(random.pick([1, 2, 3, 6, 12]))",
      """
      "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": \(minimum), \
      "maximum": \(minimum + Int.random(in: 0...18, using: &random)) }
      """,
      "\"startDate\": \"2024-0\(Int.random(in: 1...9, using: &random))-15\"",
      "\"priority\": \"\(random.pick(["HIGH", "NORMAL"]))\"",
    ]
    if Bool.random(using: &random) {
      let wait = Int.random(in: 2...24, using: &random)
      parts.append("\"customerEligibilityWaitBetweenOffersInMonths\": \(wait)")
    }
    if Bool.random(using: &random) { parts.append("\"endDate\": \"2025-06-30\"") }
    if Bool.random(using: &random) { parts.append("\"territories\": [\"USA\", \"NOR\"]") }
    return "{ \(parts.joined(separator: ", ")) }"
  }
}
