package import WinBack

/// Finds the locations of a native catalog in its text, for findings about the catalog.
package struct CatalogPlaces: Sendable {
  private let root: JSONNode
  private lazy var positions = JSONPositions(of: root.document)
  /// The elements of the arrays on the path to the last location; the next one is often in them.
  private var arrays: [String: [JSONNode]] = [:]

  init(_ document: JSONDocument) { root = document.root }

  /// Returns a message at a location; at the value that contains it if the text does not have it.
  ///
  /// A finding about a whole offer, subscription or group is at its identifier.
  package mutating func message(_ message: String, at place: CatalogPlace) -> FormatError {
    var way = Way(node: root, path: "")
    var identifier = "id"
    go(&way, to: place.group, of: "subscriptionGroups")
    if let subscription = place.subscription, go(&way, to: subscription, of: "subscriptions") {
      identifier = "productId"
      if let offer = place.offer, go(&way, to: offer, of: "winBackOffers") {
        identifier = "offerId"
      }
    }
    let whole = way.node.index
    for step in place.steps {
      guard go(&way, step) else { break }
    }
    if way.node.index == whole { way.go(to: identifier) }
    return positions.error(message, at: way.node, path: way.path)
  }

  private struct Way {
    var node: JSONNode
    var path: String

    @discardableResult
    mutating func go(to key: String) -> Bool {
      guard let child = (try? node.object())?.optional(key) else { return false }
      node = child
      path += path.isEmpty ? key : ".\(key)"
      return true
    }
  }

  /// Moves to an element of the array of a key, if there is one.
  @discardableResult
  private mutating func go(_ way: inout Way, to index: Int, of key: String) -> Bool {
    var next = way
    guard next.go(to: key), go(&next, to: index) else { return false }
    way = next
    return true
  }

  private mutating func go(_ way: inout Way, to index: Int) -> Bool {
    if arrays[way.path] == nil {
      arrays = arrays.filter { way.path.hasPrefix($0.key) }
      arrays[way.path] = (try? way.node.array()) ?? []
    }
    guard let elements = arrays[way.path], elements.indices.contains(index) else { return false }
    way.node = elements[index]
    way.path += "[\(index)]"
    return true
  }

  private mutating func go(_ way: inout Way, _ step: CatalogPlace.Step) -> Bool {
    switch step {
    // The territories of an offer can be given by its prices.
    case .key("territories"): return way.go(to: "territories") || way.go(to: "prices")
    case .key(let key): return way.go(to: key)
    case .element(let index):
      guard go(&way, to: index) else { return false }
      if way.node.kind == .object { way.go(to: "territory") }
      return true
    }
  }
}
