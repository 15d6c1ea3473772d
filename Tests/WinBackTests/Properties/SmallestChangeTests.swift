import CEL
import Testing
import WinBackFormats

/// What would make a customer eligible, tried out.
@Suite("Smallest changes")
struct SmallestChangeTests {
  @Test("a customer who waits as long as proposed is eligible then, and not before")
  func waiting() throws {
    try forEachIneligibleOffer(of: RandomCase.seeds(12, for: 10)) { offer, dice in
      for case .wait(let end) in offer.decision.smallestChanges {
        let wait = offer.now..<end.milliseconds
        #expect(!wait.isEmpty, "\(offer)")
        let then = try offer.verdictOfWaiting(until: wait.upperBound)
        #expect(then == .eligible, "\(end), \(offer)")
        for instant in [wait.upperBound - 1, Int64.random(in: wait, using: &dice.generator)] {
          let before = try offer.verdictOfWaiting(until: instant)
          #expect(before != .eligible, "\(end), \(offer)")
        }
      }
    }
  }

  @Test(
    "a wait counts on no purchase that is still to come, and 'never' on none that is in the input",
    arguments: [
      (6...24, [SmallestChange.wait(until: instant("2024-08-01"))]), (0...1, []),
    ]
  )
  func waitingFromThePast(lapse: ClosedRange<Int>, expected: [SmallestChange]) throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 1)
      subscribe("basic", on: "2024-06-01", months: 1)
    }
    let decision = try decide(customer, catalog(offer(lapse: lapse)), asOf: "2024-04-15")
    let changes = decision.offers[0].smallestChanges
    #expect(changes.filter { if case .offer = $0 { false } else { true } } == expected)
  }

  @Test("a wait counts on no refund that is still to come")
  func waitingForNoRefund() throws {
    let customer = history {
      subscribe("basic", on: "2024-01-01", months: 6).prorated(on: "2024-03-01")
    }
    let decision = try decide(customer, catalog(offer()), asOf: "2024-02-15")
    #expect(decision.windows() == ["2024-07-01T00:00:00.000Z 2026-03-01T00:00:00.000Z"])
    #expect(decision.offers[0].smallestChanges.first == .wait(until: instant("2024-08-01")))
  }

  @Test(
    "a signature after a gap says that nothing was bought in it, whatever is known of the last renewal (F13f)",
    arguments: [nil, 0, 1]
  )
  func signedLater(autoRenewStatus: Int?) throws {
    var customer = history {
      subscribe("basic", on: "2024-01-01", months: 1).signed("2024-01-01")
      subscribe("basic", on: "2024-12-01", months: 1).signed("2024-12-01")
    }
    customer.renewalInfo = autoRenewStatus.map { [RenewalInfo(autoRenewStatus: $0)] } ?? []
    let decision = try decide(customer, catalog(offer(lapse: 2...24)), asOf: "2024-02-15")
    #expect(decision.offers[0].smallestChanges.first == .wait(until: instant("2024-04-01")))
  }

  @Test("no wait is proposed only where no wait helps, and 'never' only where nothing opens")
  func never() throws {
    try forEachIneligibleOffer(of: RandomCase.seeds(12, for: 11)) { offer, _ in
      let waits = offer.decision.smallestChanges.filter {
        if case .wait = $0 { true } else { false }
      }
      let helps = try offer.becomesEligibleByWaiting()
      #expect(waits.count == (helps ? 1 : 0), "\(offer)")
      let isNever = offer.decision.smallestChanges.contains(.never)
      let isEver = try offer.mayBecomeEligible()
      #expect(isNever != isEver, "\(offer)")
    }
  }

  @Test("an offer that is edited as proposed reaches the customer, and no less of it does")
  func editing() throws {
    try forEachIneligibleOffer(of: RandomCase.seeds(12, for: 12)) { offer, _ in
      for case .offer(let proposed) in offer.decision.smallestChanges {
        let edits = proposed.map(OfferEdit.init)
        let verdict = try offer.verdict(after: edits)
        #expect(verdict == .eligible, "\(edits), \(offer)")
        for index in edits.indices {
          var fewer = edits
          fewer[index].lessen()
          let verdict = try offer.verdict(after: fewer)
          #expect(verdict != .eligible, "\(fewer), \(offer)")
        }
      }
    }
  }

  /// Calls a body with every offer that a random customer is not eligible for at some instant.
  private func forEachIneligibleOffer(
    of seeds: Range<UInt64>,
    body: (IneligibleOffer, inout Dice) throws -> Void
  ) throws {
    try forEachCase(of: seeds) { randomCase, engine, dice in
      for now in randomCase.instants.prefix(2) {
        for decision in try engine.decisions(
          for: randomCase.history,
          asOf: Instant(milliseconds: now)
        ) {
          for offer in decision.offers where offer.verdict == .ineligible {
            let offer = IneligibleOffer(
              randomCase: randomCase,
              engine: engine,
              now: now,
              group: decision.subscriptionGroupIdentifier,
              decision: offer
            )
            try body(offer, &dice)
          }
        }
      }
    }
  }
}
