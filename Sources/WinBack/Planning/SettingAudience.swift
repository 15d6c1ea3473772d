/// The audience of a setting.
package struct SettingAudience: Sendable, Hashable {
  /// Who is eligible.
  package var eligible: Int
  /// Who cannot be decided for want of a fact.
  package var undetermined: Int

  package init(eligible: Int = 0, undetermined: Int = 0) {
    self.eligible = eligible
    self.undetermined = undetermined
  }
}
