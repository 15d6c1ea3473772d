/// An auto-renewable transaction as a plain value: no text, no reference.
///
/// Absent values are sentinels instead of optionals, which makes a record 80 bytes long instead of
/// 128: fetching the records is most of the time of an evaluation. The type is usable from inlined
/// code, because otherwise no part of it is inlined in another module.
@usableFromInline
package struct TransactionRecord: Sendable, Hashable {
  @usableFromInline package var purchase: Instant
  @usableFromInline package var expiry: Instant
  @usableFromInline package var revocation: Instant
  @usableFromInline package var signing: Instant
  /// The offset of the transaction in the source, for messages.
  @usableFromInline package var sourceOffset: Int
  @usableFromInline package var identifier: TextRange
  @usableFromInline package var originalIdentifier: TextRange
  @usableFromInline package var productId: Symbol
  @usableFromInline package var group: Symbol
  @usableFromInline package var offer: Symbol
  @usableFromInline package var country: Storefront
  @usableFromInline package var traits: TransactionTraits
  @usableFromInline var notes: Notes
  /// The chain began before where local time is less than so many minutes ahead of UTC, or behind it if
  /// the purchase is an instant; the least number where no day stands beside an instant (F14a).
  @usableFromInline var originLimit: Int16

  /// Which optional dates are present, and which dates have no time.
  @usableFromInline
  struct Notes: OptionSet, Sendable, Hashable {
    @usableFromInline let rawValue: UInt16
    @inlinable init(rawValue: UInt16) { self.rawValue = rawValue }

    @inlinable static var revocation: Notes { Notes(rawValue: 1 << 0) }
    @inlinable static var signing: Notes { Notes(rawValue: 1 << 1) }
    @inlinable static var purchaseDay: Notes { Notes(rawValue: 1 << 2) }
    @inlinable static var expiryDay: Notes { Notes(rawValue: 1 << 3) }
    @inlinable static var revocationDay: Notes { Notes(rawValue: 1 << 4) }
    @inlinable static var signingDay: Notes { Notes(rawValue: 1 << 5) }
    /// The time zone decides whether the chain began before.
    @inlinable static var originDay: Notes { Notes(rawValue: 1 << 6) }

    @inlinable @inline(__always)
    mutating func set(_ note: Notes, where condition: Bool) {
      self = Notes(rawValue: rawValue & ~note.rawValue | (condition ? note.rawValue : 0))
    }
  }

  @inlinable
  package init() {
    let never = Instant(milliseconds: 0)
    (purchase, expiry, revocation, signing) = (never, never, never, never)
    sourceOffset = 0
    (identifier, originalIdentifier) = (.absent, .absent)
    (productId, group, offer) = (.absent, .absent, .absent)
    country = Storefront(packed: 0)
    (traits, notes, originLimit) = ([], [], .min)
  }
}

extension TransactionRecord {
  @inlinable package var transactionId: TextRange? {
    get { identifier == .absent ? nil : identifier }
    set { identifier = newValue ?? .absent }
  }

  @inlinable package var originalTransactionId: TextRange? {
    get { originalIdentifier == .absent ? nil : originalIdentifier }
    set { originalIdentifier = newValue ?? .absent }
  }

  @inlinable package var subscriptionGroupIdentifier: Symbol? {
    get { group == .absent ? nil : group }
    set { group = newValue ?? .absent }
  }

  @inlinable package var offerIdentifier: Symbol? {
    get { offer == .absent ? nil : offer }
    set { offer = newValue ?? .absent }
  }

  @inlinable package var storefront: Storefront? {
    get { country.packed == 0 ? nil : country }
    set { country = newValue ?? Storefront(packed: 0) }
  }

  @inlinable package var purchaseDate: TimelineDate {
    get { TimelineDate(instant: purchase, isDateOnly: notes.contains(.purchaseDay)) }
    set {
      purchase = newValue.instant
      notes.set(.purchaseDay, where: newValue.isDateOnly)
    }
  }

  @inlinable package var expiresDate: TimelineDate {
    get { TimelineDate(instant: expiry, isDateOnly: notes.contains(.expiryDay)) }
    set {
      expiry = newValue.instant
      notes.set(.expiryDay, where: newValue.isDateOnly)
    }
  }

  @inlinable package var revocationDate: TimelineDate? {
    get {
      guard notes.contains(.revocation) else { return nil }
      return TimelineDate(instant: revocation, isDateOnly: notes.contains(.revocationDay))
    }
    set {
      revocation = newValue?.instant ?? Instant(milliseconds: 0)
      notes.set(.revocation, where: newValue != nil)
      notes.set(.revocationDay, where: newValue?.isDateOnly ?? false)
    }
  }

  @inlinable package var signedDate: TimelineDate? {
    get {
      guard notes.contains(.signing) else { return nil }
      return TimelineDate(instant: signing, isDateOnly: notes.contains(.signingDay))
    }
    set {
      signing = newValue?.instant ?? Instant(milliseconds: 0)
      notes.set(.signing, where: newValue != nil)
      notes.set(.signingDay, where: newValue?.isDateOnly ?? false)
    }
  }

  /// Takes over when the first purchase of the chain was, which shows whether it was before this one.
  ///
  /// A day and an instant are compared by days, because they can be of one purchase. So the time zone
  /// decides: a day is over where local time is ahead, and begins late where it is behind.
  package mutating func setOrigin(_ first: TimelineDate?) {
    originLimit = .min
    notes.remove(.originDay)
    guard let first else { return }
    guard first.isDateOnly != notes.contains(.purchaseDay) else {
      if first.instant < purchase { traits.insert(.continued) }
      return
    }
    let day = first.isDateOnly ? Instant.millisecondsPerDay : 0
    let gap = first.instant.adding(milliseconds: day).milliseconds(until: purchase)
    let (minutes, rest) = gap.flooredQuotientAndRemainder(dividingBy: 60_000)
    let limit = minutes + (first.isDateOnly || rest > 0 ? 1 : 0)
    guard limit < Self.minutesPerDay else {
      traits.insert(.continued)
      return
    }
    originLimit = Int16(truncatingIfNeeded: max(-Self.minutesPerDay, limit))
    notes.set(.originDay, where: limit > -Self.minutesPerDay)
  }

  private static let minutesPerDay: Int64 = 24 * 60

  /// Returns whether the chain had purchases before this one (F14a).
  func isContinued(at offset: UTCOffset) -> Bool {
    traits.contains(.continued)
      || (notes.contains(.purchaseDay) ? offset.minutes : -offset.minutes) < originLimit
  }

  /// Returns whether another transaction has the same product and names the same group, or none.
  func isSold(as other: borrowing TransactionRecord) -> Bool {
    guard productId == other.productId else { return false }
    return group == other.group
  }

  /// Returns whether another transaction has the same contents, apart from its identifiers, its place
  /// in the source and whether it has a price.
  func hasSameContents(as other: TransactionRecord) -> Bool {
    var twin = self
    twin.identifier = other.identifier
    twin.originalIdentifier = other.originalIdentifier
    twin.sourceOffset = other.sourceOffset
    twin.traits.set(.priced, where: other.traits.contains(.priced))
    return twin == other
  }
}

/// The enumerated values of a transaction that eligibility depends on, one bit each.
///
/// The members are computed and inlinable: constants would be initialised lazily, and each access
/// would be a call.
@usableFromInline
package struct TransactionTraits: OptionSet, Sendable, Hashable {
  @usableFromInline package let rawValue: UInt16

  @inlinable
  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The customer bought it (P2); otherwise it only gives shared access.
  @inlinable package static var owned: Self { Self(rawValue: 1 << 0) }
  /// The store renewed it, `transactionReason` RENEWAL (F8).
  @inlinable package static var renewal: Self { Self(rawValue: 1 << 1) }
  /// It cost nothing: `offerDiscountType` FREE_TRIAL, or a price of 0 (P4).
  @inlinable package static var free: Self { Self(rawValue: 1 << 2) }
  /// `revocationType` REFUND_PRORATED: the service up to the revocation stays paid (P5).
  @inlinable package static var prorated: Self { Self(rawValue: 1 << 3) }
  /// `billingPlanType` MONTHLY, whose billing retry lasts longer (F4).
  @inlinable package static var monthlyPlan: Self { Self(rawValue: 1 << 5) }
  /// It has a price, in which versions of a transaction can differ.
  @inlinable package static var priced: Self { Self(rawValue: 1 << 6) }
  /// It has a reason: any `transactionReason` (F14c).
  @inlinable package static var reasoned: Self { Self(rawValue: 1 << 8) }
  /// Its format says that the subscription had purchases before it, in every time zone (F14a).
  @inlinable package static var continued: Self { Self(rawValue: 1 << 9) }

  /// The `offerType` of the offer that it redeemed, from 1 to 5; 0 for none (F9, M2).
  @inlinable package var offerType: UInt8 {
    get { UInt8(truncatingIfNeeded: rawValue >> 11) & 7 }
    set { self = Self(rawValue: rawValue & ~(7 << 11) | UInt16(newValue & 7) << 11) }
  }

  /// Whether it redeemed an offer of a kind.
  func redeems(_ kind: OfferKind) -> Bool { offerType == kind.transactionType }

  @inlinable @inline(__always)
  package mutating func set(_ trait: Self, where condition: Bool) {
    self = Self(rawValue: rawValue & ~trait.rawValue | (condition ? trait.rawValue : 0))
  }

  /// How long the store tries to charge after a failed payment, in milliseconds (F4).
  var retryWindow: Int64 { (contains(.monthlyPlan) ? 90 : 60) * Instant.millisecondsPerDay }
}
