import CalendarTime
import WinBack
import WinBackAnalysis

struct AuditTally: Sendable {
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
  var missingUndetermined = 0
  /// How many missing offers are those of other groups.
  var missingElsewhere = 0
  var missingUnknown = 0
  var offers: [String: Offer] = [:]
  /// How many mismatches each alternative of a policy would explain.
  var explained: [Int]
  private(set) var samples: [AuditMismatch] = []

  init(alternativeCount: Int) { explained = Array(repeating: 0, count: alternativeCount) }

  /// The subscriptions about which the two do not say the same.
  var mismatches: Int { answers - agreements }

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

struct AuditSum: Sendable {
  private static let sampleLimit = 3

  private(set) var tally: AuditTally
  /// Which policies explain the answers; nil if that is not asked for.
  private(set) var calibration: Calibration?
  /// Customers whose answers would tell each alternative from what is assumed, by its place.
  private(set) var deciding: [[String]]

  private let mismatchLimit: Int

  init(_ worker: AuditWorker, _ space: PolicySpace, _ options: AuditOptions) {
    tally = AuditTally(alternativeCount: worker.alternatives.count)
    calibration = options.calibrates ? Calibration(space) : nil
    deciding = Array(repeating: [], count: worker.alternatives.count)
    mismatchLimit = options.sampleLimit
  }

  mutating func add(_ worker: borrowing AuditWorker) {
    tally.answers += worker.agreements
    tally.agreements += worker.agreements
    tally.withoutAnswer += worker.withoutAnswer
    tally.withoutInstant += worker.withoutInstant
    tally.joined += worker.joined
    for mismatch in worker.mismatches { tally.add(mismatch, sampleLimit: mismatchLimit) }
    for trial in worker.trials {
      calibration?.add(trial.outcome, trial.agreement, customer: trial.customerId)
    }
    for customer in worker.hinging {
      for alternative in customer.alternatives
      where deciding[alternative].count < Self.sampleLimit {
        deciding[alternative].append(customer.customerId)
      }
    }
  }
}

/// A customer about whom the store and we do not say the same.
struct AuditMismatch: Sendable {
  struct Missing: Sendable {
    let offer: String
    let absence: OfferAbsence
  }

  let customerId: String
  let group: String
  let asOf: Instant
  let store: [String]
  let ours: [String]
  let missing: [Missing]
  /// What we list and the store does not.
  let extra: [String]
  /// The alternatives under which we list what the store does, by their places.
  let mendedBy: [Int]

  /// Whether only the order is another one.
  var isOfOrder: Bool { missing.isEmpty && extra.isEmpty }
}
