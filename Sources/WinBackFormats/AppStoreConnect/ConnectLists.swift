/// The identity of a list of App Store Connect: a relationship, of which a response can be a page.
struct ConnectListKey: Hashable {
  /// The type of the resource that the list belongs to, such as subscriptions.
  let ownerType: String
  let ownerId: String
  /// The relationship, such as winBackOffers.
  let name: String
}

/// The lists of App Store Connect, and which parts of each the input contains.
struct ConnectLists {
  /// The lists whose resources WinBack reads.
  private static let names: Set<String> = [
    "winBackOffers", "introductoryOffers", "prices", "subscriptions", "subscriptionGroups",
  ]

  private struct Contents {
    let key: ConnectListKey
    var ids: Set<String> = []
    /// The number of resources in the list; nil if no response has it.
    var total: Int?
    /// Whether there was a page that another page follows.
    var hasNext = false
    /// Whether there was a last page.
    var hasEnd = false
    var place: JSONNode

    var isWhole: Bool {
      if let total { return ids.count >= total }
      return hasEnd || !hasNext
    }
  }

  private var contents: [Contents] = []
  private var indices: [ConnectListKey: Int] = [:]

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
    // The location is that of the response that says that the list has more resources.
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

  /// The incomplete lists, with what is missing and the location of the part that is present.
  var partial: [(key: ConnectListKey, missing: String, place: JSONNode)] {
    contents.filter { !$0.isWhole }.map { list in
      let missing =
        list.total.map { "only \(list.ids.count) of the \($0)" }
        ?? "only the first \(list.ids.count)"
      return (list.key, missing, list.place)
    }
  }
}
