/// The collection that a response is, as its link to itself names it.
struct ConnectPath {
  /// The type of the resource that the collection belongs to, such as subscriptions.
  let ownerType: String
  let ownerId: String

  /// Reads a link such as `https://api.appstoreconnect.apple.com/v1/subscriptions/1/winBackOffers`;
  /// nil for a link to something else.
  init?(_ link: String) {
    let path = link.prefix { $0 != "?" }.split(separator: "/")
    guard path.count >= 3 else { return nil }
    ownerType = String(path[path.count - 3])
    ownerId = String(path[path.count - 2])
  }
}
