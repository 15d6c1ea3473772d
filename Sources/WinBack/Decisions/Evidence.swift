import CEL

/// How complete the input of a decision is: the basis of the answer (F13).
public struct Evidence: Sendable, Hashable {
  /// Whether renewal information describes the end of the history (F3).
  public enum RenewalInformation: String, Sendable, Hashable, CaseIterable {
    /// It describes the last purchase, and is up to date.
    case applies
    /// There is none for the last purchase, or a later purchase makes it obsolete.
    case missing
    /// It is older than the last purchase, or the subscription was perhaps renewed since the input was
    /// written (F13b, F13f, F14d, F14e).
    case stale
  }

  /// A range of time from which purchases are missing (F14).
  public struct MissingPurchases: Sendable, Hashable {
    /// The end of what was bought before; nil if the beginning of the history is missing.
    public let after: Instant?

    /// The first purchase after those that are missing.
    public let before: Instant
  }

  /// The list of the App Store itself, beside our list.
  public struct StoreAnswer: Sendable, Hashable {
    /// The instant at which the store signed it; nil if it does not say so, and the list is
    /// compared with our list as of the decision.
    public let asOf: Instant?

    /// The offers that the store named; their order is not documented.
    public let eligibleWinBackOfferIDs: [String]

    /// Our list as of the same instant.
    public let ours: [String]

    /// The offers that we cannot decide as of the same instant, because a fact is not known.
    package let undetermined: [String]

    /// Whether both lists have the same offers, in any order.
    public let agrees: Bool
  }

  /// The instant until which the input is known to be complete: `dataThrough` of the engine, or the
  /// newest signature of the history; nil if neither is known (F13f).
  public let dataThrough: Instant?

  /// Whether the input has all purchases since the first one (F13c, F14a).
  public let reachesFirstPurchase: Bool

  /// The purchases that the input shows to be missing, in order (F14).
  public let missingPurchases: [MissingPurchases]

  /// Whether renewal information describes the end of the history.
  public let renewalInfo: RenewalInformation

  /// Whether purchases have prices, which distinguish free service from paid service (P4).
  public let prices: Bool

  /// Whether the input says which offers were redeemed (F12).
  public let offers: Bool

  /// The store's own list; nil if the input has none.
  public let storeAnswer: StoreAnswer?
}

extension EligibilityEngine {
  func evidence(for snapshot: Snapshot) -> Evidence {
    let history = snapshot.history
    let record = history.record
    let owned = history.timeline.owned
    let renewal: Evidence.RenewalInformation =
      if snapshot.facts.isStale {
        .stale
      } else {
        snapshot.facts.hasRenewalInfo ? .applies : .missing
      }
    return Evidence(
      dataThrough: history.policies.dataThrough
        ?? record.newestSigning(at: history.policies.timeZone),
      reachesFirstPurchase: !record.gaps.hideFirstPurchase
        && !history.timeline.lacksBeginning(history.policies),
      missingPurchases: history.timeline.missingPurchases(asOf: snapshot.asOf, history.policies),
      renewalInfo: renewal,
      prices: !owned.isEmpty && owned.allSatisfy { $0.traits.contains(.priced) },
      offers: record.gaps.isDisjoint(with: [.redemptions, .otherPurchases]),
      storeAnswer: history.storeAnswer.flatMap { storeAnswer($0, to: snapshot) }
    )
  }

  /// Compares the store's answer, which is about win-back offers; nil for offers of another kind.
  private func storeAnswer(_ answer: StoreAnswer, to snapshot: Snapshot) -> Evidence.StoreAnswer? {
    guard kind == .winBack else { return nil }
    let history = snapshot.history
    let instant = answer.signedDate?.resolved(at: history.policies.timeZone)
    let then = history.snapshot(asOf: instant ?? snapshot.asOf)
    let ours = offers(.eligible, in: then)
    return Evidence.StoreAnswer(
      asOf: instant,
      eligibleWinBackOfferIDs: answer.offers.map(history.symbols.text(of:)),
      ours: ours.map(history.symbols.text(of:)),
      undetermined: offers(.undetermined, in: then).map(history.symbols.text(of:)),
      agrees: answer.agrees(with: ours)
    )
  }
}

/// The App Store's own list of a customer's offers in a subscription group.
package struct StoreAnswer: Sendable, Hashable {
  /// The offers for which it found the customer eligible; Apple does not document their order.
  package let offers: ContiguousArray<Symbol>

  /// When the store signed the list; nil if that is not known.
  package let signedDate: TimelineDate?

  package init(offers: ContiguousArray<Symbol>, signedDate: TimelineDate?) {
    self.offers = offers
    self.signedDate = signedDate
  }

  /// Returns whether a list has the same offers, in any order.
  package func agrees(with list: ContiguousArray<Symbol>) -> Bool {
    list == offers || list.allSatisfy(offers.contains) && offers.allSatisfy(list.contains)
  }
}

extension GroupHistory {
  /// The answer of the store in the renewal information that describes the timeline
  /// (F3); nil if there is none.
  package var storeAnswer: StoreAnswer? { timeline.renewal.flatMap(answer) }

  /// The store's answers over time, the oldest first.
  ///
  /// They come from the renewal information that describes the timeline, and from all renewal
  /// information that describes a transaction of it.
  package var storeAnswers: [StoreAnswer] {
    let latest = storeAnswer.map { [$0] } ?? []
    let others = record.renewals.filter { renewal in
      renewal != timeline.renewal && renewal.eligibleOffers != nil
        && timeline.owned.contains { record.describes(renewal, transactionAt: Int($0.index)) }
    }
    func instant(of answer: StoreAnswer) -> Instant {
      answer.signedDate?.resolved(at: policies.timeZone) ?? .maximum
    }
    return (latest + others.compactMap(answer)).ordered { instant(of: $0) < instant(of: $1) }
  }

  private func answer(_ renewal: RenewalRecord) -> StoreAnswer? {
    renewal.eligibleOffers.map { indices in
      StoreAnswer(
        offers: ContiguousArray(record.offers[indices]),
        signedDate: renewal.signedDate
      )
    }
  }
}
