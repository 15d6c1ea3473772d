public import CalendarTime

/// An auto-renewable transaction as a plain value: no text, no reference.
///
/// What is absent is told by one bit each and not by optionals, which makes a record 80 bytes long
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

    /// Adds a note where something is the case.
    @inlinable
    mutating func insert(_ note: Notes, where condition: Bool) {
      self = Notes(rawValue: rawValue | (condition ? note.rawValue : 0))
    }
  }

  @inlinable @inline(__always)
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
    let never = Instant(milliseconds: 0)
    let nothing = TextRange(start: 0, count: 0)
    purchase = purchaseDate.instant
    expiry = expiresDate.instant
    revocation = revocationDate?.instant ?? never
    signing = signedDate?.instant ?? never
    self.sourceOffset = sourceOffset
    identifier = transactionId ?? nothing
    originalIdentifier = originalTransactionId ?? nothing
    self.productId = productId
    group = subscriptionGroupIdentifier ?? Symbol(index: 0)
    offer = offerIdentifier ?? Symbol(index: 0)
    country = storefront ?? Storefront(packed: 0)
    self.traits = traits
    var notes: Notes = []
    notes.insert(.identifier, where: transactionId != nil)
    notes.insert(.originalIdentifier, where: originalTransactionId != nil)
    notes.insert(.group, where: subscriptionGroupIdentifier != nil)
    notes.insert(.offer, where: offerIdentifier != nil)
    notes.insert(.country, where: storefront != nil)
    notes.insert(.revocation, where: revocationDate != nil)
    notes.insert(.signing, where: signedDate != nil)
    notes.insert(.purchaseDay, where: purchaseDate.isDateOnly)
    notes.insert(.expiryDay, where: expiresDate.isDateOnly)
    notes.insert(.revocationDay, where: revocationDate?.isDateOnly ?? false)
    notes.insert(.signingDay, where: signedDate?.isDateOnly ?? false)
    self.notes = notes
  }
}

extension TransactionRecord {
  @inlinable package var transactionId: TextRange? {
    notes.contains(.identifier) ? identifier : nil
  }

  @inlinable package var originalTransactionId: TextRange? {
    notes.contains(.originalIdentifier) ? originalIdentifier : nil
  }

  @inlinable package var subscriptionGroupIdentifier: Symbol? {
    notes.contains(.group) ? group : nil
  }

  @inlinable package var offerIdentifier: Symbol? {
    notes.contains(.offer) ? offer : nil
  }

  @inlinable package var storefront: Storefront? {
    notes.contains(.country) ? country : nil
  }

  @inlinable package var purchaseDate: TimelineDate {
    TimelineDate(instant: purchase, isDateOnly: notes.contains(.purchaseDay))
  }

  @inlinable package var expiresDate: TimelineDate {
    TimelineDate(instant: expiry, isDateOnly: notes.contains(.expiryDay))
  }

  @inlinable package var revocationDate: TimelineDate? {
    guard notes.contains(.revocation) else { return nil }
    return TimelineDate(instant: revocation, isDateOnly: notes.contains(.revocationDay))
  }

  /// Takes the revocation back.
  mutating func removeRevocation() {
    notes.subtract([.revocation, .revocationDay])
    revocation = Instant(milliseconds: 0)
  }

  @inlinable package var signedDate: TimelineDate? {
    guard notes.contains(.signing) else { return nil }
    return TimelineDate(instant: signing, isDateOnly: notes.contains(.signingDay))
  }

  /// Returns whether another transaction has the same contents, its identifiers left out.
  func hasSameContents(as other: TransactionRecord) -> Bool {
    var twin = self
    twin.identifier = other.identifier
    twin.originalIdentifier = other.originalIdentifier
    twin.sourceOffset = other.sourceOffset
    return twin == other
  }
}
