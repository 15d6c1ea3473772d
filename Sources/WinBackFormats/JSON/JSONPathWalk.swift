/// A walk from the start of a document to an offset, which records the path.
struct JSONPathWalk: ~Copyable, ~Escapable {
  /// An open array or object, and the position of the walk in it.
  private struct Level {
    let kind: JSONKind
    var elementIndex = -1
    var key: JSONString?
    /// Whether the walk is at a member or an element, not between two.
    var isInside = false
  }

  private let target: Int
  private var scanner: JSONScanner
  private var levels: ContiguousArray<Level> = []

  @_lifetime(copy document)
  init(to target: Int, in document: RawSpan) {
    self.target = target
    scanner = JSONScanner(document)
  }

  /// Walks to the target, or to the first fault of the document, and returns the path.
  mutating func path() -> String {
    do throws(JSONError) {
      while try passValueStart(), try findNextValue() {}
    } catch {
      // The target is here: everything before it is valid.
    }
    var path = ""
    for level in levels where level.isInside {
      if let key = level.key {
        path += component(for: scanner.text(of: key), isFirst: path.isEmpty)
      } else {
        path += "[\(level.elementIndex)]"
      }
    }
    return path
  }

  /// Moves after a plain value, or after the opening bracket of an array or object.
  ///
  /// - Returns: Whether the value starts before the target; if not, nothing was read.
  private mutating func passValueStart() throws(JSONError) -> Bool {
    let kind = try scanner.peek()
    guard scanner.offset < target else { return false }
    switch kind {
    case .object:
      try scanner.beginObject()
      levels.append(Level(kind: kind))
    case .array:
      try scanner.beginArray()
      levels.append(Level(kind: kind))
    default: _ = try scanner.skipValue()
    }
    return true
  }

  /// Moves to the next value, and closes the arrays and objects that end before it.
  ///
  /// - Returns: Whether there is one before the target.
  private mutating func findNextValue() throws(JSONError) -> Bool {
    while scanner.offset <= target, var level = levels.popLast() {
      level.isInside = false
      levels.append(level)
      if level.kind == .object {
        level.key = try scanner.nextKey()
        level.isInside = level.key.map { $0.start &- 1 <= target } ?? false
        guard level.key != nil else {
          guard scanner.offset <= target else { return false }
          levels.removeLast()
          continue
        }
      } else {
        guard try scanner.nextElement() else {
          guard scanner.offset <= target else { return false }
          levels.removeLast()
          continue
        }
        level.elementIndex &+= 1
        level.isInside = scanner.offset <= target
      }
      levels[levels.count &- 1] = level
      return scanner.offset <= target
    }
    return false
  }

  /// Returns a key as a component of a path: unchanged if it looks like a name, else in quotes.
  private func component(for key: String, isFirst: Bool) -> String {
    let isName =
      !key.isEmpty
      && key.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
    let shown = key.shownInMessage
    guard isName else { return "[\"\(shown)\"]" }
    return isFirst ? shown : ".\(shown)"
  }
}
