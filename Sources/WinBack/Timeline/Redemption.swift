/// The place of a transaction that redeemed a win-back offer among the owned ones.
struct Redemption: Sendable, Hashable {
  let offer: Symbol
  let place: Int

  /// Returns whether one comes before another, by offer and then in the order of P3.
  static func < (lhs: Redemption, rhs: Redemption) -> Bool {
    (lhs.offer.index, lhs.place) < (rhs.offer.index, rhs.place)
  }
}
