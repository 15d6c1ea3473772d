import CEL

/// A comparison of an offer's setting with the audiences of all settings.
package struct SettingPlan: Sendable {
  package let current: Setting
  package let audiences: SettingAudiences

  /// A criterion that is varied while all others stay.
  package struct Marginal: Sendable {
    package let criterion: Criterion
    /// The settings, from the smallest value to the largest; no wait is last.
    package let settings: [Setting]
  }

  package struct Step: Sendable {
    package let criterion: Criterion
    package let setting: Setting
    /// The change of the number of eligible customers.
    package let change: Int
    /// The paid duration that half of the gained or lost customers reach; nil if there are none.
    ///
    /// It is the median of their paid months, as exactly as paid durations can be set.
    package let medianPaidMonths: Int?
  }

  /// A part of the largest audience, and the settings that reach it.
  package struct Reach: Sendable {
    /// The part, in percent.
    package let share: Int
    package let audience: Int
    /// The strictest settings that reach it; those closest to the offer's come first.
    package let settings: [Setting]
  }

  package init(current: Setting, audiences: SettingAudiences) {
    self.current = current
    self.audiences = audiences
  }

  package var marginals: [Marginal] {
    Criterion.allCases.map { criterion in
      Marginal(
        criterion: criterion,
        settings: (0..<criterion.count).compactMap { current.replacing(criterion, indexWith: $0) }
          .ordered { ($0[criterion] ?? .max) < ($1[criterion] ?? .max) }
      )
    }
  }

  /// The effects of one step of a criterion, looser ones first.
  package var steps: [Step] {
    [1, -1].flatMap { distance in
      Criterion.allCases.compactMap { criterion in
        let index = current[index: criterion] + distance
        return current.replacing(criterion, indexWith: index).map { step(criterion, to: $0) }
      }
    }
  }

  private func step(_ criterion: Criterion, to setting: Setting) -> Step {
    let (new, old) = (audiences[setting], audiences[current])
    let change = new.eligible - old.eligible
    // Who becomes or stops being undecided has months that are not known.
    let areKnown = change != 0 && new.undetermined == old.undetermined
    return Step(
      criterion: criterion,
      setting: setting,
      change: change,
      medianPaidMonths: areKnown ? medianPaidMonths(criterion, setting, change) : nil
    )
  }

  private func medianPaidMonths(_ criterion: Criterion, _ setting: Setting, _ change: Int) -> Int? {
    guard criterion != .paidDuration else {
      return [setting, current].compactMap { $0[.paidDuration] }.min()
    }
    for index in 0...current[index: .paidDuration] {
      guard let one = setting.replacing(.paidDuration, indexWith: index),
        let other = current.replacing(.paidDuration, indexWith: index)
      else { continue }
      let reaching = abs(audiences[one].eligible - audiences[other].eligible)
      if 2 * reaching >= abs(change) { return one[.paidDuration] }
    }
    return nil
  }

  /// The strictest settings that reach each tenth of the largest audience; empty if that is empty.
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
        settings: settings.ordered { distance(to: $0) < distance(to: $1) }
      )
    }
  }

  /// Returns the number of steps from a setting to the offer's.
  private func distance(to setting: Setting) -> Int {
    Criterion.allCases.reduce(0) { $0 + abs(setting[index: $1] - current[index: $1]) }
  }
}
