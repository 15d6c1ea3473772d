/// Writes renewal infos with the keys of a payload.
struct RenewalWriter {
  let catalog: Catalog
  let payload: Payload
  private var members: Members

  init(catalog: Catalog, payload: Payload, dates: DateForm) {
    self.catalog = catalog
    self.payload = payload
    members = Members(dates: dates)
  }

  mutating func write(
    _ renewal: RenewalInfo,
    with random: inout RandomSource,
    to buffer: inout ByteBuffer
  ) {
    let product = catalog.products[renewal.product]
    members.removeAll()
    let isLean = payload == .lean
    if let intent = renewal.expirationIntent, !isLean {
      members.add("expirationIntent", number: intent)
    }
    members.add("originalTransactionId", digits: renewal.originalID)
    if !isLean {
      members.add("autoRenewProductId", product.id)
    }
    members.add("productId", product.id)
    members.add("autoRenewStatus", number: renewal.renewsAutomatically ? 1 : 0)
    if let retries = renewal.isInBillingRetry {
      members.add("isInBillingRetryPeriod", flag: retries)
    }
    if let grace = renewal.gracePeriodExpiresDate {
      members.add("gracePeriodExpiresDate", date: grace)
    }
    if !isLean {
      members.add("signedDate", date: SubscriptionStory.collected)
      members.add("environment", "Production")
      members.add("renewalDate", date: renewal.renewalDate)
    }
    if payload == .shuffled {
      members.shuffle(with: &random)
    }
    members.write(to: &buffer)
  }
}
