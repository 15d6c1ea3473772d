import CEL

/// A value of a JSON document; typed access throws an error with the location of a wrong type.
package struct JSONNode: Sendable {
  let document: JSONDocument
  let index: Int

  var entry: JSONDocument.Entry { document.entries[index] }

  package var offset: Int { entry.offset }

  /// The bytes of the value in the document.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the value.
  var range: Range<Int> {
    let bytes = document.bytes
    let text = JSONText(bytes.rawBytes)
    return offset..<((try? text.endOfValue(at: offset, depth: 0)) ?? offset)
  }

  package var kind: JSONKind { entry.kind }

  /// The place of a string or a key in the document; nil for other values.
  private var quoted: JSONString? {
    guard kind == .string else { return nil }
    let bytes = document.bytes
    return try? JSONText(bytes.rawBytes).string(at: offset)
  }

  @inline(never)
  package func error(_ message: String) -> FormatError { error(message, at: offset) }

  private func error(_ message: String, at offset: Int) -> FormatError {
    let (bytes, entries) = (document.bytes, document.entries)
    let root = document.rootIndices.last { $0 <= index } ?? 0
    return FormatError(message, at: offset, in: bytes.rawBytes, ofValueAt: entries[root].offset)
  }

  private func mismatch(expected: String) -> FormatError {
    error("expected \(expected), found \(kind)")
  }
}

// MARK: - Plain values

extension JSONNode {
  @inline(never)
  package func string() throws(FormatError) -> String {
    guard let string = quoted else { throw mismatch(expected: "a string") }
    let bytes = document.bytes
    return JSONText(bytes.rawBytes).contents(of: string)
  }

  /// Returns the case with the name in a string.
  ///
  /// - Throws: ``FormatError`` if the value is of another kind or names no case; the message
  ///   suggests the nearest name.
  package func choice<Choice>() throws(FormatError) -> Choice
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    try choice(among: Array(Choice.allCases)) { $0.rawValue }
  }

  /// Returns the same of some values with names.
  func choice<Choice>(
    among choices: [Choice],
    _ name: (Choice) -> String
  ) throws(FormatError) -> Choice {
    let text = try string()
    if let choice = choices.first(where: { name($0).hasBytes(of: text) }) { return choice }
    throw error(choices.map(name).refusal(of: text))
  }

  @inline(never)
  package func bool() throws(FormatError) -> Bool {
    guard kind == .bool else { throw mismatch(expected: "true or false") }
    return document.bytes[offset] == UInt8(ascii: "t")
  }

  /// Returns the number, which can have a fraction and any size.
  package func number() throws(FormatError) -> JSONNumber {
    let bytes = document.bytes
    var scanner = JSONScanner(bytes.rawBytes, at: offset)
    guard kind == .number, let number = try? scanner.readNumber() else {
      throw mismatch(expected: "a number")
    }
    return number
  }

  /// Returns a whole number in any spelling: `12`, `12.0` and `1.2e1` are equal.
  @inline(never)
  package func integer() throws(FormatError) -> Int64 {
    let number = try number()
    guard let integer = number.integer else {
      throw error(
        number.floored == nil
          ? "expected a number of at most 64 bits, found a larger one"
          : "expected a whole number, found one with a fraction"
      )
    }
    return integer
  }

  @inline(never)
  package func integer(in range: ClosedRange<Int>) throws(FormatError) -> Int {
    let integer = try integer()
    guard let value = Int(exactly: integer), range.contains(value) else {
      let bounds =
        range.upperBound == Int.max
        ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw error("expected a whole number \(bounds), found \(integer)")
    }
    return value
  }

  /// Returns the double that is nearest to the number.
  package func double() throws(FormatError) -> Double {
    let number = try number()
    let bytes = document.bytes
    guard let double = JSONText(bytes.rawBytes).double(of: number) else {
      throw error("expected a number that a double can hold, found a larger one")
    }
    return double
  }
}

// MARK: - Arrays and objects

extension JSONNode {
  @inline(never)
  package func array() throws(FormatError) -> [JSONNode] {
    guard kind == .array else { throw mismatch(expected: "an array") }
    return children
  }

  /// Returns the members of an object that can have only the given keys.
  ///
  /// - Throws: ``FormatError`` if the value is of another kind, or has a key twice or an unknown
  ///   key; the message then has the nearest key or all keys.
  @inline(never)
  package func object(keys: [String]) throws(FormatError) -> JSONObject {
    let object = try object()
    if let error = object.unknownKeys(besides: keys, atMost: 1).first { throw error }
    return object
  }

  /// Returns the members of an object that can have any keys.
  @inline(never)
  package func object() throws(FormatError) -> JSONObject {
    guard kind == .object else { throw mismatch(expected: "an object") }
    return try JSONObject(self)
  }

  /// The elements of an array, or the keys and values of an object alternately.
  var children: [JSONNode] {
    var children: [JSONNode] = []
    var next = index &+ 1
    while next < entry.end {
      children.append(JSONNode(document: document, index: next))
      next = document.entries[next].end
    }
    return children
  }

  /// Returns whether the value is a string with the given contents.
  func spells(_ text: String) -> Bool { spellsOne(of: [text]) }

  /// Returns whether the value is a string with the contents of one of some texts.
  func spellsOne(of texts: [String]) -> Bool {
    guard let string = quoted else { return false }
    let bytes = document.bytes
    return texts.contains { JSONText(bytes.rawBytes).matches(string, $0) }
  }
}

// MARK: - Offsets inside a string

extension JSONNode {
  /// Returns the offset in the file of a byte of a string's contents.
  ///
  /// The bytes of an escape have the offset of its backslash; the end of the contents has that of
  /// the closing quote. For a value that is not a string, it is the start of the value.
  package func fileOffset(ofDecodedUTF8Offset decodedOffset: Int) -> Int {
    guard let string = quoted else { return offset }
    let bytes = document.bytes
    return JSONText(bytes.rawBytes).offset(ofDecoded: decodedOffset, in: string)
  }

  package func error(_ message: String, atDecodedUTF8Offset decodedOffset: Int) -> FormatError {
    error(message, at: fileOffset(ofDecodedUTF8Offset: decodedOffset))
  }
}

/// The members of an object by their keys; a member that is null counts as absent (T5).
///
/// ```swift
/// let offer = try node.object(keys: ["offerId", "periodCount"])
/// let id = try offer.required("offerId").string()
/// let count = try offer.optional("periodCount")?.integer(in: 1...12) ?? 1
/// ```
package final class JSONObject: Sendable {
  /// The object, for errors about the whole object.
  package let node: JSONNode

  /// The keys and their values, in the order of the file, including null values.
  package let members: [(key: JSONNode, value: JSONNode)]

  /// The indices in `members` by the key.
  private let positions: [Name: Int]

  /// The name of a key, by its bytes: strings can be equal although their bytes differ.
  private struct Name: Hashable {
    let text: String

    static func == (lhs: Name, rhs: Name) -> Bool { lhs.text.hasBytes(of: rhs.text) }
  }

  init(_ node: JSONNode) throws(FormatError) {
    let children = node.children
    var members: [(key: JSONNode, value: JSONNode)] = []
    var positions: [Name: Int] = [:]
    members.reserveCapacity(children.count / 2)
    positions.reserveCapacity(children.count / 2)
    for index in stride(from: 0, to: children.count - 1, by: 2) {
      let key = children[index]
      let name = try key.string()
      guard positions.updateValue(members.count, forKey: Name(text: name)) == nil else {
        throw key.error("the key '\(name.shownInMessage)' occurs twice")
      }
      members.append((key, children[index + 1]))
    }
    self.node = node
    self.members = members
    self.positions = positions
  }

  /// Returns the value of a key; nil if it is absent or null.
  @inline(never)
  package func optional(_ key: String) -> JSONNode? {
    guard let position = positions[Name(text: key)] else { return nil }
    let value = members[position].value
    return value.kind == .null ? nil : value
  }

  @inline(never)
  package func required(_ key: String) throws(FormatError) -> JSONNode {
    guard let position = positions[Name(text: key)] else {
      throw node.error("the key '\(key)' is missing")
    }
    let value = members[position].value
    guard value.kind != .null else { throw value.error("the key '\(key)' must not be null") }
    return value
  }

  /// Returns the elements of the array of a key; none if it is absent or null.
  package func elements(_ key: String) throws(FormatError) -> [JSONNode] {
    try optional(key)?.array() ?? []
  }

  /// Returns errors for the first unknown keys; a message has the nearest known key, or all of them.
  func unknownKeys(besides keys: [String], atMost limit: Int) -> [FormatError] {
    let unknown = members.filter { !$0.key.spellsOne(of: keys) }
    return unknown.prefix(limit).compactMap { key, _ in
      guard let name = try? key.string() else { return nil }
      let known =
        nearestName(to: name, among: keys).map { "did you mean '\($0)'?" }
        ?? "expected \(keys.quotedAlternatives)"
      return key.error("unknown key '\(name.shownInMessage)'; \(known)")
    }
  }
}

/// Reads the members of an object and records every fault, so that one does not hide the others.
///
/// A member that cannot be read is nil. A missing key is not reported if the object has an unknown
/// key, which can be a misspelling of it.
struct MemberReader {
  /// The most faults that are kept: to find the line of one, the document is read again.
  static let errorLimit = 100

  private let object: JSONObject
  private var hasUnknownKeys = false
  private(set) var errors: [FormatError] = []

  /// Creates a reader of an object that can have any keys.
  init(_ object: JSONObject) { self.object = object }

  init(_ node: JSONNode, keys: [String]) throws(FormatError) {
    self.init(try node.object())
    errors = object.unknownKeys(besides: keys, atMost: Self.errorLimit)
    hasUnknownKeys = !errors.isEmpty
  }

  /// The value of a key; nil if it is absent or null.
  subscript(key: String) -> JSONNode? { object.optional(key) }

  /// Reads a required member by a method of its node; nil if it has a fault.
  mutating func required<Value>(
    _ key: String,
    _ read: (JSONNode) -> () throws(FormatError) -> Value
  ) -> Value? {
    guard !hasUnknownKeys else { return optional(key, read) }
    do throws(FormatError) {
      return value(of: try object.required(key), read)
    } catch {
      errors.append(error)
      return nil
    }
  }

  /// Reads a member that can be absent or null; also nil if it has a fault.
  mutating func optional<Value>(
    _ key: String,
    _ read: (JSONNode) -> () throws(FormatError) -> Value
  ) -> Value? {
    value(of: object.optional(key), read)
  }

  /// Reads the elements of an array that can be absent; elements with a fault are left out.
  mutating func elements<Value>(
    _ key: String,
    _ read: (JSONNode) -> () throws(FormatError) -> Value
  ) -> [Value] {
    let nodes = optional(key, JSONNode.array) ?? []
    return nodes.compactMap { value(of: $0, read) }
  }

  /// Reads a value that can be absent; also nil if it has a fault.
  mutating func value<Value>(
    of node: JSONNode?,
    _ read: (JSONNode) -> () throws(FormatError) -> Value
  ) -> Value? {
    guard let node else { return nil }
    do throws(FormatError) {
      return try read(node)()
    } catch {
      errors.append(error)
      return nil
    }
  }

  /// Records a fault if a key is present together with another that excludes it.
  mutating func exclude(_ key: String, besides other: String) {
    guard self[other] != nil, let node = self[key] else { return }
    errors.append(node.error("expected either '\(key)' or '\(other)', found both"))
  }

  /// Throws the first fault, if there is one.
  func check() throws(FormatError) {
    if let error = errors.first { throw error }
  }
}
