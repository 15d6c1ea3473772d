import CEL

/// The lines, columns and paths of a document, for many of its values.
///
/// The time to find a position does not depend on where it is.
package struct JSONPositions: Sendable {
  /// The number of bytes between two offsets whose positions are stored.
  private static let distance = 1024

  private let document: JSONDocument
  /// The position of every byte whose offset is a multiple of the distance.
  private let marks: ContiguousArray<(line: Int, column: Int)>
  /// Of each key and value: the index of the array or object that it is in, -1 for a top-level value, and
  /// how many keys and values of that are before it.
  ///
  /// Paths need it, and lines do not.
  private lazy var owners = Self.owners(in: document.entries)

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
    self.document = document
    self.marks = marks
  }

  private static func owners(
    in entries: ContiguousArray<JSONDocument.Entry>
  ) -> ContiguousArray<(index: Int32, number: Int32)> {
    var owners: ContiguousArray<(index: Int32, number: Int32)> = []
    owners.reserveCapacity(entries.count)
    // The arrays and objects that are open, each with how many keys and values of it were found.
    var open: [(index: Int32, number: Int32)] = []
    for (index, entry) in entries.enumerated() {
      while let last = open.last, entries[Int(last.index)].end <= index { open.removeLast() }
      owners.append(open.last ?? (-1, 0))
      if !open.isEmpty { open[open.count - 1].number += 1 }
      if entry.kind == .array || entry.kind == .object { open.append((Int32(index), 0)) }
    }
    return owners
  }

  /// Returns the line on which a value starts.
  package func line(of node: JSONNode) -> Int { position(of: node.offset).line }

  /// Returns an error at a value, with its path in the document.
  package mutating func error(_ message: String, at node: JSONNode) -> FormatError {
    let (line, column) = position(of: node.offset)
    return FormatError(
      message: message,
      offset: node.offset,
      line: line,
      column: column,
      path: path(of: node)
    )
  }

  private mutating func path(of node: JSONNode) -> String {
    var indices: [Int] = []
    var index = node.index
    while owners[index].index >= 0 {
      indices.append(index)
      index = Int(owners[index].index)
    }
    var path = ""
    for index in indices.reversed() {
      let (owner, number) = owners[index]
      if document.entries[Int(owner)].kind == .array {
        path += "[\(number)]"
      } else {
        // A value comes right after its key.
        let key = JSONNode(document: document, index: index - Int(number % 2))
        path.append(key: (try? key.string()) ?? "")
      }
    }
    return path
  }

  private func position(of offset: Int) -> (line: Int, column: Int) {
    let markIndex = offset / Self.distance
    let mark = marks.indices.contains(markIndex) ? marks[markIndex] : (1, 1)
    let bytes = document.bytes
    return Self.position(of: offset, from: (markIndex * Self.distance, mark), in: bytes.rawBytes)
  }

  /// Returns the position of an offset from the known position of an earlier offset.
  ///
  /// Each line feed ends a line, and columns count Unicode scalars, as an editor shows them except
  /// for combined characters.
  static func position(
    of offset: Int,
    from known: (offset: Int, position: (line: Int, column: Int)),
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

extension JSONScanner {
  /// Walks to an offset, or to the first fault of the document, and returns the path there.
  mutating func path(to target: Int) -> String {
    /// The open arrays and objects, each with the key or the index of a member or an element, and
    /// whether the walk is inside of that.
    var levels: ContiguousArray<(kind: JSONKind, key: JSONString?, index: Int, isInside: Bool)> = []
    do throws(JSONError) {
      walk: while true {
        let kind = try peek()
        guard offset < target else { break walk }
        switch kind {
        case .object:
          try beginObject()
          levels.append((kind, nil, -1, false))
        case .array:
          try beginArray()
          levels.append((kind, nil, -1, false))
        case .string, .number, .bool, .null: _ = try skipValue()
        }
        var start: Int?
        repeat {
          guard offset <= target, let last = levels.indices.last else { break walk }
          levels[last].isInside = false
          if levels[last].kind == .object {
            levels[last].key = try nextKey()
            start = levels[last].key.map { $0.start &- 1 }
          } else {
            start = try nextElement() ? offset : nil
            levels[last].index &+= 1
          }
          if let start { levels[last].isInside = start <= target } else { levels.removeLast() }
        } while start == nil
      }
    } catch {
      // The target is here: everything before it is valid.
    }
    var path = ""
    for level in levels where level.isInside {
      if let key = level.key { path.append(key: text(of: key)) } else { path += "[\(level.index)]" }
    }
    return path
  }
}

extension String {
  /// Appends a key to a path: unchanged if it looks like a name, else in quotes.
  mutating func append(key: String) {
    let isName =
      !key.isEmpty && key.utf8.allSatisfy { $0.isIdentifierPart || $0 == UInt8(ascii: "-") }
    let shown = key.shownInMessage
    self += !isName ? "[\"\(shown)\"]" : isEmpty ? shown : ".\(shown)"
  }
}
