/// What the identifier of a price or a price point hides: JSON in Base64, with the territory as `t`.
///
/// Apple calls identifiers opaque, so that this is for responses that say nothing better.
struct ConnectPriceId {
  let territory: String

  init?(_ id: String) {
    guard let bytes = try? Base64URL.decode(ContiguousArray(id.utf8).rawBytes),
      let object = try? JSONDocument(parsing: bytes).root.object(),
      let territory = try? object.optional("t")?.string()
    else { return nil }
    self.territory = territory
  }
}
