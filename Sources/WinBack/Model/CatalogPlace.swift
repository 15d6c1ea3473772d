/// A location in a catalog: a group, a subscription or an offer, or one of its members.
package struct CatalogPlace: Sendable, Hashable {
  package enum Step: Sendable, Hashable {
    case key(String)
    case element(Int)
  }

  package var group: Int
  /// The index of the subscription in the group; nil for the group itself.
  package var subscription: Int?
  /// The index of the offer in the subscription; nil for the subscription itself.
  package var offer: Int?
  /// The path to the member; empty for the whole.
  package var steps: [Step] = []

  package init(group: Int, subscription: Int? = nil, offer: Int? = nil) {
    self.group = group
    self.subscription = subscription
    self.offer = offer
  }

  /// The location of the offer, subscription or group that has this member.
  package var owner: CatalogPlace {
    CatalogPlace(group: group, subscription: subscription, offer: offer)
  }

  /// Returns the location of a member, with the name that rules use, such as `territories` or
  /// `range.minimum`.
  package func member(_ name: String, element: Int? = nil) -> CatalogPlace {
    var place = self
    place.steps += name.split(separator: ".").map { .key(String($0)) }
    if let element { place.steps.append(.element(element)) }
    return place
  }
}
