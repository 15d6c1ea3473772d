import CEL

extension JSONNode? {
  /// Reads the members of an object, without those that are null; none if there is no object.
  package func entries<Entry>(
    _ read: (JSONNode, JSONNode) throws(FormatError) -> Entry
  ) throws(FormatError) -> [Entry] {
    try (self?.object().members ?? []).filter { $0.value.kind != .null }
      .map { member throws(FormatError) in try read(member.key, member.value) }
  }
}

extension JSONNode {
  func timelineDate() throws(FormatError) -> TimelineDate {
    let text = try string()
    do {
      return try TimelineDate(iso8601: text)
    } catch {
      throw self.error(error.description, atDecodedUTF8Offset: error.offset)
    }
  }

  /// Returns a storefront of ISO 3166-1, or Kosovo's.
  func country() throws(FormatError) -> Storefront {
    let storefront = try storefront()
    guard storefront.isCountry else { throw error(Storefront.refusal(of: storefront.code)) }
    return storefront
  }

  func name(_ expected: String, among known: [String]) throws(FormatError) -> String {
    let name = try string()
    if let fault = fault(of: name, expected, among: known) { throw fault }
    return name
  }

  func fault(of name: String, _ expected: String, among known: [String]) -> FormatError? {
    guard !known.contains(name) else { return nil }
    // A short form such as `wait` is far from `wait-between-offers`, but means it.
    let longer = known.filter { $0.hasPrefix(name + "-") }
    let nearest = nearestName(to: name, among: known) ?? (longer.count == 1 ? longer[0] : nil)
    return error("expected \(expected), found '\(name)'".suggesting(nearest))
  }

  func value(of type: ValueType) throws(FormatError) -> Value {
    switch type {
    case .bool: return .bool(try bool())
    case .int: return .int(try integer())
    case .double: return .double(try double())
    case .string: return .string(try string())
    case .timestamp: return .timestamp(try timelineDate().instant)
    case .list(let element):
      var elements: [Value] = []
      for node in try array() { elements.append(try node.value(of: element)) }
      return .list(elements)
    default: throw error("expected no value, because JSON has none of type \(type)")
    }
  }
}
