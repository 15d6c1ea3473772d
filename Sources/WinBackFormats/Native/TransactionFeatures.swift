import WinBack

/// What a transaction, or a passage of one, says besides identifiers and dates.
///
/// Passages unite to a transaction bit by bit, since what is absent is zero and no key is there
/// twice.
struct TransactionFeatures: Sendable {
  /// What is not among the traits.
  struct Marks: OptionSet, Sendable {
    let rawValue: UInt16

    /// Somebody else owns it.
    static var shared: Self { Self(rawValue: 1 << 0) }
    /// It is a product of another kind than an auto-renewable subscription.
    static var otherType: Self { Self(rawValue: 1 << 1) }
    static var group: Self { Self(rawValue: 1 << 2) }
    static var offer: Self { Self(rawValue: 1 << 3) }
    static var storefront: Self { Self(rawValue: 1 << 4) }
  }

  // One vector, so that to unite two of them takes a few steps: the product, the group, the offer,
  // the storefront, the traits and marks, the keys that were there, and those that had a value.
  private var lanes = SIMD8<UInt32>()

  init() {}

  var productId: Symbol {
    get { Symbol(index: Int32(bitPattern: lanes[0])) }
    set { lanes[0] = UInt32(bitPattern: newValue.index) }
  }

  private var group: Symbol { Symbol(index: Int32(bitPattern: lanes[1])) }
  private var offer: Symbol { Symbol(index: Int32(bitPattern: lanes[2])) }
  private var country: Storefront { Storefront(packed: lanes[3]) }

  private var traits: TransactionTraits {
    TransactionTraits(rawValue: UInt16(truncatingIfNeeded: lanes[4]))
  }

  var marks: Marks { Marks(rawValue: UInt16(truncatingIfNeeded: lanes[4] &>> 16)) }

  /// The keys that were there.
  var seen: SeenKeys { SeenKeys(bits: lanes[5]) }

  /// The keys that had a value.
  var given: SeenKeys { SeenKeys(bits: lanes[6]) }

  mutating func insert(trait: TransactionTraits) { lanes[4] |= UInt32(trait.rawValue) }

  mutating func insert(mark: Marks) { lanes[4] |= UInt32(mark.rawValue) &<< 16 }

  /// Notes a key that was there.
  mutating func see(_ bit: UInt32) { lanes[5] |= bit }

  /// Notes a key that had a value.
  @inline(__always)
  mutating func give(_ bit: UInt32) { lanes[6] |= bit }

  mutating func set(group symbol: Symbol) {
    lanes[1] = UInt32(bitPattern: symbol.index)
    insert(mark: .group)
  }

  mutating func set(offer symbol: Symbol) {
    lanes[2] = UInt32(bitPattern: symbol.index)
    insert(mark: .offer)
  }

  mutating func set(storefront: Storefront) {
    lanes[3] = storefront.packed
    insert(mark: .storefront)
  }

  /// Adds what another passage of the same transaction says.
  @inline(__always)
  mutating func formUnion(_ other: TransactionFeatures) {
    lanes |= other.lanes
  }

  /// Puts all into a transaction that has identifiers and dates.
  @inline(__always)
  func complete(_ record: inout TransactionRecord) {
    record.productId = productId
    record.subscriptionGroupIdentifier = marks.contains(.group) ? group : nil
    record.offerIdentifier = marks.contains(.offer) ? offer : nil
    record.storefront = marks.contains(.storefront) ? country : nil
    record.traits = marks.contains(.shared) ? traits : traits.union(.owned)
  }

  /// Returns whether it has a symbol that is not among the first ones.
  func hasSymbol(from limit: Int) -> Bool {
    let limit = Int32(truncatingIfNeeded: limit)
    return productId.index >= limit || group.index >= limit || offer.index >= limit
  }
}
