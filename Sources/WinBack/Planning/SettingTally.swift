/// How many customers each setting reaches, in all storefronts together and in each.
package struct SettingTally: Sendable {
  /// The most storefronts that are counted separately; the App Store has fewer than 200.
  private static let storefrontLimit = 400

  /// In all storefronts together.
  package private(set) var all = SettingCounts()
  /// In each; that of customers whose storefront is not known is nil.
  package private(set) var byStorefront: [Storefront?: SettingCounts] = [:]

  private let tellsStorefronts: Bool

  /// Creates numbers of nobody; each storefront that has its own takes memory.
  package init(tellsStorefronts: Bool) {
    self.tellsStorefronts = tellsStorefronts
  }

  /// Adds customers.
  ///
  /// - Parameter corners: The corners of their settings.
  /// - Returns: Whether they could be added; not if there are more storefronts than any input has.
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
