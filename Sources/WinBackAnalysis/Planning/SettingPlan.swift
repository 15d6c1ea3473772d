import WinBack

/// What the audiences of all settings say about the one that an offer has.
package struct SettingPlan: Sendable {
  package let current: Setting
  package let audiences: SettingAudiences

  /// A criterion that is varied while all others stay.
  package struct Marginal: Sendable {
    package let criterion: Criterion
    /// The settings, from the smallest value to the largest, no wait last.
    package let settings: [Setting]
  }

  package struct Step: Sendable {
    package let criterion: Criterion
    /// The setting after the step.
    package let setting: Setting
    /// By how many the eligible customers change.
    package let change: Int
    /// The paid duration that half of those who are gained, or lost, still reach; nil if there are
    /// none.
    ///
    /// It is the median of their paid months, as closely as paid durations can be set.
    package let medianPaidMonths: Int?
  }

  /// A part of the largest audience, and what reaches it.
  package struct Reach: Sendable {
    /// The part, in hundredths.
    package let share: Int
    /// The number of eligible customers.
    package let audience: Int
    /// The strictest settings that reach it, those first that are closest to the offer's.
    package let settings: [Setting]
  }

  package init(current: Setting, audiences: SettingAudiences) {
    self.current = current
    self.audiences = audiences
  }

  /// Each criterion varied alone.
  package var marginals: [Marginal] {
    Criterion.allCases.map { criterion in
      Marginal(
        criterion: criterion,
        settings: (0..<criterion.count)
          .compactMap { current.replacing(criterion, placeWith: $0) }
          .sorted { ($0[criterion] ?? .max) < ($1[criterion] ?? .max) }
      )
    }
  }

  /// What it gains or costs to set a criterion a step looser or stricter, looser ones first.
  package var steps: [Step] {
    [1, -1].flatMap { distance in
      Criterion.allCases.compactMap { criterion in
        let place = current[place: criterion] + distance
        return current.replacing(criterion, placeWith: place).map { step(criterion, to: $0) }
      }
    }
  }

  private func step(_ criterion: Criterion, to setting: Setting) -> Step {
    let change = audiences[setting].eligible - audiences[current].eligible
    return Step(
      criterion: criterion,
      setting: setting,
      change: change,
      medianPaidMonths: change == 0 ? nil : medianPaidMonths(criterion, setting, change)
    )
  }

  private func medianPaidMonths(_ criterion: Criterion, _ setting: Setting, _ change: Int) -> Int? {
    guard criterion != .paidDuration else {
      return [setting, current].compactMap { $0[.paidDuration] }.min()
    }
    for place in 0...current[place: .paidDuration] {
      guard let one = setting.replacing(.paidDuration, placeWith: place),
        let other = current.replacing(.paidDuration, placeWith: place)
      else { continue }
      let reaching = abs(audiences[one].eligible - audiences[other].eligible)
      if 2 * reaching >= abs(change) { return one[.paidDuration] }
    }
    return nil
  }

  /// The strictest settings that reach each tenth of the largest audience; none if that is empty.
  package var reaches: [Reach] {
    let largest = audiences.largest
    guard largest > 0 else { return [] }
    let shares = Array(stride(from: 10, through: 100, by: 10))
    let targets = shares.map { (largest * $0 + 99) / 100 }
    return zip(zip(shares, targets), audiences.strictest(reaching: targets)).map {
      target,
      settings in
      Reach(
        share: target.0,
        audience: target.1,
        settings: settings.enumerated()
          .sorted {
            (distance(to: $0.element), $0.offset) < (distance(to: $1.element), $1.offset)
          }
          .map { $0.element }
      )
    }
  }

  /// Returns how many steps a setting is from the offer's.
  private func distance(to setting: Setting) -> Int {
    Criterion.allCases.reduce(0) { $0 + abs(setting[place: $1] - current[place: $1]) }
  }
}
