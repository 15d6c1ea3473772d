import CEL
import CalendarTime
import WinBack
import WinBackAnalysis
import WinBackFiles
import WinBackFormats

/// Compares our lists with the store's, customer by customer.
struct AuditWorker: HistoryWorker {
  static var takesVersions: Bool { true }

  struct Block: Sendable {
    var agreements = 0
    var withoutAnswer = 0
    var withoutInstant = 0
    var joined = 0
    var mismatches: [AuditMismatch] = []
    var trials: [(outcome: PolicyTrial.Outcome, agreement: PolicySet, customerId: String)] = []
    /// Unanswered customers whose lists depend on some alternatives, by their indices.
    var hinging: [(customerId: String, alternatives: [Int])] = []
  }

  let symbols: SymbolTable
  let alternatives: [Alternative<EligibilityEngine>]

  private(set) var block = Block()

  private let engine: EligibilityEngine
  private let ignoresOrder: Bool
  /// The instant of answers that have none; nil if the user gives none.
  private let given: Instant?
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
    calibrates: Bool,
    ignoresOrder: Bool,
    _ answers: StoreAnswers? = nil,
    _ pseudonyms: Pseudonyms?,
    asOf now: Instant,
    _ given: Instant?
  ) {
    engine = space.engine
    self.pseudonyms = pseudonyms
    groupsByOffer = Dictionary(
      keepingFirst: engine.placedOffers.map { ($0.key.offerId, $0.key.group) }
    )
    self.ignoresOrder = ignoresOrder
    self.given = given
    self.now = now
    let sensitivity = Sensitivity(engine, of: space.dimensions + space.aboutHistories)
    self.sensitivity = sensitivity
    trial = calibrates ? PolicyTrial(space) : nil
    alternatives = sensitivity.alternatives
    var symbols = engine.index.symbols
    self.answers = answers
    lists = answers?.lists.map { ContiguousArray($0.map { symbols.intern($0) }) } ?? []
    self.symbols = symbols
  }

  mutating func removeAll() { block = Block() }

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
      block.joined += ours.count
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
      block.withoutAnswer += 1
      if trial != nil { addHinges(of: history) }
    }
    for answer in answers { compare(history, with: answer) }
  }

  private mutating func compare(_ history: GroupHistory, with found: StoreAnswer) {
    guard let instant = found.instant ?? given else {
      block.withoutInstant += 1
      return
    }
    let answer = StoreAnswer(
      offers: found.offers,
      instant: instant,
      isOrdered: found.isOrdered && !ignoresOrder
    )
    let ours = sensitivity.list(of: history, at: instant)
    if answer.agrees(with: ours) {
      block.agreements += 1
    } else {
      block.mismatches.append(mismatch(history, answer, ours, at: instant))
    }
    guard let outcome = trial?.compare(history, with: answer, at: instant),
      let agreement = trial?.agreement
    else { return }
    block.trials.append((outcome, agreement, pseudonyms.name(of: history.customerId)))
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
        let own = evaluations.first { $0.offerId == text(offer) }
        return (text(offer), OfferAbsence(own, inOtherGroup: groupsByOffer[text(offer)]))
      },
      extra: ours.filter { !answer.offers.contains($0) }.map(text),
      mendedBy: sensitivity.mending(history, answer, at: instant)
    )
  }

  /// Keeps a customer whose answer would tell policies apart.
  private mutating func addHinges(of history: GroupHistory) {
    sensitivity.follow(history, at: given ?? now)
    guard !sensitivity.changes.isEmpty else { return }
    let alternatives = sensitivity.changes.map(\.alternative)
    block.hinging.append((pseudonyms.name(of: history.customerId), alternatives))
  }
}
