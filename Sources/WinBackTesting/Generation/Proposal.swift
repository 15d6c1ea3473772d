package import CalendarTime
import WinBack

/// A customer at an instant who shows something that no scenario shows.
package struct Proposal: Sendable {
  /// The story of the customer.
  package let story: CustomerStory

  /// The instant.
  package let asOf: Instant

  /// Whether the customer is evaluated in every storefront, and not only in their own.
  var isEverywhere = false

  /// The storefronts to evaluate the customer in; nil for the customer's own.
  var storefronts: [Storefront]? { isEverywhere ? Storefront.all : nil }
}
