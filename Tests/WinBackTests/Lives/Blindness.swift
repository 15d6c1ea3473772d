import WinBack

/// What F13 and F14 do not claim to see: why the view of a life is not asked about an instant.
enum Blindness {
  /// The view lacks something and does not show it, such as a lapse between two purchases.
  case unseen
  /// The customer decides something after the data end.
  case laterChoice
  /// The view has no signature, so nothing says how far the data reach.
  case unsigned
  /// The payment has failed before the instant, and what the input says of that is of later.
  case failedPayment
  /// The data end during retries of a payment, and one can have succeeded before the last can fail.
  case unseenRecovery
  /// Purchases are missing just then, between two that are there.
  case insideAHole
  /// Another purchase ended the period of the only one that is there.
  case superseded
  /// Only renewal information has the end of a grace period.
  case graceWithoutRenewalInfo
}

extension LifeView {
  /// Why the view is not asked about a life at an instant; nil where its certain answers must be right.
  func blindness(to life: Life, at now: Milliseconds) -> Blindness? {
    guard showsWhatItLacks(of: life) else { return .unseen }
    let held = held(of: life).map(\.purchase)
    if now > date {
      if signature == .never { return .unsigned }
      let buys = life.purchases.contains { !$0.isRenewal && date < $0.start && $0.start <= now }
      if buys { return .laterChoice }
    }
    let informed = statusDate ?? date
    let lastStart = held.map(\.start).max() ?? .min
    if life.choices.contains(where: { max(informed, min(lastStart, date)) < $0 && $0 <= now }) {
      return .laterChoice
    }
    if isInAHole(of: life, at: now) { return .insideAHole }
    if isSingle,
      let only = held.first, let next = life.purchases.first(where: { $0.start > only.start }),
      next.start < only.end, next.start <= now
    {
      return .superseded
    }
    if life.recovers(after: informed, until: now) { return .unseenRecovery }
    if life.isAfterFailedPayment(at: now) {
      if now < informed || held.contains(where: { now < $0.start }) { return .failedPayment }
      let hasGrace = life.renewalInfo(asOf: now)?.gracePeriodExpiresDate != nil
      if hasGrace, statusDate == nil || isOldStatus(for: life) { return .graceWithoutRenewalInfo }
    }
    return nil
  }

  /// Whether the renewal information was fetched before the last purchase ended.
  private func isOldStatus(for life: Life) -> Bool {
    guard let statusDate else { return false }
    return held(of: life).contains { statusDate < $0.purchase.end }
  }
}
