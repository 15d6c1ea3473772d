/// Finds the locations of a catalog in its text, for findings about the catalog.
package struct CatalogPlaces: Sendable {
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
    var node = root
    var identifier = "id"
    let lists: [(key: String, index: Int?, identifier: String)] = [
      ("subscriptionGroups", place.group, "id"), ("subscriptions", place.subscription, "productId"),
      ("winBackOffers", place.offer, "offerId"),
    ]
    for list in lists {
      var next = node
      guard let index = list.index, go(&next, to: list.key), go(&next, to: index) else { break }
      (node, identifier) = (next, list.identifier)
    }
    let whole = node.index
    for step in place.steps {
      guard go(&node, step) else { break }
    }
    if node.index == whole { go(&node, to: identifier) }
    if node.kind == .object { go(&node, to: "territory") }
    return positions.error(message, at: node)
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
    var node = resources[owner] ?? root
    go(&node, to: "attributes")
    let whole = node.index
    for step in steps {
      guard go(&node, step) else { break }
    }
    if node.index == whole {
      for key in ["offerId", "productId", "customerPrice", "referenceName"] {
        guard !go(&node, to: key) else { break }
      }
    }
    return positions.error(message, at: node)
  }

  @discardableResult
  private func go(_ node: inout JSONNode, to key: String) -> Bool {
    guard let child = (try? node.object())?.optional(key) else { return false }
    node = child
    return true
  }

  private mutating func go(_ node: inout JSONNode, to index: Int) -> Bool {
    let array = node
    if arrays[array.index] == nil {
      let entries = array.document.entries
      arrays = arrays.filter { ($0.key..<entries[$0.key].end).contains(array.index) }
      arrays[array.index] = (try? array.array()) ?? []
    }
    guard let elements = arrays[array.index], elements.indices.contains(index) else { return false }
    node = elements[index]
    return true
  }

  private mutating func go(_ node: inout JSONNode, _ step: CatalogPlace.Step) -> Bool {
    switch step {
    // The territories of an offer can be given by its prices.
    case .key("territories"): return go(&node, to: "territories") || go(&node, to: "prices")
    case .key(let key): return go(&node, to: key)
    case .element(let index): return go(&node, to: index)
    }
  }
}
