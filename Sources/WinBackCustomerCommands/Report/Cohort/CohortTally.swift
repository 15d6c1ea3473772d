import WinBackCommandLine

/// The numbers of a cohort; those of parts add up to those of the whole.
struct CohortTally: Sendable {
  struct Offer: Sendable {
    /// The customers of the offer's group.
    var customers = 0
    var eligible = 0
    var undetermined = 0
    /// For each rule, those of whom it is the first one that fails.
    var failsFirst: [Int]
    /// For each rule, those of whom it alone fails and every other one holds.
    var failsAlone: [Int]

    fileprivate mutating func add(_ other: Offer) {
      customers += other.customers
      eligible += other.eligible
      undetermined += other.undetermined
      failsFirst.add(other.failsFirst)
      failsAlone.add(other.failsAlone)
    }
  }

  /// How many timelines have another list of offers under an alternative of a policy.
  struct Hinge: Sendable {
    let alternative: Alternative<EligibilityEngine>
    var changing = 0
    /// How many timelines gain an offer, and how many lose one.
    var gaining = 0
    var losing = 0

    /// Counts the change of a timeline; another order alone is no other list here.
    mutating func count(_ change: Sensitivity.Change) {
      guard change.gained + change.lost > 0 else { return }
      changing += 1
      gaining += change.gained > 0 ? 1 : 0
      losing += change.lost > 0 ? 1 : 0
    }

    fileprivate mutating func add(_ other: Hinge) {
      changing += other.changing
      gaining += other.gaining
      losing += other.losing
    }
  }

  enum Place: Sendable, Hashable {
    case known(Storefront)
    /// Something was bought, and the input does not say where (F12).
    case unknown
    /// Nothing was bought yet (F11).
    case withoutPurchase
    /// What was bought is in no group of the catalog.
    case withoutGroup

    init(_ facts: borrowing Facts) {
      self =
        facts.productId == nil
        ? .withoutPurchase : facts.storefront.map { .known($0) } ?? .unknown
    }
  }

  var customers = 0
  var timelines = 0
  var withOffer = 0
  /// The timelines that see each screen; nil for those whose subscription group is not known.
  var shown: [MerchandisingBatch.Shown?: Int] = [:]
  var offers: [Offer]
  /// Those who may have both of two offers, the first one's index times the number of offers plus
  /// the second one's.
  var overlap: [Int]
  var storefronts: [Place: (timelines: Int, withOffer: Int)] = [:]
  var hinges: [Hinge]
  /// The customers that workers have kept; some may be missing if there are many.
  var kept: [(record: HistoryRecord, symbols: SymbolTable)] = []

  init(_ program: CohortProgram) {
    let offerCount = program.engine.programs.count
    let rules = Array(repeating: 0, count: program.engine.rules.ruleSet.rules.count)
    let offer = Offer(failsFirst: rules, failsAlone: rules)
    offers = Array(repeating: offer, count: offerCount)
    overlap = Array(repeating: 0, count: offerCount * offerCount)
    hinges = program.sensitivity.alternatives.map { Hinge(alternative: $0) }
  }

  /// Counts a timeline by the offers that it may redeem, in ascending order.
  mutating func count(_ eligible: ContiguousArray<Int>, at place: Place) {
    if !eligible.isEmpty { withOffer += 1 }
    for (position, first) in eligible.enumerated() {
      for second in eligible[position...] { overlap[first * offers.count + second] += 1 }
    }
    storefronts[place, default: (0, 0)].timelines += 1
    storefronts[place, default: (0, 0)].withOffer += eligible.isEmpty ? 0 : 1
  }

  mutating func add(_ other: CohortTally) {
    customers += other.customers
    timelines += other.timelines
    withOffer += other.withOffer
    shown.merge(other.shown, uniquingKeysWith: +)
    for index in offers.indices { offers[index].add(other.offers[index]) }
    overlap.add(other.overlap)
    storefronts.merge(other.storefronts) { sum, count in
      (sum.timelines + count.timelines, sum.withOffer + count.withOffer)
    }
    for index in hinges.indices { hinges[index].add(other.hinges[index]) }
    kept = customers > ReportCommand.mostCustomers ? [] : kept + other.kept
  }

  func overlap(of first: Int, and second: Int) -> Int {
    overlap[min(first, second) * offers.count + max(first, second)]
  }
}
