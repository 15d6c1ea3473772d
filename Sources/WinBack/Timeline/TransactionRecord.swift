/// An auto-renewable transaction as a plain value: no text, no reference.
package struct TransactionRecord: Sendable, Hashable {
  package var transactionId: TextRange?
  package var originalTransactionId: TextRange?
  package var productId: Symbol
  package var subscriptionGroupIdentifier: Symbol?
  package var purchaseDate: TimelineDate
  package var expiresDate: TimelineDate
  package var revocationDate: TimelineDate?
  package var signedDate: TimelineDate?
  package var offerIdentifier: Symbol?
  package var storefront: Storefront?
  package var traits: TransactionTraits
  /// Where the transaction starts in the source, for messages about it.
  package var sourceOffset: Int

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
