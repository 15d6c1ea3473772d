import WinBack

/// What an audit has counted so far.
struct AuditTally: Sendable {
  /// The disagreements about one offer.
  struct Offer: Sendable {
    /// How often the store lists it and we do not.
    var missing = 0
    /// How often we list it and the store does not.
    var extra = 0
  }

  /// The subscriptions about which the store has said something.
  var answers = 0
  /// Those about which both say the same.
  var agreements = 0
  /// Those where only the order is another one.
  var disorders = 0
  /// The subscriptions about which the store has said nothing.
  var withoutAnswer = 0
  /// Those where nobody knows when the store said it.
  var withoutInstant = 0
  /// How many of the answers from elsewhere are about subscriptions of the histories.
  var joined = 0
  /// Why offers are missing: how many for each rule that fails.
  var missingByRule: [String: Int] = [:]
  /// How many missing offers are undetermined.
  var missingUndetermined = 0
  /// How many missing offers are those of other groups.
  var missingElsewhere = 0
  /// How many missing offers are not in the catalog.
  var missingUnknown = 0
  /// The disagreements about each offer, by its identifier.
  var offers: [String: Offer] = [:]
  /// How many mismatches each alternative of a policy would explain.
  var explained: [Int]
  /// The first mismatches.
  private(set) var samples: [AuditMismatch] = []

  init(alternativeCount: Int) {
    explained = Array(repeating: 0, count: alternativeCount)
  }

  /// The subscriptions about which the two do not say the same.
  var mismatches: Int { answers - agreements }

  /// Adds a mismatch, and keeps it as a sample where there are few.
  mutating func add(_ mismatch: AuditMismatch, sampleLimit: Int) {
    answers += 1
    if mismatch.isOfOrder { disorders += 1 }
    for missing in mismatch.missing {
      offers[missing.offer, default: Offer()].missing += 1
      switch missing.absence {
      case .failed(let rules): for rule in rules { missingByRule[rule, default: 0] += 1 }
      case .undetermined: missingUndetermined += 1
      case .otherGroup: missingElsewhere += 1
      case .unknown: missingUnknown += 1
      }
    }
    for offer in mismatch.extra { offers[offer, default: Offer()].extra += 1 }
    for alternative in mismatch.mendedBy { explained[alternative] += 1 }
    if samples.count < sampleLimit { samples.append(mismatch) }
  }
}
