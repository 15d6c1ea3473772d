/// How sure it is that the App Store does what a rule or a policy says.
public enum Certainty: String, Sendable, Hashable, CaseIterable {
  /// Apple says it.
  case stated
  /// It follows from what Apple says, or from what Apple says about something similar.
  case implied
  /// Apple does not say.
  case open
}
