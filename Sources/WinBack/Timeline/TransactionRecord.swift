public import CalendarTime

/// An auto-renewable transaction as a plain value: no text, no reference.
///
/// One bit each marks what is absent, instead of optionals, which makes a record 80 bytes long
/// instead of 128: to fetch the records of a customer is most of the time of evaluating one. It is
/// usable from inlined code, without which nothing of it is inlined in another module.
@usableFromInline
package struct TransactionRecord: Sendable, Hashable {
  @usableFromInline package var purchase: Instant
  @usableFromInline package var expiry: Instant
  @usableFromInline package var revocation: Instant
  @usableFromInline package var signing: Instant
  /// Where the transaction starts in the source, for messages about it.
  @usableFromInline package var sourceOffset: Int
  @usableFromInline package var identifier: TextRange
  @usableFromInline package var originalIdentifier: TextRange
  @usableFromInline package var productId: Symbol
  @usableFromInline package var group: Symbol
  @usableFromInline package var offer: Symbol
  @usableFromInline package var country: Storefront
  @usableFromInline package var traits: TransactionTraits
  @usableFromInline var notes: Notes

  /// Which of the values are there, and which dates are known to the day only.
  @usableFromInline
  struct Notes: OptionSet, Sendable, Hashable {
    @usableFromInline let rawValue: UInt16
    @inlinable init(rawValue: UInt16) { self.rawValue = rawValue }

    @inlinable static var identifier: Notes { Notes(rawValue: 1 << 0) }
    @inlinable static var originalIdentifier: Notes { Notes(rawValue: 1 << 1) }
    @inlinable static var group: Notes { Notes(rawValue: 1 << 2) }
    @inlinable static var offer: Notes { Notes(rawValue: 1 << 3) }
    @inlinable static var country: Notes { Notes(rawValue: 1 << 4) }
    @inlinable static var revocation: Notes { Notes(rawValue: 1 << 5) }
    @inlinable static var signing: Notes { Notes(rawValue: 1 << 6) }
    @inlinable static var purchaseDay: Notes { Notes(rawValue: 1 << 7) }
    @inlinable static var expiryDay: Notes { Notes(rawValue: 1 << 8) }
    @inlinable static var revocationDay: Notes { Notes(rawValue: 1 << 9) }
    @inlinable static var signingDay: Notes { Notes(rawValue: 1 << 10) }

    /// Adds a note where something is the case, and takes it away if not.
    @inlinable @inline(__always)
    mutating func set(_ note: Notes, where condition: Bool) {
      self = Notes(rawValue: rawValue & ~note.rawValue | (condition ? note.rawValue : 0))
    }
  }

  /// Creates a transaction of which nothing is known.
  @inlinable
  package init() {
    let never = Instant(milliseconds: 0)
    let nothing = TextRange(start: 0, count: 0)
    purchase = never
    expiry = never
    revocation = never
    signing = never
    sourceOffset = 0
    identifier = nothing
    originalIdentifier = nothing
    productId = Symbol(index: 0)
    group = Symbol(index: 0)
    offer = Symbol(index: 0)
    country = Storefront(packed: 0)
    traits = []
    notes = []
  }

  @inlinable
  package init(
    transactionId: TextRange?,
    originalTransactionId: TextRange?,
    productId: Symbol,
    subscriptionGroupIdentifier: Symbol?,
    purchaseDate: TimelineDate,
    expiresDate: TimelineDate,
    revocationDate: TimelineDate?,
    signedDate: TimelineDate?,
    offerIdentifier: Symbol?,
    storefront: Storefront?,
    traits: TransactionTraits,
    sourceOffset: Int
  ) {
    self.init()
    self.transactionId = transactionId
    self.originalTransactionId = originalTransactionId
    self.productId = productId
    self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    self.purchaseDate = purchaseDate
    self.expiresDate = expiresDate
    self.revocationDate = revocationDate
    self.signedDate = signedDate
    self.offerIdentifier = offerIdentifier
    self.storefront = storefront
    self.traits = traits
    self.sourceOffset = sourceOffset
  }
}

extension TransactionRecord {
  @inlinable package var transactionId: TextRange? {
    get { notes.contains(.identifier) ? identifier : nil }
    set {
      identifier = newValue ?? TextRange(start: 0, count: 0)
      notes.set(.identifier, where: newValue != nil)
    }
  }

  @inlinable package var originalTransactionId: TextRange? {
    get { notes.contains(.originalIdentifier) ? originalIdentifier : nil }
    set {
      originalIdentifier = newValue ?? TextRange(start: 0, count: 0)
      notes.set(.originalIdentifier, where: newValue != nil)
    }
  }

  @inlinable package var subscriptionGroupIdentifier: Symbol? {
    get { notes.contains(.group) ? group : nil }
    set {
      group = newValue ?? Symbol(index: 0)
      notes.set(.group, where: newValue != nil)
    }
  }

  @inlinable package var offerIdentifier: Symbol? {
    get { notes.contains(.offer) ? offer : nil }
    set {
      offer = newValue ?? Symbol(index: 0)
      notes.set(.offer, where: newValue != nil)
    }
  }

  @inlinable package var storefront: Storefront? {
    get { notes.contains(.country) ? country : nil }
    set {
      country = newValue ?? Storefront(packed: 0)
      notes.set(.country, where: newValue != nil)
    }
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

  /// Returns whether another transaction is of the same product and names the same group, or none.
  func isSold(as other: borrowing TransactionRecord) -> Bool {
    guard productId == other.productId, group == other.group else { return false }
    return notes.contains(.group) == other.notes.contains(.group)
  }

  /// Returns whether another transaction has the same contents, its identifiers left out.
  func hasSameContents(as other: TransactionRecord) -> Bool {
    var twin = self
    twin.identifier = other.identifier
    twin.originalIdentifier = other.originalIdentifier
    twin.sourceOffset = other.sourceOffset
    if other.traits.contains(.priced) {
      twin.traits.insert(.priced)
    } else {
      twin.traits.remove(.priced)
    }
    return twin == other
  }
}
