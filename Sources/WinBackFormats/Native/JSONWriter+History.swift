import CalendarTime
package import WinBack

extension JSONWriter {
  /// Writes a history in the native format.
  package mutating func history(_ history: CustomerHistory) {
    object { json in
      json.member("customerId", history.customerId)
      json.member("storefront", history.storefront?.code)
      json.member("subscriptionGroupIdentifier", history.subscriptionGroupIdentifier)
      if !history.attributes.isEmpty { json.member("attributes", history.attributes) }
      json.objects("transactions", history.transactions) { TransactionKey.write($1, to: &$0) }
      if history.renewalInfoIsList || history.renewalInfo.count > 1 {
        json.objects("renewalInfo", history.renewalInfo) { RenewalKey.write($1, to: &$0) }
      } else if let renewal = history.renewalInfo.first {
        json.object("renewalInfo") { RenewalKey.write(renewal, to: &$0) }
      }
      if !history.intents.isEmpty {
        json.objects("intents", history.intents) { json, intent in
          if intent.kind != .purchaseIntent { json.member("kind", intent.kind.rawValue) }
          json.member("offerId", intent.offerId)
          json.member("createdAt", intent.createdAt)
        }
      }
      if !history.gaps.isEmpty {
        json.member("unknown", HistoryGapName.names(of: history.gaps).map { $0.rawValue })
      }
    }
  }
}
