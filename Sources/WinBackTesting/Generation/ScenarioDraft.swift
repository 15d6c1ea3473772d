import CEL

/// A generated scenario: a customer, and the engine's answers about the offers.
package struct ScenarioDraft: Sendable {
  package struct Answer: Sendable, Hashable, Comparable {
    package let asOf: Instant
    /// Whether the instant is the start of a day in files (T4).
    let isDay: Bool
    /// The offers that the customer is eligible for, best first.
    package let eligible: [String]
    package let undetermined: [String]
    /// The storefronts of the customer, in the order of their codes; nil for that of the story.
    let storefronts: [Storefront]?

    package static func < (lhs: Answer, rhs: Answer) -> Bool {
      (lhs.asOf, lhs.storefronts?.first?.code ?? "")
        < (rhs.asOf, rhs.storefronts?.first?.code ?? "")
    }
  }

  package var name: String
  package let story: CustomerStory

  package private(set) var answers: [Answer]

  init(_ name: String, _ story: CustomerStory, _ answers: [Answer]) {
    self.name = name
    self.story = story
    self.answers = answers.ordered()
  }

  mutating func merge(_ other: ScenarioDraft) { answers = Set(answers + other.answers).ordered() }
}

extension StorySearch {
  /// Evaluates a proposal, and names the scenario by what decides on an offer.
  package func draft(of proposal: Proposal, about offer: Int?) -> ScenarioDraft {
    let asked = offer ?? 0
    let asOf = proposal.asOf
    let isDay = engine.policies.facts.timeZone == .utc && asOf.timeOfDay == 0
    var told: (verdict: Verdict, because: String)?
    var storefronts: [Storefront] = []
    var answers: [[[String]]: [Storefront]] = [:]
    for view in views(of: proposal) {
      for situation in view.situations
      where engine.offerIndices(in: situation.group).contains(asked) {
        let program = engine.programs[asked]
        let verdict = situation.verdict(on: program)
        if verdict == .eligible { storefronts += view.storefronts }
        guard told == nil || told?.verdict != .eligible && verdict == .eligible else { continue }
        let deciding = engine.outcomes(of: program, on: situation).deciding(verdict)
        // Two rules can fail for the same reason.
        let reasons = deciding.map(\.because).withoutRepeats
        told = (verdict, reasons.joined(separator: "; "))
      }
      let (eligible, undetermined) = engine.offers(in: view.situations)
      answers[[eligible, undetermined], default: []] += view.storefronts
    }
    let id = engine.programs.dropFirst(asked).first?.offer.id ?? ""
    // An instant at midnight is its day.
    let because = told?.because.replacing(all: "T00:00:00Z", by: "") ?? ""
    let phrase = told.map { " \($0.verdict.phrase(in: storefronts)): \(because)" } ?? ""
    return ScenarioDraft(
      id + phrase,
      proposal.story,
      answers.map { offers, storefronts in
        ScenarioDraft.Answer(
          asOf: asOf,
          isDay: isDay,
          eligible: offers[0],
          undetermined: offers[1],
          storefronts: proposal.isEverywhere ? storefronts.ordered() : nil
        )
      }
    )
  }
}

extension Verdict {
  fileprivate func phrase(in storefronts: [Storefront]) -> String {
    switch self {
    case .eligible where storefronts.isEmpty: "is offered"
    case .eligible where storefronts.count == Storefront.all.count: "is offered in all storefronts"
    case .eligible: "is offered in \(storefronts.brief)"
    case .ineligible: "is not offered"
    case .undetermined: "is undetermined"
    }
  }
}

/// A customer at an instant who shows something that no scenario shows.
package struct Proposal: Sendable {
  package let story: CustomerStory
  package let asOf: Instant

  /// Whether the customer is evaluated in every storefront, and not only in their own.
  package var isEverywhere: Bool = false

  package init(story: CustomerStory, asOf: Instant) {
    self.story = story
    self.asOf = asOf
  }

  var storefronts: [Storefront]? { isEverywhere ? Storefront.all : nil }
}
