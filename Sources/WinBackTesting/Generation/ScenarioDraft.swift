package import CalendarTime
import WinBack

/// A scenario that was made up: a customer, and what the engine says of the offers.
package struct ScenarioDraft: Sendable {
  /// The answer at an instant.
  package struct Answer: Sendable, Hashable {
    package let asOf: Instant
    /// Whether the instant is the start of a day as files read one (T4).
    let isDay: Bool
    /// The offers that the customer may have, best first.
    package let eligible: [String]
    /// The undetermined offers.
    package let undetermined: [String]
  }

  /// The name, a sentence.
  package var name: String

  /// The story of the customer.
  package let story: CustomerStory

  /// The answers, in the order of time.
  package private(set) var answers: [Answer]

  /// Asks an engine about a proposal, and names it after what decides on an offer.
  init(_ proposal: Proposal, about offer: String, _ engine: EligibilityEngine) {
    story = proposal.story
    let decisions = (try? engine.eligible(proposal.story, at: proposal.asOf)) ?? []
    answers = [
      Answer(
        asOf: proposal.asOf,
        isDay: engine.policies.facts.timeZone == .utc && proposal.asOf.timeOfDay == 0,
        eligible: decisions.flatMap(\.eligibleWinBackOfferIDs),
        undetermined: decisions.flatMap(\.undeterminedWinBackOfferIDs)
      )
    ]
    let decision = decisions.lazy.flatMap(\.offers).first { $0.offerId == offer }
    name = decision.map { Self.name($0, proposal.story.storefront?.storefront) } ?? offer
  }

  /// Adds the answers about the same customer at other instants.
  mutating func merge(_ other: ScenarioDraft) {
    answers = Array(Set(answers + other.answers)).sorted { $0.asOf < $1.asOf }
  }

  private static func name(_ decision: OfferDecision, _ storefront: Storefront?) -> String {
    let reasons = decision.decidingRules.map { $0.because.withDays }
    let verdict =
      switch decision.verdict {
      case .eligible: storefront.map { "is offered in \($0)" } ?? "is offered"
      case .ineligible: "is not offered"
      case .undetermined: "is undetermined"
      }
    return "\(decision.offerId) \(verdict): " + reasons.joined(separator: "; ")
  }
}

extension EligibilityEngine {
  /// Returns the decisions on the customer of a story.
  fileprivate func eligible(_ story: CustomerStory, at now: Instant) throws -> [Decision] {
    Array(try decisions(for: try story.history(for: self), asOf: now))
  }
}

extension String {
  /// The text with days for instants at midnight.
  fileprivate var withDays: String {
    replacing("T00:00:00Z", with: "")
  }
}
