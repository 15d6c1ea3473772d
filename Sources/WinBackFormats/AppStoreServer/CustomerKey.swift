/// The key that identifies the purchases of one customer in an input of the App Store Server API.
public enum CustomerKey: String, Sendable, Hashable, CaseIterable {
  /// The developer's own identifier of a user, which purchases carry where the app gave one.
  case appAccountToken

  /// The App Store's identifier of one Apple Account in one app; older purchases do not carry it.
  case appTransactionId

  /// The first purchase of a subscription, which all its renewals name.
  case originalTransactionId
}
