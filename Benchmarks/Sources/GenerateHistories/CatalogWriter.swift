/// Writes a catalog in the native format.
struct CatalogWriter {
  var buffer = ByteBuffer()

  mutating func write(_ catalog: Catalog) {
    buffer.append("{ \"subscriptionGroups\": [")
    for (index, group) in [Catalog.streamingGroup, Catalog.sportsGroup].enumerated() {
      buffer.append(index == 0 ? "\n" : ",\n")
      buffer.append("  { \"id\": \"\(group)\", \"subscriptions\": [")
      let products = catalog.products.filter { $0.group == group }
      for (index, product) in products.enumerated() {
        buffer.append(index == 0 ? "\n" : ",\n")
        write(product)
      }
      buffer.append(" ] }")
    }
    buffer.append(" ] }\n")
  }

  private mutating func write(_ product: Product) {
    buffer.append("    { \"productId\": \"\(product.id)\", ")
    buffer.append("\"subscriptionPeriod\": \"\(product.months == 1 ? "ONE_MONTH" : "ONE_YEAR")\", ")
    buffer.append("\"winBackOffers\": [")
    for (index, offer) in product.offers.enumerated() {
      buffer.append(index == 0 ? "\n" : ",\n")
      write(offer)
    }
    buffer.append(" ] }")
  }

  private mutating func write(_ offer: Offer) {
    buffer.append(
      "      { \"offerId\": \"\(offer.id)\", \"offerMode\": \"\(offer.mode.rawValue)\", "
    )
    buffer.append("\"duration\": \"\(offer.duration)\", \"periodCount\": \(offer.periodCount),\n")
    buffer.append(
      "        \"customerEligibilityPaidSubscriptionDurationInMonths\": \(offer.paid),\n"
    )
    buffer.append("        \"customerEligibilityTimeSinceLastSubscribedInMonths\": ")
    buffer.append("{ \"minimum\": \(offer.lapsed.lowerBound), ")
    buffer.append("\"maximum\": \(offer.lapsed.upperBound) },\n")
    if let wait = offer.wait {
      buffer.append("        \"customerEligibilityWaitBetweenOffersInMonths\": \(wait),\n")
    }
    buffer.append("        \"startDate\": \"")
    buffer.append(dayOf: offer.startDate)
    if let endDate = offer.endDate {
      buffer.append("\", \"endDate\": \"")
      buffer.append(dayOf: endDate)
    }
    buffer.append("\", \"priority\": \"\(offer.isHighPriority ? "HIGH" : "NORMAL")\"")
    if !offer.territories.isEmpty {
      let list = offer.territories.map { "\"\($0)\"" }.joined(separator: ", ")
      buffer.append(",\n        \"territories\": [\(list)]")
    }
    buffer.append(" }")
  }
}
