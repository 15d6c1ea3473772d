package import CalendarTime
import WinBack

/// A scenario that was made up: a customer, and what the engine says of the offers.
package struct ScenarioDraft: Sendable {
  /// The answer at an instant.
  package struct Answer: Sendable, Hashable {
    package let asOf: Instant
    /// Whether the instant is the start of a day as files read one (T4).
    let isDay: Bool
    /// The offers that the customer is eligible for, best first.
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

  init(_ name: String, _ story: CustomerStory, _ answer: Answer) {
    self.name = name
    self.story = story
    answers = [answer]
  }

  /// Adds the answers about the same customer at other instants.
  mutating func merge(_ other: ScenarioDraft) {
    answers = Array(Set(answers + other.answers)).sorted { $0.asOf < $1.asOf }
  }
}

extension StorySearch {
  /// Asks the engine about a proposal, and names it after what decides on an offer.
  ///
  /// - Parameters:
  ///   - proposal: The customer and the instant.
  ///   - offer: The place of the offer; nil for the first one.
  /// - Returns: The scenario.
  /// - Complexity: O(*n* + *o*) for *n* transactions and the verdicts on *o* offers.
  func draft(of proposal: Proposal, about offer: Int?) -> ScenarioDraft {
    let asked = offer ?? 0
    var name = engine.programs.dropFirst(asked).first?.offer.offer.offerId ?? ""
    var eligible: [String] = []
    var undetermined: [String] = []
    for situation in situations(of: proposal) {
      for index in engine.offerIndices(in: situation.group) {
        let program = engine.programs[index]
        let verdict = situation.verdict(on: program)
        switch verdict {
        case .eligible: eligible.append(program.offer.offer.offerId)
        case .undetermined: undetermined.append(program.offer.offer.offerId)
        case .ineligible: break
        }
        guard index == asked else { continue }
        let deciding = engine.outcomes(of: program, on: situation).deciding(verdict)
        let storefront = proposal.story.storefront?.storefront
        name += " \(verdict.phrase(in: storefront)): "
        name += deciding.map { $0.because.withDays }.joined(separator: "; ")
      }
    }
    let asOf = proposal.asOf
    let isDay = engine.policies.facts.timeZone == .utc && asOf.timeOfDay == 0
    return ScenarioDraft(
      name,
      proposal.story,
      ScenarioDraft.Answer(
        asOf: asOf,
        isDay: isDay,
        eligible: eligible,
        undetermined: undetermined
      )
    )
  }
}

extension Verdict {
  /// The verdict as a predicate, with the storefront where the offer may be had.
  fileprivate func phrase(in storefront: Storefront?) -> String {
    switch self {
    case .eligible: storefront.map { "is offered in \($0)" } ?? "is offered"
    case .ineligible: "is not offered"
    case .undetermined: "is undetermined"
    }
  }
}

extension String {
  /// The text with days for instants at midnight.
  fileprivate var withDays: String {
    replacing("T00:00:00Z", with: "")
  }
}
