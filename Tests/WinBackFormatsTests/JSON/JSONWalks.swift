import WinBackFormats

/// Three ways through a document that must agree on what is JSON.
enum JSONWalk: CaseIterable {
  case skipping
  case pulling

  /// Returns the error of a document, or nil where it is right.
  func error(in document: ContiguousArray<UInt8>) -> JSONError? {
    var scanner = JSONScanner(document.rawBytes)
    do throws(JSONError) {
      switch self {
      case .skipping: _ = try scanner.skipValue()
      case .pulling: try pull(&scanner)
      }
      try scanner.finish()
      return nil
    } catch {
      return error
    }
  }

  /// Reads a value by the calls that a reader makes.
  private func pull(_ scanner: inout JSONScanner) throws(JSONError) {
    switch try scanner.peek() {
    case .object:
      try scanner.beginObject()
      while let key = try scanner.nextKey() {
        _ = scanner.text(of: key)
        try pull(&scanner)
      }
    case .array:
      try scanner.beginArray()
      while try scanner.nextElement() { try pull(&scanner) }
    case .string: _ = scanner.text(of: try scanner.readString())
    case .number: _ = try scanner.readNumber()
    case .bool: _ = try scanner.readBool()
    case .null: try scanner.readNull()
    }
  }
}
