/// A corner of a customer's settings: what changes from this cell on.
package struct SettingCorner: Sendable, Hashable {
  /// The cell.
  let cell: UInt32
  /// By how many the eligible customers change.
  let eligible: Int8
  /// By how many those change for whom the setting is undetermined.
  let undetermined: Int8
  /// The customer's storefront; nil if it is not known.
  let storefront: Storefront?
  /// Whether the corner counts for its storefront, for all storefronts together, or both.
  let scope: Scope

  /// For whom a corner counts.
  enum Scope: UInt8, Sendable {
    /// For its storefront, and for all together: the customer had no other.
    case both
    /// For its storefront alone.
    case storefront
    /// For all storefronts together.
    case all
  }
}
