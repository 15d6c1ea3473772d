import CEL

/// The members of an object by their keys; a member that is null counts as absent (T5).
///
/// ```swift
/// let offer = try node.object(keys: ["offerId", "periodCount"])
/// let id = try offer.required("offerId").string()
/// let count = try offer.optional("periodCount")?.integer(in: 1...12) ?? 1
/// ```
package struct JSONObject: Sendable {
  /// The object, for errors about the whole object.
  package let node: JSONNode

  /// The keys and their values, in the order of the file, including null values.
  package let members: [(key: JSONNode, value: JSONNode)]

  /// The indices in `members` by the bytes of the key: strings can be equal although their bytes
  /// differ.
  private let positions: [ContiguousArray<UInt8>: Int]

  init(_ node: JSONNode) throws(FormatError) {
    var members: [(key: JSONNode, value: JSONNode)] = []
    var positions: [ContiguousArray<UInt8>: Int] = [:]
    let children = node.children
    for index in stride(from: 0, to: children.count - 1, by: 2) {
      let key = children[index]
      let name = try key.string()
      guard positions.updateValue(members.count, forKey: ContiguousArray(name.utf8)) == nil else {
        throw key.error("the key '\(name.shownInMessage)' occurs twice")
      }
      members.append((key, children[index + 1]))
    }
    self.node = node
    self.members = members
    self.positions = positions
  }

  /// Returns the value of a key; nil if it is absent or null.
  package func optional(_ key: String) -> JSONNode? {
    guard let position = positions[ContiguousArray(key.utf8)] else { return nil }
    let value = members[position].value
    return value.kind == .null ? nil : value
  }

  package func required(_ key: String) throws(FormatError) -> JSONNode {
    guard let position = positions[ContiguousArray(key.utf8)] else {
      throw node.error("the key '\(key)' is missing")
    }
    let value = members[position].value
    guard value.kind != .null else { throw value.error("the key '\(key)' must not be null") }
    return value
  }

  /// Returns an error for each unknown key; the message has the nearest known key, or all of them.
  func unknownKeys(besides keys: [String]) -> [FormatError] {
    members.compactMap { key, _ in
      guard !keys.contains(where: key.spells), let name = try? key.string() else { return nil }
      let known =
        nearestName(to: name, among: keys).map { "did you mean '\($0)'?" }
        ?? "expected \(keys.quotedAlternatives)"
      return key.error("unknown key '\(name.shownInMessage)'; \(known)")
    }
  }
}
