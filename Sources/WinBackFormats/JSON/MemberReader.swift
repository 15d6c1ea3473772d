/// Reads the members of an object and takes note of every fault, so that one does not hide the others.
///
/// A member that cannot be read is nil. A key that is missing is no fault of its own where there is an
/// unknown one, which may have been meant for it.
struct MemberReader {
  private let object: JSONObject
  private let hasUnknownKeys: Bool
  private(set) var errors: [FormatError]

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - node: The object.
  ///   - keys: The keys that it may have.
  /// - Throws: ``FormatError`` if the value is no object, or has a key twice.
  init(_ node: JSONNode, keys: [String]) throws(FormatError) {
    object = try node.object()
    errors = object.unknownKeys(besides: keys)
    hasUnknownKeys = !errors.isEmpty
  }

  /// Reads a member that must be there; nil if it is at fault.
  mutating func required<Value>(
    _ key: String,
    _ read: (JSONNode) throws(FormatError) -> Value
  ) -> Value? {
    if hasUnknownKeys, object.optional(key) == nil { return nil }
    return value { [object] () throws(FormatError) in try read(object.required(key)) }
  }

  /// Reads a member that may be absent or null; nil also where it is at fault.
  mutating func optional<Value>(
    _ key: String,
    _ read: (JSONNode) throws(FormatError) -> Value
  ) -> Value? {
    guard let node = object.optional(key) else { return nil }
    return value { () throws(FormatError) in try read(node) }
  }

  /// Reads the elements of an array, which may be absent; those at fault are left out.
  mutating func elements<Value>(
    _ key: String,
    _ read: (JSONNode) throws(FormatError) -> Value
  ) -> [Value] {
    let nodes = optional(key) { node throws(FormatError) in try node.array() } ?? []
    return nodes.compactMap { node in value { () throws(FormatError) in try read(node) } }
  }

  /// Returns whether one of some keys is there.
  func has(oneOf keys: [String]) -> Bool { keys.contains { object.optional($0) != nil } }

  /// Takes note where a key is there besides another that excludes it.
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
