import WinBack

/// What somebody holds of a life: some of its transactions as of a date, and perhaps its renewal information.
struct LifeView {
  typealias Milliseconds = Reference.Milliseconds

  /// When each document was signed.
  enum Signature: CaseIterable {
    case atTheDate, atCreation, never
  }

  /// What a format or a reader leaves out.
  struct Omissions {
    var reasons = false
    var originals = false
    var offers = false
    /// The number of each payment, and when the subscription was first bought.
    var counts = true
    var renewalDates = false
  }

  let date: Milliseconds
  var signature = Signature.atTheDate
  /// When the renewal information was fetched; nil is never.
  var statusDate: Milliseconds?
  /// Whether the input is one transaction by itself.
  var isSingle = false
  var omissions = Omissions()
  /// The places of the purchases that are there, by group.
  var places: [String: Set<Int>] = [:]

  /// All that there is of some lives at an instant.
  static func whole(of lives: [Life], at now: Milliseconds) -> CustomerHistory {
    var whole = LifeView(date: now)
    whole.statusDate = now
    for life in lives { whole.places[life.group] = Set(life.purchases.indices) }
    return whole.history(of: lives)
  }

  /// What is there of a life, with the places.
  func held(of life: Life) -> [(place: Int, purchase: Life.Purchase)] {
    life.purchases(asOf: date).enumerated().filter {
      places[life.group]?.contains($0.offset) ?? false
    }.map { ($0.offset, $0.element) }
  }

  // MARK: - The history

  func history(of lives: [Life]) -> CustomerHistory {
    var history = CustomerHistory(customerId: "c", transactions: [])
    history.renewalInfoIsList = true
    for life in lives {
      let held = held(of: life)
      history.transactions += held.map { shown($0.purchase) }
      guard !held.isEmpty, let statusDate, var info = life.renewalInfo(asOf: statusDate) else {
        continue
      }
      if signature != .never { info.signedDate = TimelineDate(milliseconds: statusDate) }
      if omissions.renewalDates { info.renewalDate = nil }
      if omissions.originals { info.originalTransactionId = nil }
      history.renewalInfo.append(info)
    }
    if omissions.offers { history.gaps.insert(.redemptions) }
    if isSingle { history.gaps.insert(.otherPurchases) }
    return history
  }

  private func shown(_ purchase: Life.Purchase) -> Transaction {
    var transaction = purchase.transaction
    switch signature {
    case .atTheDate: transaction.signedDate = TimelineDate(milliseconds: date)
    case .atCreation:
      transaction.signedDate =
        transaction.revocationDate ?? TimelineDate(milliseconds: purchase.created)
    case .never: break
    }
    if omissions.reasons { transaction.transactionReason = nil }
    if omissions.originals { transaction.originalTransactionId = nil }
    if omissions.counts {
      transaction.paymentNumber = nil
      transaction.originalPurchaseDate = nil
    }
    if omissions.offers {
      transaction.offerType = nil
      transaction.offerIdentifier = nil
    }
    return transaction
  }

  // MARK: - What it shows

  /// Whether the view of a life lacks nothing but what it shows that it lacks (F14a, F14b, F13g).
  func showsWhatItLacks(of life: Life) -> Bool {
    let held = held(of: life)
    guard let first = held.first, let last = held.last else { return false }
    let tellsOfTheBeginning =
      (!omissions.reasons && first.purchase.isRenewal) || !omissions.originals || !omissions.counts
    if first.place > 0, !tellsOfTheBeginning { return false }
    if isSingle { return true }
    guard last.place == life.purchases(asOf: date).count - 1 else { return false }
    return holes(in: life).allSatisfy { hole in
      !omissions.reasons && hole.after.isRenewal
        && hole.before.allSatisfy { $0.end + $0.window < hole.after.start }
    }
  }

  /// Whether an instant lies where purchases are missing between two others.
  func isInAHole(of life: Life, at instant: Milliseconds) -> Bool {
    holes(in: life).contains { hole in
      let begins = hole.before.map(\.start).max() ?? .min
      return begins <= instant && instant < hole.after.start
    }
  }

  private func holes(in life: Life) -> [(before: [Life.Purchase], after: Life.Purchase)] {
    let held = held(of: life)
    return held.indices.dropFirst().filter { held[$0].place > held[$0 - 1].place + 1 }.map {
      (held[..<$0].map(\.purchase), held[$0].purchase)
    }
  }
}

extension Life.Purchase {
  fileprivate var window: Reference.Milliseconds {
    Int64(transaction.billingPlanType == "MONTHLY" ? 90 : 60) * Reference.day
  }
}

extension Dice {
  /// A view of some lives as of a date.
  mutating func view(of lives: [Life], asOf date: Reference.Milliseconds) -> LifeView {
    var view = LifeView(date: date)
    view.signature = pick([.atTheDate, .atTheDate, .atCreation, .never])
    switch number(1...5) {
    case 1: view.statusDate = nil
    case 2 where view.signature != .never:
      view.statusDate = date - Int64(pick([1, 3, 10, 31, 45, 70, 200])) * Reference.day
    default: view.statusDate = date
    }
    view.omissions.reasons = chance(20)
    view.omissions.originals = chance(20)
    view.omissions.offers = chance(10)
    view.omissions.counts = chance(70)
    view.omissions.renewalDates = chance(40)
    let kind = number(1...6)
    for life in lives {
      let count = life.purchases(asOf: date).count
      let all = Set(0..<count)
      guard count > 0 else { continue }
      switch kind {
      case 1: view.places[life.group] = Set(number(0...count - 1)..<count)
      case 2:
        let hole = [number(0...count - 1), number(0...count - 1)].sorted()
        view.places[life.group] = all.subtracting(hole[0]..<hole[1])
      case 3:
        view.places[life.group] = [number(0...count - 1)]
        view.isSingle = true
        view.statusDate = nil
      default: view.places[life.group] = all
      }
    }
    return view
  }
}
