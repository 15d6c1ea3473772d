/// A resource object of the App Store Connect API: type, identifier, attributes and relationships.
struct ConnectResource {
  /// The object, for messages.
  let node: JSONNode
  let type: String
  /// The identifier; nil in a request to create the resource.
  let id: String?
  let attributes: JSONObject?
  private let relationships: JSONObject?

  init(_ node: JSONNode) throws(FormatError) {
    let object = try node.object()
    self.node = node
    type = try object.required("type").string()
    id = try object.optional("id")?.string()
    attributes = try object.optional("attributes")?.object()
    relationships = try object.optional("relationships")?.object()
  }

  func requiredId() throws(FormatError) -> String {
    guard let id else { throw node.error("the key 'id' is missing") }
    return id
  }

  func requiredAttributes() throws(FormatError) -> JSONObject {
    guard let attributes else { throw node.error("the key 'attributes' is missing") }
    return attributes
  }

  /// Returns the identifier in a relationship to one resource; nil if there is none.
  func related(_ name: String) throws(FormatError) -> String? {
    guard let data = try relationship(name)?.optional("data") else { return nil }
    return try data.object().required("id").string()
  }

  /// Returns the resources in a relationship to several resources, of which a response can contain
  /// only the first ones, and the number of all if the response has it; nil if there are none.
  func relatedList(_ name: String) throws(FormatError) -> (ids: [String], total: Int?)? {
    guard let relationship = try relationship(name), let data = relationship.optional("data") else {
      return nil
    }
    let ids = try data.array().map { element throws(FormatError) in
      try element.object().required("id").string()
    }
    return (ids, try relationship.total())
  }

  private func relationship(_ name: String) throws(FormatError) -> JSONObject? {
    try relationships?.optional(name)?.object()
  }
}

extension JSONObject {
  func total() throws(FormatError) -> Int? {
    let paging = try optional("meta")?.object().optional("paging")?.object()
    return try paging?.optional("total")?.integer(in: 0...Int.max)
  }
}

extension String {
  /// The territory in the identifier of a price or a price point: JSON in Base64, with the territory
  /// in `t`.
  ///
  /// Apple calls identifiers opaque, so this is used only if the responses do not have the territory.
  var territoryOfPrice: String? {
    guard let bytes = try? Base64URL.decode(ContiguousArray(utf8).rawBytes) else { return nil }
    return try? JSONDocument(parsing: bytes).root.object().optional("t")?.string()
  }
}
