import CalendarTime
import WinBack

/// What customers are shown, and the result of their purchases (M1, M4).
extension Scenario {
  func screens(of customer: ScenarioCustomer, _ expectation: Expectation) -> [Mismatch] {
    guard expectation.looksAtScreens, let merchandiser = try? screens?.merchandiser(for: engine)
    else { return [] }
    let situations = customer.situations(in: engine, asOf: instant(of: expectation))
    return expectation.asked(of: situations, in: engine).flatMap { situation -> [Mismatch] in
      let shown = merchandiser.shown(on: situation)
      var mismatches: [Mismatch] = []
      if let expected = expectation.show, expected != shown.screen {
        mismatches.append(
          Mismatch(
            subject: "show",
            expected: expected.rawValue,
            found: "\(shown.screen.rawValue): " + merchandiser.merchandising(on: situation).because
          )
        )
      }
      if let expected = expectation.shownOffer, expected != shown.offerId {
        mismatches.append(
          Mismatch(
            subject: "offerId",
            expected: expected,
            found: shown.offerId ?? "none",
            offers: [expected] + [shown.offerId].compactMap(\.self)
          )
        )
      }
      return mismatches
    }
  }

  func redemption(by customer: ScenarioCustomer, _ expectation: Expectation) -> [Mismatch] {
    guard let redemption = expectation.redemption else { return [] }
    let instant = redemption.at.resolved(at: engine.policies.facts.timeZone)
    let attempts = customer.redemptions(of: redemption.offerId, in: engine, at: instant)
    return attempts.compactMap { attempt in
      let found = ExpectedRedemption.Outcome(attempt.verdict)
      guard found != redemption.outcome else { return nil }
      let because = attempt.failures.map(\.because) + attempt.missing.map { "not known: \($0)" }
      return Mismatch(
        subject: "redeem \(redemption.offerId) at \(redemption.at.text)",
        expected: redemption.outcome.rawValue,
        found: found.rawValue + (because.isEmpty ? "" : ": " + because.joined(separator: "; ")),
        offers: [redemption.offerId]
      )
    }
  }
}
