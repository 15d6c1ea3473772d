/// How our lists agree with the store's, added up block by block.
struct AuditTally: Sendable {
  private static let decidingLimit = 3
  /// How many mismatches are shown in detail.
  private static let sampleLimit = 10

  let alternatives: [Alternative<EligibilityEngine>]
  let names: CatalogNames
  private(set) var answers = 0
  private(set) var agreements = 0
  private(set) var withoutAnswer = 0
  private(set) var withoutInstant = 0
  /// How many of the answers from elsewhere are about subscriptions of the histories.
  private(set) var joined = 0
  /// How many do not say which of the customer's groups they are about.
  private(set) var withoutGroup = 0
  private(set) var missingByRule: [String: Int] = [:]
  private(set) var missingUndetermined = 0
  /// How many missing offers are those of other groups.
  private(set) var missingElsewhere = 0
  private(set) var missingUnknown = 0
  /// How often the store lists each offer and we do not, and how often it is the reverse.
  ///
  /// The group is empty if the catalog lacks the offer.
  private(set) var offers: [OfferKey: (missing: Int, extra: Int)] = [:]
  /// How many mismatches each alternative of a policy would explain.
  private(set) var explained: [Int]
  private(set) var samples: [AuditMismatch] = []
  /// Which policies explain the answers; nil if that is not asked for.
  private(set) var calibration: Calibration?
  /// Customers whose answers would tell each alternative from what is assumed, by its index.
  private(set) var deciding: [[String]]

  /// How many answers stand elsewhere than in the histories; nil if those of the histories count.
  private let answersElsewhere: Int?

  init(
    _ alternatives: [Alternative<EligibilityEngine>],
    _ names: CatalogNames,
    calibrating space: PolicySpace?,
    answersElsewhere: Int?
  ) {
    self.alternatives = alternatives
    self.names = names
    explained = Array(repeating: 0, count: alternatives.count)
    deciding = Array(repeating: [], count: alternatives.count)
    calibration = space.map { Calibration($0) }
    self.answersElsewhere = answersElsewhere
  }

  var mismatches: Int { answers - agreements }
  var withoutSubscription: Int? { answersElsewhere.map { $0 - joined - withoutGroup } }

  mutating func add(_ block: AuditWorker.Block) {
    answers += block.agreements + block.mismatches.count
    agreements += block.agreements
    withoutAnswer += block.withoutAnswer
    withoutInstant += block.withoutInstant
    joined += block.joined
    withoutGroup += block.withoutGroup
    for mismatch in block.mismatches { add(mismatch) }
    for trial in block.trials {
      calibration?.add(trial.outcome, trial.agreement, customer: trial.customerId)
    }
    for customer in block.hinging {
      for alternative in customer.alternatives
      where deciding[alternative].count < Self.decidingLimit {
        deciding[alternative].append(customer.customerId)
      }
    }
  }

  private mutating func add(_ mismatch: AuditMismatch) {
    for missing in mismatch.missing {
      var group = mismatch.group
      switch missing.absence {
      case .failed(let rules): for rule in rules { missingByRule[rule, default: 0] += 1 }
      case .undetermined: missingUndetermined += 1
      case .otherGroup(let other):
        missingElsewhere += 1
        group = other
      case .unknown:
        missingUnknown += 1
        group = ""
      }
      offers[OfferKey(group: group, offerId: missing.offer), default: (0, 0)].missing += 1
    }
    for offer in mismatch.extra {
      offers[OfferKey(group: mismatch.group, offerId: offer), default: (0, 0)].extra += 1
    }
    for alternative in mismatch.mendedBy { explained[alternative] += 1 }
    if samples.count < Self.sampleLimit { samples.append(mismatch) }
  }
}

struct AuditMismatch: Sendable {
  let customerId: String
  let group: String
  let asOf: Instant
  let store: [String]
  let ours: [String]
  let missing: [(offer: String, absence: OfferAbsence)]
  let extra: [String]
  /// The alternatives under which we list what the store does, by their indices.
  let mendedBy: [Int]
}
