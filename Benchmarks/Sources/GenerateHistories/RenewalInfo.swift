/// The decoded renewal info of one subscription, before it is written.
struct RenewalInfo {
  var originalID: Int
  var product: Int
  var renewalDate: Milliseconds
  var renewsAutomatically: Bool
  var expirationIntent: Int?
  var isInBillingRetry: Bool?
  var gracePeriodExpiresDate: Milliseconds?
}
