import CEL
import CalendarTime
import Testing
import WinBack
import WinBackFormats

/// What would make a customer eligible, tried out.
@Suite("Smallest changes")
struct SmallestChangeTests {
  @Test("a customer who waits as long as proposed is eligible then, and not before")
  func waiting() throws {
    try forEachIneligibleOffer(of: RandomCase.seeds(80, for: 10)) { offer, dice in
      for case .wait(let end) in offer.decision.smallestChanges {
        #expect(end.milliseconds > offer.now, "\(offer)")
        #expect(
          try offer.verdictOfWaiting(until: end.milliseconds) == .eligible,
          "\(end), \(offer)"
        )
        for instant in [
          end.milliseconds - 1,
          Int64.random(in: offer.now..<end.milliseconds, using: &dice.generator),
        ] {
          #expect(try offer.verdictOfWaiting(until: instant) != .eligible, "\(end), \(offer)")
        }
      }
    }
  }

  @Test("no wait is proposed only where no wait helps")
  func never() throws {
    try forEachIneligibleOffer(of: RandomCase.seeds(80, for: 11)) { offer, _ in
      let waits = offer.decision.smallestChanges.filter {
        if case .wait = $0 { true } else { false }
      }
      let isNever = offer.decision.smallestChanges.contains(.never)
      #expect(waits.count + (isNever ? 1 : 0) == 1, "\(offer)")
      if isNever { #expect(try !offer.becomesEligibleByWaiting(), "\(offer)") }
    }
  }

  @Test("an offer that is edited as proposed reaches the customer")
  func editing() throws {
    try forEachIneligibleOffer(of: RandomCase.seeds(80, for: 12)) { offer, _ in
      for case .offer(let edits) in offer.decision.smallestChanges {
        #expect(try offer.verdict(after: edits) == .eligible, "\(edits), \(offer)")
      }
    }
  }

  @Test("no proposed edit is superfluous, and none goes further than it must")
  func smallness() throws {
    try forEachIneligibleOffer(of: RandomCase.seeds(80, for: 13)) { offer, _ in
      for case .offer(let edits) in offer.decision.smallestChanges {
        for index in edits.indices {
          var fewer = edits
          fewer.remove(at: index)
          #expect(try offer.verdict(after: fewer) != .eligible, "\(fewer), \(offer)")
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
        // A refund that is still to come is not the customer's doing, so that there is none here.
        var known = randomCase
        known.history = try randomCase.withoutRefunds(after: now)
        for decision in try engine.decisions(
          for: known.history,
          asOf: Instant(milliseconds: now)
        ).decisions {
          for offer in decision.offers where offer.verdict == .ineligible {
            let offer = IneligibleOffer(
              randomCase: known,
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
