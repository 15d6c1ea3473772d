/// Whether there can be a customer of some kind.
package enum Existence: Sendable, Hashable {
  /// There can be none.
  case nobody

  /// There can be this one, as the engine has confirmed.
  case somebody(Witness)

  /// It cannot be decided: a rule relates facts in a way that cannot be solved.
  case undetermined
}
