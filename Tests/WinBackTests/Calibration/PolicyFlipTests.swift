import Testing
import WinBackAnalysis
import WinBackFormats

/// Hinges, sensitivity and calibration flip policies; each is held against engines of the flipped ones.
@Suite("Flips of one policy")
struct PolicyFlipTests {
  @Test(
    "hinges, sensitivity and calibration find the same, whichever version of a transaction is the newest in a time zone (P1, T4)"
  )
  func versions() throws {
    let rules = try CheckedRuleSet.appStore()
    var changes = 0
    for seed in RandomCase.seeds(20, for: 91) {
      var randomCase = RandomCase(seed: seed)
      var dice = Dice(seed: seed)
      dice.addVersions(to: &randomCase.history)
      let engine = try randomCase.engine(by: rules)
      var comparison = try FlipComparison(randomCase, engine)
      for instant in randomCase.instants.prefix(2).map(Instant.init(milliseconds:)) {
        let (difference, count) = try comparison.difference(at: instant)
        #expect(difference == nil, "\(randomCase)")
        changes += count
      }
    }
    #expect(changes > 0, "no time zone changes a list")
  }
}

/// Asks everybody who flips policies about one customer.
private struct FlipComparison {
  let randomCase: RandomCase
  let engine: EligibilityEngine
  let space: PolicySpace
  var sensitivity: Sensitivity
  var trial: PolicyTrial
  /// The engine of each alternative, which has the flipped policy.
  let others: [EligibilityEngine]

  init(_ randomCase: RandomCase, _ engine: EligibilityEngine) throws {
    self.randomCase = randomCase
    self.engine = engine
    space = PolicySpace(engine)
    sensitivity = Sensitivity(engine)
    trial = PolicyTrial(space)
    others = try sensitivity.alternatives.map { flip in
      var other = randomCase
      other.policies[flip.policy] = flip.value
      return try other.engine(by: engine.rules)
    }
  }

  /// How they differ, nil where they agree; and how many lists a time zone changes.
  mutating func difference(at instant: Instant) throws -> (String?, changesByZone: Int) {
    guard let groups = try? engine.groups(of: randomCase.history) else { return (nil, 0) }
    var changesByZone = 0
    for group in groups {
      let decision = engine.decision(on: group.snapshot(asOf: instant))
      let ours = decision.eligibleWinBackOfferIDs
      sensitivity.follow(group, at: instant)
      let outcome = trial.compare(group, with: ours, at: instant)
      for (index, flip) in sensitivity.alternatives.enumerated() {
        // A history that contradicts itself has no list, and explains no answer of the store.
        let known = others[index].lists(of: randomCase.history, asOf: instant).map {
          $0[group.subscriptionGroupIdentifier] ?? []
        }
        let expected = known ?? []
        let what = "\(flip.policy)=\(flip.value) at \(instant): expected \(expected)"
        if flip.policy == "timeZone", expected != ours { changesByZone += 1 }
        let hinged = decision.list(after: flip)
        if hinged != Set(expected) { return ("\(what), hinges \(hinged)", 0) }
        let change = sensitivity.changes.first { $0.alternative == index }
        let gained = expected.count { !ours.contains($0) }
        let lost = ours.count { !expected.contains($0) }
        if (change != nil) != (expected != ours) || (change?.gained ?? 0) != gained
          || (change?.lost ?? 0) != lost
        {
          return ("\(what), sensitivity \(String(describing: change))", 0)
        }
        let assignment = try #require(space.assignment(of: [flip.policy: flip.value]))
        let agrees = trial.agrees(outcome, under: assignment)
        if agrees != (known == ours) { return ("\(what), calibration \(agrees)", 0) }
      }
    }
    return (nil, changesByZone)
  }
}

extension Decision {
  /// The offers that the customer may have after a flip, by what verdicts hinge on.
  fileprivate func list(after flip: WinBack.Alternative<EligibilityEngine>) -> Set<String> {
    let eligible = offers.filter { offer in
      let hinge = offer.hingesOn.first {
        $0.policy == flip.policy && $0.alternative == flip.value
      }
      return (hinge?.verdict ?? offer.verdict) == .eligible
    }
    return Set(eligible.map(\.offerId))
  }
}

extension Dice {
  /// Adds versions of transactions, of which the newest depends on the time zone.
  fileprivate mutating func addVersions(to history: inout CustomerHistory) {
    for index in history.transactions.indices where chance(50) {
      guard history.transactions[index].transactionId != nil else { continue }
      var version = history.transactions[index]
      let day = version.purchaseDate.instant.date
      history.transactions[index].signedDate = TimelineDate(day)
      let hours = pick([-9, -8, -1, 1, 4, 8, 9]) as Int64
      version.signedDate = TimelineDate(Instant(day).adding(milliseconds: hours * 3_600_000))
      version.expiresDate = pick(history.transactions).expiresDate
      if chance(50) { version.revocationDate = pick(history.transactions).expiresDate }
      history.transactions.append(version)
    }
  }
}
