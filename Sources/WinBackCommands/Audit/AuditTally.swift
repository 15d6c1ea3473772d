import CalendarTime
import WinBack
import WinBackAnalysis

struct AuditTally: Sendable {
  var answers = 0
  var agreements = 0
  /// Mismatches of order alone.
  var disorders = 0
  var withoutAnswer = 0
  var withoutInstant = 0
  /// How many of the answers from elsewhere are about subscriptions of the histories.
  var joined = 0
  var missingByRule: [String: Int] = [:]
  var missingUndetermined = 0
  /// How many missing offers are those of other groups.
  var missingElsewhere = 0
  var missingUnknown = 0
  /// How often the store lists each offer and we do not, and how often it is the reverse.
  var offers: [String: (missing: Int, extra: Int)] = [:]
  /// How many mismatches each alternative of a policy would explain.
  var explained: [Int]
  private(set) var samples: [AuditMismatch] = []

  init(alternativeCount: Int) { explained = Array(repeating: 0, count: alternativeCount) }

  var mismatches: Int { answers - agreements }

  mutating func add(_ mismatch: AuditMismatch, sampleLimit: Int) {
    answers += 1
    if mismatch.missing.isEmpty, mismatch.extra.isEmpty { disorders += 1 }
    for missing in mismatch.missing {
      offers[missing.offer, default: (0, 0)].missing += 1
      switch missing.absence {
      case .failed(let rules): for rule in rules { missingByRule[rule, default: 0] += 1 }
      case .undetermined: missingUndetermined += 1
      case .otherGroup: missingElsewhere += 1
      case .unknown: missingUnknown += 1
      }
    }
    for offer in mismatch.extra { offers[offer, default: (0, 0)].extra += 1 }
    for alternative in mismatch.mendedBy { explained[alternative] += 1 }
    if samples.count < sampleLimit { samples.append(mismatch) }
  }
}

struct AuditSum: Sendable {
  private static let sampleLimit = 3

  private(set) var tally: AuditTally
  /// Which policies explain the answers; nil if that is not asked for.
  private(set) var calibration: Calibration?
  /// Customers whose answers would tell each alternative from what is assumed, by its index.
  private(set) var deciding: [[String]]

  private let mismatchLimit: Int

  init(_ worker: AuditWorker, calibrating space: PolicySpace?, mismatchLimit: Int) {
    tally = AuditTally(alternativeCount: worker.alternatives.count)
    calibration = space.map { Calibration($0) }
    deciding = Array(repeating: [], count: worker.alternatives.count)
    self.mismatchLimit = mismatchLimit
  }

  mutating func add(_ block: AuditWorker.Block) {
    tally.answers += block.agreements
    tally.agreements += block.agreements
    tally.withoutAnswer += block.withoutAnswer
    tally.withoutInstant += block.withoutInstant
    tally.joined += block.joined
    for mismatch in block.mismatches { tally.add(mismatch, sampleLimit: mismatchLimit) }
    for trial in block.trials {
      calibration?.add(trial.outcome, trial.agreement, customer: trial.customerId)
    }
    for customer in block.hinging {
      for alternative in customer.alternatives
      where deciding[alternative].count < Self.sampleLimit {
        deciding[alternative].append(customer.customerId)
      }
    }
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
