import Foundation
import WinBackFoundation

/// The win-back offers of customers, from the responses of Apple's APIs.
struct WinBackOffers: Sendable {
  private let engine: EligibilityEngine

  /// Reads a catalog: responses of the App Store Connect API, or WinBack's own format.
  init(catalog: Data) throws {
    engine = try EligibilityEngine(
      catalog: CatalogInput(reading: catalog).catalog,
      rules: .appStore()
    )
  }

  /// Returns the identifiers of the offers of each customer and group, best first.
  ///
  /// - Parameters:
  ///   - responses: All pages of Get Transaction History, and Get All Subscription Statuses. Verify their
  ///     signatures first, if anybody but Apple can send them.
  ///   - now: The instant of the question.
  /// - Returns: The offers, by the name of the customer and the group.
  /// - Throws: `FormatError` with the line and the column of a fault.
  func offers(in responses: Data, at now: Date) throws -> [String: [String]] {
    var offers: [String: [String]] = [:]
    for customer in try engine.decisions(in: responses, asOf: Instant(now)).customers {
      for decision in customer {
        let name = "\(decision.customerId), group \(decision.subscriptionGroupIdentifier)"
        offers[name] = decision.eligibleWinBackOfferIDs
      }
    }
    return offers
  }
}

// A server makes this once. The samples are what Apple's APIs send.
let samples = URL(filePath: #filePath).appending(path: "../../../../AppleAPIs").standardized
let service = try WinBackOffers(
  catalog: Data(contentsOf: samples.appending(path: "catalog.jsonl"))
)
let responses = try Data(contentsOf: samples.appending(path: "history.jsonl"))
for day in ["2024-12-20", "2025-01-15"] {
  let now = try Date(Instant(iso8601: day))
  print(day, try service.offers(in: responses, at: now))
}

// The server itself decides who gets a promotional offer, by rules of its own.
let own = URL(filePath: #filePath).appending(path: "../../../../Server").standardized
let promotional = try EligibilityEngine(
  catalog: Catalog(json: Data(contentsOf: own.appending(path: "catalog.json"))),
  rules: CheckedRuleSet(json: Data(contentsOf: own.appending(path: "promotional.rules.json")))
)
let customers = try Data(contentsOf: own.appending(path: "customers.jsonl"))
let day = try Instant(iso8601: "2025-02-15")
for decision in try promotional.decisions(in: customers, asOf: day).customers.joined() {
  print(decision.customerId, decision.eligibleOfferIDs)
}
