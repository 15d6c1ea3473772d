/// The lines and columns of a document, for many offsets in it.
///
/// The time to find a position does not depend on the offset.
package struct JSONPositions: Sendable {
  /// The number of bytes between two offsets whose positions are stored.
  private static let distance = 1024

  private let bytes: ContiguousArray<UInt8>
  /// The position of every byte whose offset is a multiple of the distance.
  private let marks: ContiguousArray<(line: Int, column: Int)>

  package init(of document: JSONDocument) {
    let bytes = document.bytes
    let text = bytes.rawBytes
    var marks: ContiguousArray<(line: Int, column: Int)> = []
    var position = (line: 1, column: 1)
    var offset = 0
    while offset < text.byteCount {
      marks.append(position)
      let end = min(offset + Self.distance, text.byteCount)
      position = Self.position(of: end, from: (offset, position), in: text)
      offset = end
    }
    self.bytes = bytes
    self.marks = marks
  }

  /// Returns an error at a value, as ``JSONNode/error(_:)`` does for a single one.
  package func error(_ message: String, at node: JSONNode) -> FormatError {
    let markIndex = node.offset / Self.distance
    let mark = marks.indices.contains(markIndex) ? marks[markIndex] : (1, 1)
    let position = Self.position(
      of: node.offset,
      from: (markIndex * Self.distance, mark),
      in: bytes.rawBytes
    )
    return FormatError(
      message: message,
      offset: node.offset,
      line: position.line,
      column: position.column,
      path: node.path
    )
  }

  /// Returns the position of an offset from the known position of an earlier offset.
  ///
  /// Each line feed ends a line, and columns count Unicode scalars, as an editor shows them except
  /// for combined characters.
  static func position(
    of offset: Int,
    from known: (offset: Int, position: (line: Int, column: Int)) = (0, (1, 1)),
    in text: RawSpan
  ) -> (line: Int, column: Int) {
    var (line, column) = known.position
    // A byte order mark does not count.
    let start = max(known.offset, known.offset == 0 ? JSONText(text).start : 0)
    for index in start..<max(start, min(offset, text.byteCount)) {
      let byte = text.byte(at: index)
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line &+ 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column &+= 1
      }
    }
    return (line, column)
  }
}

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
        path.append(key: scanner.text(of: key))
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
}

extension String {
  /// Appends a key to a path: unchanged if it looks like a name, else in quotes.
  mutating func append(key: String) {
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
    self += !isName ? "[\"\(shown)\"]" : isEmpty ? shown : ".\(shown)"
  }
}
