// Events come as JSON Lines, an object each, whose members are the columns.

extension RowScanner {
  mutating func nextObject() throws(RowError) -> Bool {
    let lineEnd = text.bytes.endOfLine(from: rowStart)
    let mayGoOn = lineEnd == text.bytes.byteCount && !isWhole
    guard !mayGoOn || lineEnd &- rowStart > Self.recordLimit else { return false }
    offset = min(lineEnd &+ 1, text.bytes.byteCount)
    for index in fields.indices { fields[index] = .absent }
    var scanner = JSONScanner(lines: text.bytes.extracting(0..<lineEnd))
    scanner.offset = rowStart
    do throws(JSONError) {
      try Self.readMembers(of: 0, &scanner, &fields, paths)
      try scanner.finish()
    } catch {
      throw RowError(.json(error.kind), at: error.offset)
    }
    return true
  }

  /// Reads an object and those inside of it that hold columns, one after the other without recursion.
  private static func readMembers(
    of root: Int,
    _ scanner: inout JSONScanner,
    _ fields: inout ContiguousArray<RowField>,
    _ paths: JSONPaths
  ) throws(JSONError) {
    var open = [root]
    try scanner.beginObject()
    while let node = open.last {
      guard let key = try scanner.nextKey() else {
        open.removeLast()
        continue
      }
      guard
        let child = paths.nodes[node].children.first(where: {
          scanner.matches(key, paths.nodes[$0].name)
        })
      else {
        _ = try scanner.skipValue()
        continue
      }
      if !paths.nodes[child].children.isEmpty, try scanner.peek() == .object {
        try scanner.beginObject()
        open.append(child)
        continue
      }
      let field = try readField(&scanner)
      guard let column = paths.nodes[child].column else { continue }
      guard fields[column] == .absent else { throw scanner.repetition(of: key) }
      fields[column] = field
    }
  }

  /// Reads a value; null is no value.
  private static func readField(_ scanner: inout JSONScanner) throws(JSONError) -> RowField {
    switch try scanner.peek() {
    case .null:
      try scanner.readNull()
      return .absent
    case .string:
      let string = try scanner.readString()
      return RowField(
        start: string.start,
        end: string.end,
        escaping: string.hasEscapes ? .json : .none
      )
    case .object, .array, .number, .bool:
      let range = try scanner.skipValue()
      return RowField(start: range.lowerBound, end: range.upperBound)
    }
  }
}
