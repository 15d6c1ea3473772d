/// The number of customers who are eligible under each setting, and of those who are undetermined
/// (S2).
///
/// Customers are added as the corners of their settings; ``audiences()`` computes the sums.
package struct SettingCounts: Sendable, Hashable {
  /// The numbers at the corners, for eligible customers.
  package private(set) var eligible: [Int32: Int] = [:]
  package private(set) var undetermined: [Int32: Int] = [:]

  package init() {}

  mutating func add(_ corner: SettingCorner) {
    let cell = Int32(truncatingIfNeeded: corner.cell)
    if corner.eligible != 0 { eligible[cell, default: 0] += Int(corner.eligible) }
    if corner.undetermined != 0 { undetermined[cell, default: 0] += Int(corner.undetermined) }
  }

  package func audiences() -> SettingAudiences {
    SettingAudiences(eligible: Self.sums(eligible), undetermined: Self.sums(undetermined))
  }

  /// Computes the sums of the numbers at corners, criterion by criterion.
  private static func sums(_ corners: [Int32: Int]) -> ContiguousArray<Int> {
    var sums = ContiguousArray(repeating: 0, count: Setting.cellCount)
    if corners.isEmpty { return sums }
    for (cell, count) in corners where sums.indices.contains(Int(cell)) { sums[Int(cell)] = count }
    for criterion in Criterion.allCases.reversed() {
      let stride = Int(Setting.strides[criterion.rawValue])
      let block = stride * criterion.count
      for start in Swift.stride(from: 0, to: sums.count, by: block) {
        for cell in start + stride..<start + block { sums[cell] += sums[cell - stride] }
      }
    }
    return sums
  }
}

/// A corner of a customer's settings: the change from this cell on.
package struct SettingCorner: Sendable, Hashable {
  let cell: UInt32
  /// The change of the number of eligible customers.
  let eligible: Int8
  let undetermined: Int8
  /// The customer's storefront; nil if it is not known.
  let storefront: Storefront?
  /// Whether the corner counts for its storefront, for all storefronts together, or both.
  let scope: Scope

  enum Scope: UInt8, Sendable {
    /// For its storefront and for all together, because the customer had no other.
    case both, storefront, all
  }
}

/// The number of customers that each setting reaches, in all storefronts together and in each.
package struct SettingTally: Sendable {
  /// The most storefronts that are counted separately; the App Store has fewer than 200.
  private static let storefrontLimit = 400

  package private(set) var all = SettingCounts()
  /// The counts in each storefront; nil is the storefront of customers whose storefront is not
  /// known.
  package private(set) var byStorefront: [Storefront?: SettingCounts] = [:]
  private let tellsStorefronts: Bool

  /// Creates a tally without customers; each separate storefront takes memory.
  package init(tellsStorefronts: Bool) { self.tellsStorefronts = tellsStorefronts }

  /// Returns false if there are too many storefronts.
  package mutating func add(_ corners: borrowing ContiguousArray<SettingCorner>) -> Bool {
    for index in corners.indices {
      let corner = corners[index]
      if corner.scope != .storefront { all.add(corner) }
      guard tellsStorefronts, corner.scope != .all else { continue }
      byStorefront[corner.storefront, default: SettingCounts()].add(corner)
      guard byStorefront.count <= Self.storefrontLimit else { return false }
    }
    return true
  }
}

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
