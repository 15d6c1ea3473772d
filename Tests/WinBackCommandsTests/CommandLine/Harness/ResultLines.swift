import Foundation

/// A line of `winback score`.
struct ScoredLine: Decodable, Equatable {
  let customerId: String
  let subscriptionGroupIdentifier: String
  let eligibleWinBackOfferIDs: [String]
  let undeterminedWinBackOfferIDs: [String]?
}

/// A decision of `winback evaluate --json`.
struct EvaluatedLine: Decodable {
  struct Offer: Decodable {
    struct Rule: Decodable {
      let id: String
      let title: String
      let outcome: Bool?
      let reason: String?
    }

    struct Window: Decodable {
      let from: String
      let through: String?
    }

    struct Change: Decodable { let kind: String }

    let offerId: String
    let verdict: String
    let rules: [Rule]
    let windows: [Window]
    let undeterminedWindows: [Window]?
    let changesAt: String?
    let smallestChanges: [Change]
  }

  struct Facts: Decodable {
    let state: String?
    let willAutoRenew: Bool?
    let hasSharedAccess: Bool?
    let commitmentExpiresDate: String?
  }

  struct Evidence: Decodable { let renewalInfo: String }

  struct Merchandising: Decodable { let show: String }

  let customerId: String
  let subscriptionGroupIdentifier: String
  let asOf: String
  let answer: String
  let facts: Facts
  let evidence: Evidence
  let merchandising: Merchandising?
  let eligibleWinBackOfferIDs: [String]
  let undeterminedWinBackOfferIDs: [String]?
  let offers: [Offer]
}

extension String {
  /// Decodes a JSON document.
  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(utf8))
  }

  /// Decodes JSON Lines.
  func decodedLines<Value: Decodable>(as type: Value.Type) throws -> [Value] {
    try split(separator: "\n").map { try String($0).decoded(as: type) }
  }
}
