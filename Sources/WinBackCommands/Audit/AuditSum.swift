import WinBack

/// The result of an audit.
struct AuditSum: Sendable {
  /// How many customers are named for a policy that is not decided.
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

  /// Adds what has come of some customers.
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
