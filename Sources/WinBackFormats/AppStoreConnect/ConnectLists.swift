/// The identity of a list of App Store Connect: a relationship, of which a response can be a page.
struct ConnectListKey: Hashable {
  /// The type of the resource that the list belongs to, such as subscriptions.
  let ownerType: String
  let ownerId: String
  /// The relationship, such as winBackOffers.
  let name: String
}

extension ConnectListKey {
  /// Reads the list that a response is a page of from the response's link to itself, such as
  /// `https://api.appstoreconnect.apple.com/v1/subscriptions/1/winBackOffers`; nil if it is a link
  /// to something else.
  init?(_ link: String) {
    let path = link.prefix { $0 != "?" }.split(separator: "/").suffix(3).map(String.init)
    guard path.count == 3 else { return nil }
    self.init(ownerType: path[0], ownerId: path[1], name: path[2])
  }
}

/// The lists of App Store Connect, and which parts of each the input contains.
struct ConnectLists {
  /// The lists whose resources WinBack reads.
  private static let names = Set(
    ["prices", "subscriptions", "subscriptionGroups"] + OfferKind.allCases.map { $0.list }
  )

  private struct Contents {
    var ids: Set<String> = []
    /// The number of resources in the list; nil if no response has it.
    var total: Int?
    /// Whether there was a page that another page follows.
    var hasNext = false
    /// Whether there was a last page.
    var hasEnd = false
    var place: JSONNode

    /// Returns what is missing, and what brings it; nil if nothing is missing.
    func missing(unless isRead: (String) -> Bool) -> (text: String, remedy: String)? {
      let count = ids.count(where: isRead)
      let all = max(total ?? 0, ids.count)
      let part = "only \(count.grouped) of the \(all.grouped)"
      guard count == ids.count else { return (part, "expected a response that includes them all") }
      let pages = "expected the other pages of the list ('links.next') as well"
      if total != nil { return count < all ? (part, pages) : nil }
      return hasNext && !hasEnd ? ("only the first \(count.grouped)", pages) : nil
    }
  }

  private var contents = OrderedTable<ConnectListKey, Contents>()

  mutating func add(
    _ ids: [String],
    total: Int? = nil,
    hasNext: Bool? = nil,
    to key: ConnectListKey,
    at place: JSONNode
  ) {
    guard Self.names.contains(key.name) else { return }
    contents.update(key, orInsert: Contents(place: place)) { list in
      list.ids.formUnion(ids)
      // The location is that of the response that says that the list has more resources.
      if let total, total > list.total ?? -1 {
        list.total = total
        list.place = place
      }
      if let hasNext {
        if hasNext, list.total == nil { list.place = place }
        list.hasNext = list.hasNext || hasNext
        list.hasEnd = list.hasEnd || !hasNext
      }
    }
  }

  /// Returns the incomplete lists, with what is missing, what brings it, and the location of the part
  /// that is present.
  ///
  /// A list can name resources that were not read.
  func partial(
    unless isRead: (ConnectListKey, String) -> Bool
  ) -> [(key: ConnectListKey, missing: (text: String, remedy: String), place: JSONNode)] {
    zip(contents.ids, contents.values).compactMap { key, list in
      list.missing { isRead(key, $0) }.map { (key, $0, list.place) }
    }
  }

  func contains(_ key: ConnectListKey) -> Bool { contents.value(key) != nil }
}
