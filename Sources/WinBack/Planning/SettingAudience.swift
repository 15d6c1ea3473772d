/// The audience of a setting.
package struct SettingAudience: Sendable, Hashable {
  /// Who is eligible.
  package var eligible: Int
  /// Who cannot be decided, because a fact is not known.
  package var undetermined: Int

  package init(eligible: Int = 0, undetermined: Int = 0) {
    self.eligible = eligible
    self.undetermined = undetermined
  }
}
