package import WinBack

/// Finds the places of a native catalog in its text, for what is said about them after reading.
package struct CatalogPlaces: Sendable {
  private let root: JSONNode

  /// Reads the text of a catalog that is known to be well formed.
  ///
  /// - Throws: ``FormatError`` where the bytes are not JSON.
  package init(_ bytes: ContiguousArray<UInt8>) throws(FormatError) {
    root = try JSONDocument(parsing: bytes).root
  }

  /// Returns a message at a place; at what holds the place where it is not written down.
  ///
  /// What is about an offer, a subscription or a group as a whole is at its identifier.
  ///
  /// - Complexity: O(*n*) for *n* bytes before the place.
  package func message(_ message: String, at place: CatalogPlace) -> FormatError {
    var node = root
    node = node.child("subscriptionGroups")?.child(at: place.group) ?? node
    var identifier = "id"
    if let subscription = place.subscription,
      let child = node.child("subscriptions")?.child(at: subscription)
    {
      node = child
      identifier = "productId"
      if let offer = place.offer, let child = node.child("winBackOffers")?.child(at: offer) {
        node = child
        identifier = "offerId"
      }
    }
    let whole = node
    for step in place.steps {
      guard let child = node.child(step) else { break }
      node = child
    }
    return (node.index == whole.index ? node.child(identifier) ?? node : node).error(message)
  }
}

extension JSONNode {
  fileprivate func child(_ step: CatalogPlace.Step) -> JSONNode? {
    switch step {
    // The territories of an offer may be those of its prices.
    case .key("territories"): child("territories") ?? child("prices")
    case .key(let key): child(key)
    case .element(let index):
      child(at: index).map { $0.kind == .object ? $0.child("territory") ?? $0 : $0 }
    }
  }

  fileprivate func child(_ key: String) -> JSONNode? {
    (try? object())?.optional(key)
  }

  fileprivate func child(at index: Int) -> JSONNode? {
    guard let elements = try? array(), elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}
