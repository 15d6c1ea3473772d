import CEL
import CalendarTime

/// The facts of a timeline at an instant as the rules read them, with what is hidden from them.
struct FactReading {
  /// What the rules may not see, to find out whether their verdict depends on it.
  struct Hidden: OptionSet {
    let rawValue: Int
    /// The clock.
    static let now = Hidden(rawValue: 1)
    /// The paid months, while they grow.
    static let paidMonths = Hidden(rawValue: 2)
  }

  let timeline: Timeline
  private(set) var now: Instant
  let facts: Facts
  let waitStart: FactPolicies.WaitStart
  private let productId: Binding
  private let attributes: ContiguousArray<Binding>

  /// Reads the facts.
  init(
    of timeline: Timeline,
    asOf now: Instant,
    _ policies: FactPolicies,
    symbols: SymbolTable,
    attributes: ContiguousArray<Binding>
  ) {
    self.timeline = timeline
    self.now = now
    self.attributes = attributes
    facts = timeline.facts(asOf: now, policies)
    waitStart = policies.waitStart
    productId = facts.productId.map { .value(.string(symbols.text(of: $0))) } ?? .absent
  }

  /// Returns the same facts at another instant, at which only the clock is different.
  func moved(to now: Instant) -> FactReading {
    var reading = self
    reading.now = now
    return reading
  }

  /// Returns what a rule about an offer reads from a variable of the timeline.
  func binding(of variable: FactVariable, for offer: Symbol, hiding hidden: Hidden) -> Binding {
    switch variable {
    case .now: hidden.contains(.now) ? .unknown : .value(.timestamp(now))
    case .productId: productId
    case .lapsedAt: Self.timestamp(facts.lapsedAt)
    case .state: .value(.string(facts.state.rawValue))
    case .willAutoRenew: .value(.bool(facts.willAutoRenew))
    case .hasSharedAccess: .value(.bool(facts.hasSharedAccess))
    case .paidMonths:
      hidden.contains(.paidMonths) || lacks(.paidMonths)
        ? .unknown : .value(.int(facts.paidMonths))
    case .expirationIntent: facts.expirationIntent.map { .value(.int(Int64($0))) } ?? .absent
    case .storefront: facts.storefront.map { .value(.string($0.code)) } ?? .unknown
    case .redemptionEndedAt: redemption(of: offer)
    }
  }

  /// Returns what a rule reads from an attribute of the customer.
  func attribute(at index: Int) -> Binding {
    index < attributes.count ? attributes[index] : .absent
  }

  private func redemption(of offer: Symbol) -> Binding {
    if lacks(.redemptions) { return .unknown }
    return Self.timestamp(
      timeline.redemption(of: offer, asOf: now, lapsedAt: facts.lapsedAt, waitStart)
    )
  }

  /// Returns whether the source of the history cannot tell something (F12).
  ///
  /// F11 comes before: nothing was paid or redeemed before the first purchase.
  private func lacks(_ gap: HistoryGaps) -> Bool {
    timeline.gaps.contains(gap) && facts.productId != nil
  }

  private static func timestamp(_ instant: Instant?) -> Binding {
    instant.map { .value(.timestamp($0)) } ?? .absent
  }
}
