import CEL

/// How the rows of a table are written.
package struct TableLayout: Sendable, Hashable {
  /// The byte between the fields of CSV; 0 if the rows are JSON Lines.
  let delimiter: UInt8
  /// The header as it is written, without its line end; files that were joined have it again.
  let header: ContiguousArray<UInt8>
  /// Where the columns are in rows of JSON.
  let paths: JSONPaths
  /// Whether a row of JSON has several lines, of which only the first begins with a brace.
  let spansLines: Bool
  /// What depends on each column.
  var uses: ContiguousArray<RowChanges>
  /// How a line is recognised as a row; nil as long as it is not known what the columns mean.
  var shape: RowShape?

  init(delimiter: UInt8, header: ContiguousArray<UInt8>, columnCount: Int) {
    self.delimiter = delimiter
    self.header = header
    paths = JSONPaths([])
    spansLines = false
    uses = ContiguousArray(repeating: [], count: columnCount)
  }

  /// Creates the layout of rows that are objects, whose columns are the values at these paths.
  init(paths: [String], spansLines: Bool = false) {
    delimiter = 0
    self.spansLines = spansLines
    header = []
    self.paths = JSONPaths(paths)
    uses = ContiguousArray(repeating: [], count: paths.count)
  }
}

/// The members of an object that are the columns of a table, also those of objects inside of it.
package struct JSONPaths: Sendable, Hashable {
  struct Node: Sendable, Hashable {
    var name: String
    /// The column that the value is, if it is one.
    var column: Int?
    var children: [Int] = []
  }

  /// The first node stands for the row itself.
  private(set) var nodes: [Node] = [Node(name: "")]

  /// Creates the paths.
  ///
  /// - Parameter paths: The names from the outside in, with dots between them, in the order of the
  ///   columns.
  init(_ paths: [String]) {
    for (column, path) in paths.enumerated() {
      var index = 0
      for name in path.split(separator: ".", omittingEmptySubsequences: false) {
        index = child(of: index, String(name))
      }
      nodes[index].column = column
    }
  }

  private mutating func child(of index: Int, _ name: String) -> Int {
    if let known = nodes[index].children.first(where: { nodes[$0].name == name }) { return known }
    nodes.append(Node(name: name))
    nodes[index].children.append(nodes.count - 1)
    return nodes.count - 1
  }
}

/// The columns of a table: those that the first line of CSV names, or the keys of JSON Lines.
package struct TableHeader: Sendable, Hashable {
  /// The names, without spaces around them.
  package let columns: [String]

  /// The columns that the table has; empty if that is not known of rows that are objects.
  fileprivate(set) var found: [String]

  /// The offset of the first row.
  package let end: Int

  /// How the rows are written.
  package let layout: TableLayout

  /// What may stand between fields; of those that a header has equally often, the first counts.
  static let delimiters = [
    UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
  ]

  /// Reads the header that an input starts with, after a byte order mark and blank lines.
  ///
  /// The delimiter is the one of comma, semicolon, tab and vertical bar that is there most often.
  ///
  /// - Parameters:
  ///   - bytes: The start of the input.
  ///   - isWhole: Whether that is all of it.
  ///   - keys: The columns if the rows are objects, as paths; nil if they are always CSV.
  /// - Returns: The header; nil if more bytes are needed to know.
  /// - Throws: ``RowError`` if it is broken, or if there is none.
  package static func read(
    _ bytes: RawSpan,
    isWhole: Bool,
    orKeys keys: [String]? = nil
  ) throws(RowError) -> TableHeader? {
    let text = JSONText(bytes)
    if let keys {
      let first = text.endOfWhitespace(from: text.start)
      guard first < bytes.byteCount || isWhole else { return nil }
      if text.byte(at: first) == UInt8(ascii: "{") {
        var next = first &+ 1
        while [UInt8(ascii: " "), UInt8(ascii: "\r")].contains(text.byte(at: next)) { next &+= 1 }
        guard next < bytes.byteCount || isWhole else { return nil }
        let spansLines = text.byte(at: next) == UInt8(ascii: "\n")
        let layout = TableLayout(paths: keys, spansLines: spansLines)
        return TableHeader(columns: keys, found: [], end: text.start, layout: layout)
      }
    }
    var start = text.start
    while bytes.byte(at: start) == UInt8(ascii: "\n") || bytes.byte(at: start) == UInt8(ascii: "\r")
    {
      start &+= 1
    }
    let line = bytes.extracting(start..<max(start, bytes.endOfLine(from: start)))
    let delimiter = delimiter(of: line)
    var count = 1
    while true {
      // The number of columns shows only in the error of a wrong one.
      var scanner = RowScanner(
        bytes,
        TableLayout(delimiter: delimiter, header: [], columnCount: count),
        from: start,
        isWhole: isWhole
      )
      do throws(RowError) {
        guard try scanner.next() else {
          if isWhole { throw RowError(.noHeader, at: 0) }
          return nil
        }
      } catch {
        guard case .ragged(let found, _) = error.kind, found != count else { throw error }
        count = found
        continue
      }
      var header: ContiguousArray<UInt8> = []
      header.append(contentsOf: bytes, in: bytes.withoutLineEnd(start..<scanner.offset))
      if let end = header.firstLoneCarriageReturn {
        let message =
          "expected lines that end with a line feed, found a carriage return alone; "
          + #"'tr "\r" "\n"' converts them"#
        throw RowError(.rejected(message), at: start &+ end)
      }
      let columns = (0..<count).map { scanner.field($0).text(in: bytes).trimmingSpaces }
      return TableHeader(
        columns: columns,
        found: columns,
        end: scanner.offset,
        layout: TableLayout(delimiter: delimiter, header: header, columnCount: count)
      )
    }
  }

  /// How many rows are searched for members that are no columns.
  private static let rowsWithOthers = 100

  /// Returns the columns that rows have that are objects, and then their other members.
  fileprivate func columnsOfRows(in bytes: RawSpan, isWhole: Bool) -> [String] {
    var scanner = RowScanner(bytes, layout, from: end, isWhole: isWhole)
    var isFound = columns.map { _ in false }
    var others: Set<String> = []
    var count = 0
    while true {
      do throws(RowError) {
        guard try scanner.next() else { break }
      } catch {
        continue
      }
      for index in columns.indices where scanner.field(index) != .absent { isFound[index] = true }
      guard count < Self.rowsWithOthers, others.count < 1_000 else { continue }
      count += 1
      others.formUnion(FormatEvidence(of: bytes.extracting(scanner.rowStart..<scanner.offset)).keys)
    }
    let opened = others.filter { other in columns.contains { $0.hasPrefix(other + ".") } }
    let unread = others.subtracting(columns).subtracting(opened).filter { other in
      // The members of an object that is not read are not named as well.
      other.lastIndex(of: ".").map { opened.contains(String(other[..<$0])) } ?? true
    }
    return zip(columns, isFound).filter { $0.1 }.map { $0.0 } + unread.ordered()
  }

  private static func delimiter(of line: RawSpan) -> UInt8 {
    var counts = delimiters.map { _ in 0 }
    var isQuoted = false
    for offset in 0..<line.byteCount {
      let byte = line.byte(at: offset)
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard !isQuoted, let index = delimiters.firstIndex(of: byte) else { continue }
      counts[index] += 1
    }
    let most = counts.max() ?? 0
    return delimiters[counts.firstIndex(of: most) ?? 0]
  }
}

extension StringProtocol {
  var trimmingSpaces: String { trimming { $0 == " " } }

  /// Returns the text without some characters around it.
  func trimming(_ isLeftOut: (Character) -> Bool) -> String {
    let start = firstIndex { !isLeftOut($0) } ?? endIndex
    let end = lastIndex { !isLeftOut($0) }.map(index(after:)) ?? start
    return String(self[start..<end])
  }
}

/// A table whose columns are known: the first thing to determine about one.
package struct OpenTable: Sendable {
  package let plan: ColumnPlan

  /// The offset of the first row.
  package let start: Int

  /// Opens a table; nil if more bytes are needed to know.
  package static func open(
    _ bytes: RawSpan,
    _ mapping: Mapping,
    isWhole: Bool
  ) throws(FormatError) -> OpenTable? {
    let header: TableHeader?
    do throws(RowError) {
      header = try TableHeader.read(bytes, isWhole: isWhole, orKeys: mapping.columns)
    } catch {
      throw FormatError(error, in: bytes)
    }
    guard var header else { return nil }
    // Rows of a known format can leave out what they do not need.
    if header.layout.delimiter == 0, mapping.signs.isEmpty {
      header.found = header.columnsOfRows(in: bytes, isWhole: isWhole)
      guard isWhole || mapping.isComplete(among: header.found) else { return nil }
    }
    return OpenTable(plan: try ColumnPlan(mapping, header), start: header.end)
  }
}

extension ContiguousArray<UInt8> {
  /// The first carriage return without a line feed after it, by which some programs end lines.
  fileprivate var firstLoneCarriageReturn: Int? {
    indices.first { index in
      self[index] == UInt8(ascii: "\r")
        && (index == endIndex - 1 || self[index + 1] != UInt8(ascii: "\n"))
    }
  }
}
