import WinBackFormats

/// The ways through a document, which must agree on what is JSON.
enum JSONWalk: CaseIterable {
  /// One call that skips all of it.
  case skipping
  /// The calls that a reader makes.
  case pulling
  /// The tree.
  case building

  /// What a walk finds wrong.
  struct Fault: Hashable {
    let message: String
    let offset: Int
  }

  /// Returns what is wrong with a document, or nil where it is right.
  func fault(in document: ContiguousArray<UInt8>) -> Fault? {
    guard self != .building else {
      do throws(FormatError) {
        _ = try JSONDocument(parsing: document)
        return nil
      } catch {
        return Fault(message: error.message, offset: error.offset)
      }
    }
    var scanner = JSONScanner(document.rawBytes)
    do throws(JSONError) {
      if self == .pulling { try pull(&scanner) } else { _ = try scanner.skipValue() }
      try scanner.finish()
      return nil
    } catch {
      return Fault(message: error.description, offset: error.offset)
    }
  }

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

/// Returns what all walks find wrong with a document; nil where it is right.
///
/// The walks have quick ways that they only take far from the end of the bytes, so each also goes
/// through the document with spaces after it, where it must find the same.
func agreedFault(in document: ContiguousArray<UInt8>) -> JSONWalk.Fault? {
  let padded = document + repeatElement(UInt8(ascii: " "), count: 40)
  let fault = JSONWalk.skipping.fault(in: document)
  let isCutOff = fault?.offset == document.count
  let agree = JSONWalk.allCases.allSatisfy { walk in
    walk.fault(in: document) == fault && (isCutOff || walk.fault(in: padded) == fault)
  }
  return agree ? fault : JSONWalk.Fault(message: "the walks disagree", offset: -1)
}
