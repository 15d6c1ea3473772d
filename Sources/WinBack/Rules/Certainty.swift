/// How certain it is that the App Store applies a rule or a policy.
public enum Certainty: String, Sendable, Hashable, CaseIterable {
  /// Apple says it.
  case stated
  /// It follows from what Apple says, or from what Apple says about something similar.
  case implied
  /// Apple does not say.
  case open
}
