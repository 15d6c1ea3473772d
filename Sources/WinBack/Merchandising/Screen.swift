/// What a customer is shown in an app (M1).
public enum Screen: String, Sendable, Hashable, CaseIterable {
  /// Nothing is sold: a subscription will renew.
  case hidden
  /// The introductory offer.
  case introductory
  /// The best win-back offer.
  case winBack
  /// The products at their prices.
  case plain
  /// It cannot be decided, since a fact is not known.
  case undetermined

  /// The screens that a rule set can choose.
  package static let choices: [Screen] = [.hidden, .introductory, .winBack, .plain]
}
