import WinBack

/// Asks the batch evaluator, the sweep that defines windows, and the decisions about the same customers.
struct SpanComparison: CaseComparison {
  let rules: CheckedRuleSet

  func difference(on randomCase: RandomCase) -> String? {
    do {
      let engine = try randomCase.engine(by: rules)
      let instants = randomCase.instants.map(Instant.init(milliseconds:)).sorted()
      // A history that contradicts itself is refused before it comes to either.
      guard
        let decided = try? instants.map({ try engine.decisions(for: randomCase.history, asOf: $0) })
      else { return nil }
      var followed = try FollowedCustomer(randomCase.history, engine)
      for position in followed.groups.indices {
        for range in [.minimum...(.maximum), instants[0]...instants[instants.count - 1]] {
          let stretches = followed.stretches(ofGroupAt: position, in: range)
          let swept = followed.windows(ofGroupAt: position, engine)
          if let difference = windows(stretches, swept, decided[0][position], in: range) {
            return difference
          }
          for (instant, decisions) in zip(instants, decided) {
            let difference = lists(stretches, decisions[position], at: instant)
            if let difference { return difference }
          }
        }
        for (instant, decisions) in zip(instants, decided) {
          let found = followed.eligible(inGroupAt: position, at: instant).map {
            engine.offerIds[$0]
          }
          let expected = decisions[position].eligibleWinBackOfferIDs
          if found != expected { return "at \(instant) alone\n  \(found)\n  \(expected)" }
        }
      }
      return nil

      func windows(
        _ stretches: ContiguousArray<VerdictStretch>,
        _ swept: [[Window]],
        _ decision: Decision,
        in range: ClosedRange<Instant>
      ) -> String? {
        for (offer, swept) in zip(decision.offers, swept) {
          if offer.windows != swept {
            return "\(offer.offerId)\n  swept   \(swept)\n  decided \(offer.windows)"
          }
          let expected = swept.compactMap { $0.clamped(to: range) }
          let found = stretches.filter { stretch in
            stretch.isEligible && engine.offerIds[stretch.offer] == offer.offerId
          }.windows
          if found != expected {
            return "\(offer.offerId) in \(range)\n  solved  \(found)\n  decided \(expected)"
          }
        }
        return nil
      }

      func lists(
        _ stretches: ContiguousArray<VerdictStretch>,
        _ decision: Decision,
        at instant: Instant
      ) -> String? {
        let open = stretches.filter { $0.from <= instant && instant <= $0.through }
        for (isEligible, ids) in [
          (true, decision.eligibleWinBackOfferIDs), (false, decision.undeterminedWinBackOfferIDs),
        ] {
          let found = open.filter { $0.isEligible == isEligible }.map { engine.offerIds[$0.offer] }
          if found.sorted() != ids.sorted() {
            return "at \(instant)\n  solved  \(found)\n  decided \(ids)"
          }
          let storefronts = open.filter(\.isEligible).map(\.storefront)
          if storefronts.contains(where: { $0 != decision.facts.storefront }) {
            return "at \(instant) in \(storefronts), not \(decision.facts)"
          }
        }
        return nil
      }
    } catch {
      return "\(error)"
    }
  }
}

/// A customer whose groups are followed through time.
private struct FollowedCustomer {
  let groups: [GroupHistory]
  private var evaluator: BatchEvaluator

  init(_ history: CustomerHistory, _ engine: EligibilityEngine) throws {
    groups = try engine.groups(of: history)
    evaluator = BatchEvaluator(BatchProgram(engine))
  }

  mutating func stretches(
    ofGroupAt position: Int,
    in range: ClosedRange<Instant>
  ) -> ContiguousArray<VerdictStretch> {
    let history = groups[position]
    evaluator.follow(history.record, history.asked, history.symbols, in: range)
    return evaluator.results.stretches
  }

  /// The offers that the customer may have at an instant, best first.
  mutating func eligible(inGroupAt position: Int, at instant: Instant) -> [Int] {
    stretches(ofGroupAt: position, in: instant...instant).filter(\.isEligible).map(\.offer)
  }

  /// The windows of each offer, as they are defined.
  func windows(ofGroupAt position: Int, _ engine: EligibilityEngine) -> [[Window]] {
    let history = groups[position]
    return engine.programs.filter { $0.offer.group == history.group }.map {
      history.verdicts(on: $0).windows(of: .eligible)
    }
  }
}

extension Sequence<VerdictStretch> {
  /// The windows that the stretches of one offer make up, whatever the storefront.
  fileprivate var windows: [Window] {
    var windows: [Window] = []
    for stretch in self {
      if stretch.continues, let last = windows.popLast() {
        windows.append(Window(from: last.from, through: stretch.through))
      } else {
        windows.append(Window(from: stretch.from, through: stretch.through))
      }
    }
    return windows
  }
}

extension Window {
  /// The part of the window that lies in a range; nil where none does.
  fileprivate func clamped(to range: ClosedRange<Instant>) -> Window? {
    let start = max(from, range.lowerBound)
    let end = min(through ?? .maximum, range.upperBound)
    return start <= end ? Window(from: start, through: end) : nil
  }
}
