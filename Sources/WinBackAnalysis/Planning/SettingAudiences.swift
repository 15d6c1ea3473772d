import WinBack

/// The audience of every setting (S2).
package struct SettingAudiences: Sendable, Hashable {
  private let eligible: ContiguousArray<Int>
  private let undetermined: ContiguousArray<Int>
  package let largest: Int

  init(eligible: ContiguousArray<Int>, undetermined: ContiguousArray<Int>) {
    self.eligible = eligible
    self.undetermined = undetermined
    largest = Self.cells.reduce(0) { max($0, eligible[$1]) }
  }

  package subscript(setting: Setting) -> SettingAudience {
    let cell = setting.cell
    guard eligible.indices.contains(cell) else { return SettingAudience() }
    return SettingAudience(eligible: eligible[cell], undetermined: undetermined[cell])
  }

  /// Returns the strictest settings that reach each of some audiences: no other setting that
  /// reaches it is at least as strict in all criteria.
  ///
  /// - Parameter targets: The numbers of eligible customers.
  /// - Returns: The settings for each, in the order of ``Setting/all``.
  package func strictest(reaching targets: [Int]) -> [[Setting]] {
    // The most that this setting or a stricter one reaches: in cells, stricter settings come first.
    var most = eligible
    var before = ContiguousArray(repeating: Int.min, count: Setting.cellCount)
    let isValid = Self.isValid
    let steps = Criterion.allCases.map { (Int(Setting.strides[$0.rawValue]), $0.count) }
    for cell in eligible.indices where isValid[cell] {
      for (stride, count) in steps {
        guard cell / stride % count > 0, isValid[cell - stride] else { continue }
        before[cell] = max(before[cell], most[cell - stride])
      }
      most[cell] = max(most[cell], before[cell])
    }
    let reaching = zip(Setting.all, Self.cells).filter { before[$1] < eligible[$1] }
    return targets.map { target in
      reaching.filter { before[$1] < target && target <= eligible[$1] }.map { $0.0 }
    }
  }

  /// The cells of all settings, in their order.
  private static let cells = ContiguousArray(Setting.all.map { $0.cell })

  private static let isValid: ContiguousArray<Bool> = {
    var isValid = ContiguousArray(repeating: false, count: Setting.cellCount)
    for cell in cells { isValid[cell] = true }
    return isValid
  }()
}

package struct SettingAudience: Sendable, Hashable {
  package var eligible: Int
  /// The customers who cannot be decided, because a fact is not known.
  package var undetermined: Int

  package init(eligible: Int = 0, undetermined: Int = 0) {
    self.eligible = eligible
    self.undetermined = undetermined
  }
}
