import WinBackCommandLine

/// Compares our lists with the store's, customer by customer.
struct AuditWorker: HistoryWorker {
  static var takesVersions: Bool { true }

  struct Block: Sendable {
    var agreements = 0
    var withoutAnswer = 0
    var withoutInstant = 0
    var joined = 0
    var withoutGroup = 0
    var mismatches: [AuditMismatch] = []
    var trials: [(outcome: PolicyTrial.Outcome, agreement: BitSet, customerId: String)] = []
    /// Unanswered customers whose lists depend on some alternatives, by their indices.
    var hinging: [(customerId: String, alternatives: [Int])] = []
  }

  let symbols: SymbolTable
  private(set) var block = Block()

  private let engine: EligibilityEngine
  /// The date of answers that have none; nil if the user gives none.
  private let given: TimelineDate?
  private let now: Instant
  /// The store's answers where they do not stand in the histories, with the symbols of their lists.
  private let answers: StoreAnswers?
  private let lists: [ContiguousArray<Symbol>]
  /// The first group that has an offer of an identifier.
  private let groupsByOffer: [String: String]
  private var sensitivity: Sensitivity
  private var trial: PolicyTrial?

  var alternatives: [Alternative<EligibilityEngine>] { sensitivity.alternatives }

  init(
    _ space: PolicySpace,
    calibrates: Bool,
    _ answers: StoreAnswers?,
    asOf now: Instant,
    _ given: TimelineDate?
  ) {
    engine = space.engine
    groupsByOffer = Dictionary(
      keepingFirst: engine.placedOffers.map { ($0.key.offerId, $0.key.group) }
    )
    self.given = given
    self.now = now
    sensitivity = Sensitivity(engine, of: space.dimensions)
    trial = calibrates ? PolicyTrial(space) : nil
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
    if groups.count > 1 { block.withoutGroup += given.count { $0.group < 0 } }
    for history in groups where history.hasTransactions || !given.isEmpty {
      let ours = given.filter { answer in
        answer.group < 0
          ? groups.count == 1
          : answers.groups[Int(answer.group)] == history.subscriptionGroupIdentifier
      }
      block.joined += ours.count
      let found = ours.map { answer in
        StoreAnswer(offers: lists[Int(answer.list)], signedDate: answer.signedDate)
      }
      compare(history, with: found)
    }
  }

  private mutating func compare(_ history: GroupHistory, with answers: [StoreAnswer]) {
    for answer in answers { compare(history, with: answer) }
    guard answers.isEmpty else { return }
    block.withoutAnswer += 1
    guard trial != nil else { return }
    sensitivity.follow(history, at: now)
    guard !sensitivity.changes.isEmpty else { return }
    let alternatives = sensitivity.changes.map(\.alternative)
    block.hinging.append((history.customerId, alternatives))
  }

  private mutating func compare(_ history: GroupHistory, with answer: StoreAnswer) {
    guard let date = answer.signedDate ?? given else {
      block.withoutInstant += 1
      return
    }
    let instant = date.resolved(at: history.policies.timeZone)
    let ours = sensitivity.list(of: history, at: instant)
    if answer.agrees(with: ours) {
      block.agreements += 1
    } else {
      block.mismatches.append(mismatch(history, answer, ours, at: date, instant))
    }
    guard let outcome = trial?.compare(history, with: answer, at: date),
      let agreement = trial?.agreement
    else { return }
    block.trials.append((outcome, agreement, history.customerId))
  }

  private mutating func mismatch(
    _ history: GroupHistory,
    _ answer: StoreAnswer,
    _ ours: ContiguousArray<Symbol>,
    at date: TimelineDate,
    _ instant: Instant
  ) -> AuditMismatch {
    let text = history.symbols.text(of:)
    let evaluations = engine.evaluations(of: history.snapshot(asOf: instant))
    return AuditMismatch(
      customerId: history.customerId,
      group: history.subscriptionGroupIdentifier,
      asOf: instant,
      store: answer.offers.map(text),
      ours: ours.map(text),
      missing: answer.offers.filter { !ours.contains($0) }.map { offer in
        let own = evaluations.first { $0.offerId == text(offer) }
        return (text(offer), OfferAbsence(own, inOtherGroup: groupsByOffer[text(offer)]))
      },
      extra: ours.filter { !answer.offers.contains($0) }.map(text),
      mendedBy: sensitivity.mending(history, answer, at: date)
    )
  }
}
extension StoreAnswers {
  /// How many bytes are read at once; a longer row is also read.
  private static let pieceSize = 1 << 20

  /// Reads the file of `--answers`: what the store said, apart from the histories.
  static func read(_ file: InputFile, on console: Console) throws(CommandFailure) -> StoreAnswers {
    try file.withInput(on: console) { input throws(CommandFailure) in
      var reader = StoreAnswersReader()
      var bytes: ContiguousArray<UInt8> = []
      var end = 0
      var isWhole = false
      while !isWhole {
        bytes.appendZeros(max(Self.pieceSize, end))
        isWhole = try input.fill(&bytes, from: &end)
        let taken = try file.parsing { () throws(FormatError) in
          try reader.read(bytes.rawBytes.extracting(..<end), isWhole: isWhole)
        }
        bytes.removeSubrange(end...)
        bytes.removeSubrange(..<taken)
        end -= taken
      }
      return reader.finish()
    }
  }
}
