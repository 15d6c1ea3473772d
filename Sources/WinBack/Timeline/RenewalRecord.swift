import CalendarTime

/// Renewal information as a plain value.
@usableFromInline
package struct RenewalRecord: Sendable, Hashable {
  @usableFromInline package var originalTransactionId: TextRange?
  @usableFromInline package var productId: Symbol?
  /// Whether the subscription renews; nil if it is unknown.
  @usableFromInline package var autoRenews: Bool?
  @usableFromInline package var expirationIntent: Int?
  /// Whether the store still tries to charge; nil, if it is unknown, counts as no.
  @usableFromInline package var isInBillingRetryPeriod: Bool?
  @usableFromInline package var gracePeriodExpiresDate: TimelineDate?
  @usableFromInline package var signedDate: TimelineDate?
  /// The indices, in the history's offers, of the store's own list of eligible offers; nil if there
  /// is none.
  @usableFromInline package var eligibleOffers: Range<Int>?
  /// Whether the list is from Xcode, whose order of offers is arbitrary.
  @usableFromInline package var isOfXcode: Bool

  @inlinable
  package init(
    originalTransactionId: TextRange? = nil,
    productId: Symbol? = nil,
    autoRenews: Bool? = nil,
    expirationIntent: Int? = nil,
    isInBillingRetryPeriod: Bool? = nil,
    gracePeriodExpiresDate: TimelineDate? = nil,
    signedDate: TimelineDate? = nil,
    eligibleOffers: Range<Int>? = nil,
    isOfXcode: Bool = false
  ) {
    self.originalTransactionId = originalTransactionId
    self.productId = productId
    self.autoRenews = autoRenews
    self.expirationIntent = expirationIntent
    self.isInBillingRetryPeriod = isInBillingRetryPeriod
    self.gracePeriodExpiresDate = gracePeriodExpiresDate
    self.signedDate = signedDate
    self.eligibleOffers = eligibleOffers
    self.isOfXcode = isOfXcode
  }

  /// Returns whether another of the same subscription is preferred: the newer one, and of equally
  /// new ones by their contents, so that the order of the input does not matter (R6).
  ///
  /// `offset` is the time zone of dates without a time (T4).
  func precedes(_ other: RenewalRecord, at offset: UTCOffset) -> Bool {
    func key(_ renewal: RenewalRecord) -> (Int64, Int, Int, Int, Int64) {
      (
        renewal.signedDate?.resolved(at: offset).milliseconds ?? Int64.min,
        renewal.autoRenews.map { $0 ? 1 : 0 } ?? -1, renewal.expirationIntent ?? -1,
        renewal.isInBillingRetryPeriod == true ? 1 : 0,
        renewal.gracePeriodExpiresDate?.resolved(at: offset).milliseconds ?? Int64.min
      )
    }
    return key(self) < key(other)
  }
}
