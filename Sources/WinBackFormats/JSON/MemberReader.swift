/// Reads the members of an object and records every fault, so that one does not hide the others.
///
/// A member that cannot be read is nil. A missing key is not reported if the object has an unknown
/// key, which can be a misspelling of it.
struct MemberReader {
  private let object: JSONObject
  private let hasUnknownKeys: Bool
  private(set) var errors: [FormatError]

  init(_ node: JSONNode, keys: [String]) throws(FormatError) {
    object = try node.object()
    errors = object.unknownKeys(besides: keys)
    hasUnknownKeys = !errors.isEmpty
  }

  /// Reads a required member; nil if it has a fault.
  mutating func required<Value>(
    _ key: String,
    _ read: (JSONNode) throws(FormatError) -> Value
  ) -> Value? {
    if hasUnknownKeys, object.optional(key) == nil { return nil }
    return value { [object] () throws(FormatError) in try read(object.required(key)) }
  }

  /// Reads a member that can be absent or null; also nil if it has a fault.
  mutating func optional<Value>(
    _ key: String,
    _ read: (JSONNode) throws(FormatError) -> Value
  ) -> Value? {
    guard let node = object.optional(key) else { return nil }
    return value { () throws(FormatError) in try read(node) }
  }

  /// Reads the elements of an array that can be absent; elements with a fault are left out.
  mutating func elements<Value>(
    _ key: String,
    _ read: (JSONNode) throws(FormatError) -> Value
  ) -> [Value] {
    let nodes = optional(key) { node throws(FormatError) in try node.array() } ?? []
    return nodes.compactMap { node in value { () throws(FormatError) in try read(node) } }
  }

  func has(oneOf keys: [String]) -> Bool { keys.contains { object.optional($0) != nil } }

  /// Records a fault if a key is present together with another that excludes it.
  mutating func exclude(_ key: String, besides other: String) {
    guard object.optional(other) != nil, let node = object.optional(key) else { return }
    errors.append(node.error("expected either '\(key)' or '\(other)', found both"))
  }

  private mutating func value<Value>(_ read: () throws(FormatError) -> Value) -> Value? {
    do throws(FormatError) {
      return try read()
    } catch {
      errors.append(error)
      return nil
    }
  }
}
