import WinBack

/// Finds the locations of a catalog in its text, for findings about the catalog.
package struct CatalogPlaces: Sendable {
  private typealias Location = (node: JSONNode, path: String)

  private let root: JSONNode
  private lazy var positions = JSONPositions(of: root.document)
  /// The elements of the arrays around the last location; the next one is often in them.
  private var arrays: [Int: [JSONNode]] = [:]

  /// The resources of the App Store Connect API, by their places in the catalog; none in the native
  /// format.
  private let resources: [CatalogPlace: JSONNode]

  init(_ document: JSONDocument, _ resources: [CatalogPlace: JSONNode] = [:]) {
    root = document.root
    self.resources = resources
  }

  /// Returns a message at a location; at the value that contains it if the text does not have it.
  ///
  /// A finding about a whole offer, subscription or group is at its identifier.
  package mutating func message(_ message: String, at place: CatalogPlace) -> FormatError {
    guard resources.isEmpty else { return self.message(message, near: place) }
    var location: Location = (root, "")
    var identifier = "id"
    let lists: [(key: String, index: Int?, identifier: String)] = [
      ("subscriptionGroups", place.group, "id"), ("subscriptions", place.subscription, "productId"),
      ("winBackOffers", place.offer, "offerId"),
    ]
    for list in lists {
      var next = location
      guard let index = list.index, go(&next, to: list.key), go(&next, to: index) else { break }
      (location, identifier) = (next, list.identifier)
    }
    let whole = location.node.index
    for step in place.steps {
      guard go(&location, step) else { break }
    }
    if location.node.index == whole { go(&location, to: identifier) }
    if location.node.kind == .object { go(&location, to: "territory") }
    return positions.error(message, at: location.node.offset, path: location.path)
  }

  /// Returns a message at a member of a resource, or at the identifier of the nearest one.
  private mutating func message(_ message: String, near place: CatalogPlace) -> FormatError {
    var owner = place
    var steps: [CatalogPlace.Step] = []
    while resources[owner] == nil {
      if let step = owner.steps.popLast() {
        steps.insert(step, at: 0)
      } else if owner.offer != nil {
        owner.offer = nil
      } else if owner.subscription == nil {
        owner.subscription = 0
      } else {
        break
      }
    }
    var location: Location = (resources[owner] ?? root, "")
    go(&location, to: "attributes")
    let whole = location.node.index
    for step in steps {
      guard go(&location, step) else { break }
    }
    if location.node.index == whole {
      for key in ["offerId", "productId", "customerPrice", "referenceName"] {
        guard !go(&location, to: key) else { break }
      }
    }
    return location.node.error(message)
  }

  @discardableResult
  private func go(_ location: inout Location, to key: String) -> Bool {
    guard let child = (try? location.node.object())?.optional(key) else { return false }
    location.node = child
    location.path.append(key: key)
    return true
  }

  private mutating func go(_ location: inout Location, to index: Int) -> Bool {
    let array = location.node
    if arrays[array.index] == nil {
      let entries = array.document.entries
      arrays = arrays.filter { ($0.key..<entries[$0.key].end).contains(array.index) }
      arrays[array.index] = (try? array.array()) ?? []
    }
    guard let elements = arrays[array.index], elements.indices.contains(index) else { return false }
    location.node = elements[index]
    location.path += "[\(index)]"
    return true
  }

  private mutating func go(_ location: inout Location, _ step: CatalogPlace.Step) -> Bool {
    switch step {
    // The territories of an offer can be given by its prices.
    case .key("territories"): return go(&location, to: "territories") || go(&location, to: "prices")
    case .key(let key): return go(&location, to: key)
    case .element(let index): return go(&location, to: index)
    }
  }
}
