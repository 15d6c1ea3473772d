import CEL
import CalendarTime

extension FactRow {
  /// Sets a fact; nil is absent.
  mutating func set(_ fact: FactVariable, to number: Int64?) {
    set(fact.rawValue, to: number)
  }

  /// Sets a fact that the input cannot tell (F12).
  mutating func setUnknown(_ fact: FactVariable) {
    setUnknown(fact.rawValue)
  }

  /// Sets the facts of a timeline, but for the paid months and the redemption of an offer.
  mutating func set(_ facts: Facts) {
    set(.productId, to: facts.productId.map { Int64($0.index) })
    set(.lapsedAt, to: facts.lapsedAt?.milliseconds)
    set(.state, to: FactCode.number(of: facts.state))
    set(.willAutoRenew, to: facts.willAutoRenew ? 1 : 0)
    set(.hasSharedAccess, to: facts.hasSharedAccess ? 1 : 0)
    set(.expirationIntent, to: facts.expirationIntent.map(Int64.init))
    if let storefront = facts.storefront {
      set(.storefront, to: Int64(storefront.packed))
    } else {
      setUnknown(.storefront)
    }
  }

  /// Sets since when an offer counts as redeemed (F9).
  mutating func setRedemption(
    of offer: Symbol,
    in timeline: borrowing Timeline,
    _ facts: borrowing Facts,
    asOf now: Instant,
    _ policies: FactPolicies
  ) {
    // F11 before F12: nothing was redeemed before the first purchase.
    if timeline.gaps.contains(.redemptions), facts.productId != nil {
      setUnknown(.redemptionEndedAt)
      return
    }
    let redemption =
      timeline.hasRedemptions
      ? timeline.redemption(
        of: offer,
        asOf: now,
        lapsedAt: facts.lapsedAt,
        policies.waitStart
      ) : nil
    set(.redemptionEndedAt, to: redemption?.milliseconds)
  }

  /// Sets the attributes of a customer.
  mutating func set(
    _ attributes: ContiguousArray<Binding>,
    _ vocabulary: Vocabulary,
    _ symbols: borrowing SymbolTable
  ) {
    for (index, binding) in attributes.enumerated() {
      let slot = vocabulary.id(ofAttributeAt: index).index
      switch binding {
      case .absent: set(slot, to: nil)
      case .unknown: setUnknown(slot)
      case .value(.string(let text)):
        // Text that no rule names is equal to none that one names.
        set(slot, to: symbols.find(text).map { Int64($0.index) } ?? -1)
      case .value(.int(let integer)): set(slot, to: integer)
      case .value(.bool(let bool)): set(slot, to: bool ? 1 : 0)
      case .value(.timestamp(let instant)): set(slot, to: instant.milliseconds)
      case .value(.duration(let milliseconds)): set(slot, to: milliseconds)
      case .value(.double), .value(.list), .value(.null):
        // Conditions over these are solved only where they ask for presence, so that any number does.
        set(slot, to: 0)
      }
    }
  }
}
