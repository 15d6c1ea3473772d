package import WinBack

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
    var stride = 1
    for criterion in Criterion.allCases.reversed() {
      let block = stride * criterion.count
      for start in Swift.stride(from: 0, to: sums.count, by: block) {
        for cell in start + stride..<start + block { sums[cell] += sums[cell - stride] }
      }
      stride = block
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
    case both
    case storefront
    case all
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
