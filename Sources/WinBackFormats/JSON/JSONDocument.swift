/// A JSON document in memory, for small inputs whose values are read in any order.
///
/// Catalogs, rule sets and scenarios are read this way. Histories are read with ``JSONScanner``,
/// which stores nothing.
///
/// It is a class because each node contains it: a copy of a node then counts one reference, not
/// three.
package final class JSONDocument: Sendable {
  /// A key or a value; after a key comes its value, after an array or object its contents.
  struct Entry: Sendable {
    let offset: Int
    let kind: JSONKind
    /// The index after the last entry inside this one.
    var end: Int
  }

  package let bytes: ContiguousArray<UInt8>

  /// The greatest number of keys and values of a document, for which it takes up to 1 GiB.
  static let entryLimit = 1 << 24

  let entries: ContiguousArray<Entry>

  /// The indices of the top-level values: one, or several if documents follow each other.
  let rootIndices: ContiguousArray<Int>

  /// Reads a document, or consecutive documents such as the pages of a list in one file.
  ///
  /// - Throws: ``FormatError`` if the bytes are not JSON.
  /// - Complexity: O(*n*) for *n* bytes; no recursion.
  package init(
    parsing bytes: ContiguousArray<UInt8>,
    asSequence isSequence: Bool = false
  ) throws(FormatError) {
    self.bytes = bytes
    var scanner = JSONScanner(bytes.rawBytes)
    var entries: ContiguousArray<Entry> = []
    var rootIndices: ContiguousArray<Int> = []
    while isSequence ? scanner.skipWhitespace() : rootIndices.isEmpty {
      rootIndices.append(entries.count)
      let start = scanner.offset
      do throws(JSONError) {
        try JSONDocument.readEntries(&scanner, into: &entries)
        if !isSequence { try scanner.finish() }
      } catch {
        throw FormatError(error.description, at: error.offset, in: bytes.rawBytes, ofValueAt: start)
      }
    }
    self.entries = entries
    self.rootIndices = rootIndices
  }

  package var root: JSONNode { JSONNode(document: self, index: 0) }

  var roots: [JSONNode] { rootIndices.map { JSONNode(document: self, index: $0) } }

  private static func readEntries(
    _ scanner: inout JSONScanner,
    into entries: inout ContiguousArray<Entry>
  ) throws(JSONError) {
    /// The indices of the arrays and objects that are not closed yet.
    var open: ContiguousArray<Int> = []
    repeat {
      let kind = try scanner.peek()
      let offset = scanner.offset
      switch kind {
      case .object:
        try scanner.beginObject()
        open.append(entries.count)
      case .array:
        try scanner.beginArray()
        open.append(entries.count)
      case .string, .number, .bool, .null: _ = try scanner.skipValue()
      }
      guard entries.count < entryLimit else {
        throw JSONError(
          "expected at most \(entryLimit) keys and values in a document, found more",
          at: offset
        )
      }
      entries.append(Entry(offset: offset, kind: kind, end: entries.count &+ 1))

      while let container = open.last {
        if entries[container].kind == .object {
          if let key = try scanner.nextKey() {
            entries.append(Entry(offset: key.start &- 1, kind: .string, end: entries.count &+ 1))
            break
          }
        } else if try scanner.nextElement() {
          break
        }
        entries[container].end = entries.count
        open.removeLast()
      }
    } while !open.isEmpty
  }
}
