import CEL
import WinBackAnalysis

extension StoryTeller {
  func serviceEnd(of chain: SubscriptionChain) -> TimelineDate {
    let last = transactions[chain.last]
    guard let revoked = last.revocationDate, revoked.instant < last.expiresDate.instant else {
      return last.expiresDate
    }
    return revoked
  }

  func requireRenewing() throws(StoryError) -> Int {
    guard let current else { throw nothingOwned }
    let found =
      switch chains[current].outlook {
      case .renews: nil as String?
      case .cancelled: "one that was cancelled"
      case .refunded: "one that was refunded"
      case .unpaid: "one that could not be charged"
      }
    if let found { throw error("expected a subscription that renews, found \(found)") }
    return current
  }

  func requireWithinPeriod(_ date: TimelineDate) throws(StoryError) {
    guard let current else { throw nothingOwned }
    let start = transactions[chains[current].last].purchaseDate
    let end = serviceEnd(of: chains[current])
    guard start.instant < date.instant, date.instant < end.instant else {
      throw error(
        "expected a date within the current period, from \(start.text) to \(end.text), found "
          + date.text,
        at: .detail(.on)
      )
    }
  }

  /// Of the facts that an offer depends on, a story can leave only the storefront unknown.
  func requireEligible(
    _ history: CustomerHistory,
    for offer: OfferKey,
    on date: TimelineDate
  ) throws(StoryError) {
    let (group, id) = (offer.group, offer.offerId)
    let now = date.resolved(at: engine.policies.facts.timeZone)
    guard !engine.canRedeem(id, of: group, history, at: now) else { return }
    let decisions = (try? engine.decisions(for: history, asOf: now)).map { Array($0) } ?? []
    let decision =
      decisions.first { $0.subscriptionGroupIdentifier == group }?.offers.first { $0.offerId == id }
    guard let decision,
      decision.verdict == .ineligible || decision.missingFacts != ["customer.storefront"]
    else { return }
    let renews = decision.missingFacts.contains("subscription.state")
    let reasons =
      renews
      ? ["churned: the subscription renews until the story cancels it"]
      : decision.decidingRules.map { "\($0.id): \($0.because)" }
    throw error(
      "expected an offer that the customer is eligible for on \(date.text), found '\(id)'; "
        + reasons.joined(separator: "; ")
    )
  }

  func product(_ id: String) throws(StoryError) -> PlacedSubscription {
    let subscriptions = engine.index.subscriptions
    guard let product = subscriptions[id] else {
      throw unknown("a product", id, among: subscriptions.keys.ordered())
    }
    return product
  }

  /// Returns an offer with an identifier: one that the engine decides on rather than one of another
  /// kind, and that of the current group if several groups have one.
  func offer(_ id: String) throws(StoryError) -> PlacedOffer {
    let group = current.map { chains[$0].group }
    let known = engine.index.allOffers.filter { $0.terms.offerId != nil }
    let offers = known.filter { $0.id == id }
    let own = offers.filter { $0.kind == engine.kind }
    let candidates = own.isEmpty ? offers : own
    guard let placed = candidates.first(where: { $0.key.group == group }) ?? candidates.first else {
      throw unknown("an offer", id, among: Set(known.map(\.id)).ordered())
    }
    return placed
  }

  func otherProduct(_ id: String) throws(StoryError) -> PlacedSubscription {
    let product = try product(id)
    guard let current else { throw nothingOwned }
    let chain = chains[current]
    guard product.group.id == chain.group else {
      throw error("expected a product of the group '\(chain.group)', found '\(id)' of another")
    }
    guard product.id != chain.product.id else {
      throw error("expected another product than the current one, found '\(id)'")
    }
    return product
  }

  func day(_ date: StoryDate?) throws(StoryError) -> TimelineDate {
    guard let date else { throw error("expected 'on', the date", at: .detail(.on)) }
    do {
      return try date.date()
    } catch {
      throw self.error(error.description, at: .detail(.on))
    }
  }

  func optionalDay(_ date: StoryDate?) throws(StoryError) -> TimelineDate? {
    date == nil ? nil : try day(date)
  }

  func count(
    of stays: StoryLength?,
    _ product: PlacedSubscription,
    default count: Int
  ) throws(StoryError) -> Int {
    switch stays {
    case nil: return count
    case .periods(let count):
      let most = Self.transactionLimit
      guard (1...most).contains(count) else {
        throw error("expected 1 to \(most) periods, found \(count)", at: .detail(.periods))
      }
      return count
    case .months(let months):
      guard case .months(let period) = product.period else {
        throw error(
          "expected 'periods', because '\(product.id)' renews every \(product.period.phrase)",
          at: .detail(.months)
        )
      }
      guard months > 0, months % period == 0 else {
        let expected = period == 1 ? "at least 1 month" : "a multiple of \(period) months"
        throw error(
          "expected \(expected), because '\(product.id)' renews every \(product.period.phrase), "
            + "found \(months)",
          at: .detail(.months)
        )
      }
      return months / period
    }
  }

  var nothingOwned: StoryError {
    error("expected a subscription, found none; a story starts with 'subscribe'")
  }

  func unknown(_ kind: String, _ id: String, among known: [String]) -> StoryError {
    var unknown = error("expected \(kind) of the catalog, found '\(id)'")
    unknown.suggestion = nearestName(to: id, among: known)
    return unknown
  }

  func error(_ message: String, at part: StoryError.Part = .verb) -> StoryError {
    StoryError(message, event: event, verb: verb, part: part)
  }
}
