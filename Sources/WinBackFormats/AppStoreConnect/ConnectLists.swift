/// Which list of App Store Connect: that of a relationship, which a response can also be a page of.
struct ConnectListKey: Hashable {
  /// The type of the resource that the list belongs to, such as subscriptions.
  let ownerType: String
  let ownerId: String
  /// The relationship, such as winBackOffers.
  let name: String
}

/// Lists of App Store Connect, and how much of each the input has.
struct ConnectLists {
  /// The lists whose resources WinBack reads.
  private static let names: Set<String> = [
    "winBackOffers", "introductoryOffers", "prices", "subscriptions", "subscriptionGroups",
  ]

  /// What is known of a list.
  private struct Contents {
    let key: ConnectListKey
    var ids: Set<String> = []
    /// How many there are; nil if no response says so.
    var total: Int?
    /// Whether there was a page with another one after it.
    var hasNext = false
    /// Whether there was a page without another one after it.
    var hasEnd = false
    var place: JSONNode

    var isWhole: Bool {
      if let total { return ids.count >= total }
      return hasEnd || !hasNext
    }
  }

  private var contents: [Contents] = []
  private var indices: [ConnectListKey: Int] = [:]

  /// Adds what is known of a list.
  mutating func add(
    _ ids: some Sequence<String>,
    total: Int? = nil,
    hasNext: Bool? = nil,
    to key: ConnectListKey,
    at place: JSONNode
  ) {
    guard Self.names.contains(key.name) else { return }
    let index = indices[key] ?? contents.count
    if index == contents.count {
      indices[key] = index
      contents.append(Contents(key: key, place: place))
    }
    contents[index].ids.formUnion(ids)
    // The place is that of the response that says that there is more.
    if let total, total > contents[index].total ?? -1 {
      contents[index].total = total
      contents[index].place = place
    }
    if let hasNext {
      if hasNext, contents[index].total == nil { contents[index].place = place }
      contents[index].hasNext = contents[index].hasNext || hasNext
      contents[index].hasEnd = contents[index].hasEnd || !hasNext
    }
  }

  /// The lists that are not whole, with what is missing and the place of what is there.
  var partial: [(key: ConnectListKey, missing: String, place: JSONNode)] {
    contents.filter { !$0.isWhole }.map { list in
      let missing =
        list.total.map { "only \(list.ids.count) of the \($0)" }
        ?? "only the first \(list.ids.count)"
      return (list.key, missing, list.place)
    }
  }
}
