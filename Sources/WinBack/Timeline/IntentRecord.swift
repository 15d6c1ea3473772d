/// What led to an offer, as a plain value.
package struct IntentRecord: Sendable, Hashable {
  package var kind: PurchaseIntent.Kind
  package var offer: Symbol
  package var createdAt: TimelineDate

  package init(_ kind: PurchaseIntent.Kind, offer: Symbol, createdAt: TimelineDate) {
    self.kind = kind
    self.offer = offer
    self.createdAt = createdAt
  }
}
