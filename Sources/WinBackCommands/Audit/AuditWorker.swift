import CEL
import CalendarTime
import WinBack
import WinBackAnalysis
import WinBackFormats

/// Compares our lists with the store's, customer by customer.
struct AuditWorker: HistoryWorker {
  static var takesVersions: Bool { true }

  struct Trial: Sendable {
    let outcome: PolicyTrial.Outcome
    let agreement: PolicySet
    let customerId: String
  }

  /// An unanswered customer whose list depends on some policies.
  struct Hinging: Sendable {
    let customerId: String
    let alternatives: [Int]
  }

  let symbols: SymbolTable
  let alternatives: [Alternative<EligibilityEngine>]

  private(set) var agreements = 0
  private(set) var withoutAnswer = 0
  private(set) var withoutInstant = 0
  /// How many of the answers from elsewhere are about the customers so far.
  private(set) var joined = 0
  private(set) var mismatches: [AuditMismatch] = []
  private(set) var trials: [Trial] = []
  private(set) var hinging: [Hinging] = []

  private let engine: EligibilityEngine
  private let options: AuditOptions
  private let now: Instant
  /// The store's answers where they do not stand in the histories, with the symbols of their lists.
  private let answers: StoreAnswers?
  private let lists: [ContiguousArray<Symbol>]
  /// The first group that has an offer of an identifier.
  private let groupsByOffer: [String: String]
  private let pseudonyms: Pseudonyms?
  private var sensitivity: Sensitivity
  private var trial: PolicyTrial?

  init(
    _ space: PolicySpace,
    _ options: AuditOptions,
    _ answers: StoreAnswers? = nil,
    _ pseudonyms: Pseudonyms?,
    asOf now: Instant
  ) {
    engine = space.engine
    self.pseudonyms = pseudonyms
    groupsByOffer = Dictionary(
      keepingFirst: engine.placedOffers.map { ($0.key.offerId, $0.key.group) }
    )
    self.options = options
    self.now = now
    let sensitivity = Sensitivity(engine, of: space.dimensions + space.aboutHistories)
    let trial = options.calibrates ? PolicyTrial(space) : nil
    self.sensitivity = sensitivity
    self.trial = trial
    alternatives = sensitivity.alternatives
    var symbols = engine.index.symbols
    self.answers = answers
    lists = answers?.lists.map { ContiguousArray($0.map { symbols.intern($0) }) } ?? []
    self.symbols = symbols
  }

  mutating func removeAll() {
    agreements = 0
    withoutAnswer = 0
    withoutInstant = 0
    joined = 0
    mismatches.removeAll(keepingCapacity: true)
    trials.removeAll(keepingCapacity: true)
    hinging.removeAll(keepingCapacity: true)
  }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) throws(HistoryError) {
    let groups = try engine.groups(of: copy record, copy symbols)
    guard let answers else {
      for history in groups where history.hasTransactions {
        compare(history, with: history.storeAnswers)
      }
      return
    }
    let given = answers.answers(about: record.text[record.customerId.indices])
    for history in groups where history.hasTransactions || !given.isEmpty {
      let ours = given.filter { answer in
        answer.group < 0
          ? groups.count == 1
          : answers.groups[Int(answer.group)] == history.subscriptionGroupIdentifier
      }
      joined += ours.count
      compare(history, with: ours.map { storeAnswer($0, history.policies.timeZone) })
    }
  }

  private func storeAnswer(_ answer: StoreAnswers.Answer, _ offset: UTCOffset) -> StoreAnswer {
    StoreAnswer(
      offers: lists[Int(answer.list)],
      instant: answer.signedDate?.resolved(at: offset),
      isOrdered: true
    )
  }

  private mutating func compare(_ history: GroupHistory, with answers: [StoreAnswer]) {
    if answers.isEmpty {
      withoutAnswer += 1
      if trial != nil { addHinges(of: history) }
    }
    for answer in answers { compare(history, with: answer) }
  }

  private mutating func compare(_ history: GroupHistory, with found: StoreAnswer) {
    guard let instant = found.instant ?? options.instant else {
      withoutInstant += 1
      return
    }
    let answer = StoreAnswer(
      offers: found.offers,
      instant: instant,
      isOrdered: found.isOrdered && !options.ignoresOrder
    )
    let ours = sensitivity.list(of: history, at: instant)
    if answer.agrees(with: ours) {
      agreements += 1
    } else {
      mismatches.append(mismatch(history, answer, ours, at: instant))
    }
    guard let outcome = trial?.compare(history, with: answer, at: instant),
      let agreement = trial?.agreement
    else { return }
    trials.append(
      Trial(
        outcome: outcome,
        agreement: agreement,
        customerId: pseudonyms.name(of: history.customerId)
      )
    )
  }

  private mutating func mismatch(
    _ history: GroupHistory,
    _ answer: StoreAnswer,
    _ ours: ContiguousArray<Symbol>,
    at instant: Instant
  ) -> AuditMismatch {
    let text = history.symbols.text(of:)
    let evaluations = engine.evaluations(of: history.snapshot(asOf: instant))
    return AuditMismatch(
      customerId: pseudonyms.name(of: history.customerId),
      group: history.subscriptionGroupIdentifier,
      asOf: instant,
      store: answer.offers.map(text),
      ours: ours.map(text),
      missing: answer.offers.filter { !ours.contains($0) }.map { offer in
        AuditMismatch.Missing(
          offer: text(offer),
          absence: OfferAbsence(
            evaluations.first { $0.offerId == text(offer) },
            inOtherGroup: groupsByOffer[text(offer)]
          )
        )
      },
      extra: ours.filter { !answer.offers.contains($0) }.map(text),
      mendedBy: sensitivity.mending(history, answer, at: instant)
    )
  }

  /// Keeps a customer whose answer would tell policies apart.
  private mutating func addHinges(of history: GroupHistory) {
    sensitivity.follow(history, at: options.instant ?? now)
    guard !sensitivity.changes.isEmpty else { return }
    hinging.append(
      Hinging(
        customerId: pseudonyms.name(of: history.customerId),
        alternatives: sensitivity.changes.map(\.alternative)
      )
    )
  }
}
