import CEL

/// The answers of the rule sets about offers for a customer at an instant.
struct Answers {
  /// Whether the customer is eligible for an introductory offer (M2).
  var introductory = Truth.fails
  /// The introductory offers that the customer is eligible for, best first.
  var introductoryOffers: [OfferProgram] = []
  /// Whether the customer is eligible for a win-back offer (R1).
  var winBack = Truth.fails
  /// The win-back offers that the customer is eligible for, best first (R2).
  var winBackOffers: [OfferProgram] = []

  /// Adds the verdict on an offer; better offers must come first.
  mutating func add(_ verdict: Verdict, on program: OfferProgram) {
    switch program.offer.kind {
    case .introductory:
      introductory = introductory || verdict.truth
      if verdict == .eligible { introductoryOffers.append(program) }
    case .winBack:
      winBack = winBack || verdict.truth
      if verdict == .eligible { winBackOffers.append(program) }
    }
  }

  func binding(of answer: AnswerVariable) -> Binding {
    switch answer {
    case .introductoryEligible: introductory.binding
    case .winBackEligible: winBack.binding
    case .introductoryProductId: Self.text(introductoryOffers.first?.offer.subscription.productId)
    case .winBackOfferId: Self.text(winBackOffers.first?.offer.id)
    case .winBackProductId: Self.text(winBackOffers.first?.offer.subscription.productId)
    }
  }

  private static func text(_ text: String?) -> Binding {
    text.map { .value(.string($0)) } ?? .absent
  }
}

extension Truth {
  var binding: Binding { bool.map { .value(.bool($0)) } ?? .unknown }
}
