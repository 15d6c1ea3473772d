import TestSupport
import Testing
import WinBack

/// Whole lives as the App Store makes them, and what somebody can see of them: the second reading.
@Suite("Lives")
struct LifeTests {
  @Test("a certain answer about a view is that of the whole life (F13, F14)")
  func certainty() throws {
    var certain = 0
    var undecided = 0
    for seed in RandomCase.seeds(50, for: 61) {
      let life = LifeCase(seed: seed)
      for answer in try life.answers(about: life.view.history(of: life.lives), seenBy: life.view) {
        if answer.found == .undetermined { undecided += 1 } else { certain += 1 }
        #expect(answer.truth != .undetermined, "what is true is not decided: \(answer) of \(life)")
        #expect(!answer.isWrong, "\(answer) of \(life)")
      }
    }
    // Who says nothing is never wrong.
    #expect(undecided < certain)
  }

  @Test("a document that is added makes no right answer wrong (F13, F14)")
  func addition() throws {
    var compared = 0
    for seed in RandomCase.seeds(30, for: 62) {
      let life = LifeCase(seed: seed)
      guard let both = life.view.adding(life.newerView, of: life.lives) else { continue }
      let old = life.view.history(of: life.lives)
      let history = LifeView.histories(old, adding: life.newerView.history(of: life.lives))
      // Two unsigned versions that differ are an input error (P1).
      guard let answers = try? life.answers(about: history, seenBy: both) else { continue }
      for answer in answers {
        compared += 1
        guard answer.isWrong else { continue }
        let before = try life.verdicts(on: old, at: answer.now)[answer.group]?[answer.offerId]
        #expect(
          before != answer.truth,
          "\(answer) of \(life), with \(life.newerView), \(history.renewalInfo.map(\.line))"
        )
      }
    }
    #expect(compared > 0)
  }

  @Test(
    "without its clause an answer about some life is wrong (F14)",
    arguments: zip(
      [Reference.Clause.beginning, .holes, .gapsWithoutReason, .ageOfRenewalInfo, .unseenRetry],
      [10, 2824, 373, 457, 126]
    )
  )
  func need(clause: Reference.Clause, first: UInt64) throws {
    var policies = Reference.Policies()
    policies.leftOut = [clause]
    try expectSomeLife(from: first, "\(clause.rawValue) is not needed") { life in
      let history = life.view.history(of: life.lives)
      let answers = try life.answers(about: history, seenBy: life.view, policies)
      return answers.contains(where: \.isWrong)
    }
  }

  @Test("from the end of the data until the minimum nobody is said to be perhaps eligible (F14f)")
  func earliestLapse() throws {
    var policies = Reference.Policies()
    policies.leftOut = [.earliestLapse]
    try expectSomeLife(from: 5, "F14f decides nothing") { life in
      let history = life.view.history(of: life.lives)
      let all = try life.answers(about: history, seenBy: life.view)
      let fewer = try life.answers(about: history, seenBy: life.view, policies)
      return all.undecided < fewer.undecided
    }
  }

  @Test("a renewal that is signed before it begins hides offers (F14g, M1)")
  func announcement() throws {
    let catalog = Catalog(subscriptionGroups: [group("g", ["p": []])])
    var renewal = subscribe("p", on: "2025-08-16T16:48:10Z", until: "2025-09-16T16:48:10Z")
    renewal.transactionReason = "RENEWAL"
    renewal.signedDate = TimelineDate(instant("2025-08-16T08:48:48Z"))
    let history = CustomerHistory(customerId: "c", transactions: [renewal])
    for clause in [nil, Reference.Clause.announcedRenewals] {
      var policies = Reference.Policies()
      if let clause { policies.leftOut = [clause] }
      let answers = try Reference.answers(
        for: history,
        in: catalog,
        policies,
        asOf: Reference.instant("2025-08-16T09:00:00Z")
      )
      let shown = answers.map { $0.shown(in: catalog) }
      #expect(shown == [clause == nil ? .hidden : .undetermined])
    }
  }

  @Test(
    "what is not asked has wrong answers, so that nothing is left out without a cause",
    arguments: zip(
      [
        Blindness.unseen, .laterChoice, .unsigned, .failedPayment, .insideAHole, .superseded,
      ],
      [54, 36, 22, 113, 862, 2259]
    )
  )
  func unasked(blindness: Blindness, first: UInt64) throws {
    try expectSomeLife(from: first, "nothing is wrong despite \(blindness)") { life in
      let history = life.view.history(of: life.lives)
      return try life.answers(about: history, seenBy: life.view, despite: blindness)
        .contains(where: \.isWrong)
    }
  }

  /// Looks for a life from the seed on at which one was found.
  private func expectSomeLife(
    from first: UInt64,
    _ message: Comment,
    where isSo: (LifeCase) throws -> Bool
  ) throws {
    let start = UInt64(63) << 32
    for seed in start + first..<start + 3000 where try isSo(LifeCase(seed: seed)) { return }
    Issue.record(message)
  }
}

extension [LifeCase.Answer] {
  fileprivate var undecided: Int { filter { $0.found == .undetermined }.count }
}

extension LifeCase.Answer: CustomStringConvertible {
  var description: String { "\(offerId) at \(Reference.text(now)): \(found), in truth \(truth)" }
}
