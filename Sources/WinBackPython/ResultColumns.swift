import ArrowInterface
import CalendarTime
import WinBackFormats

/// Results as columns, read from the CSV of a run.
struct ResultColumns: Sendable {
  private(set) var count = 0
  private var columns: [ResultColumn]

  init(header: ArraySlice<UInt8>) {
    let names = header.split(separator: UInt8(ascii: ",")).map {
      String(decoding: $0, as: UTF8.self)
    }
    columns = names.map { ResultColumn($0, isLong: names.contains("offerId")) }
  }
}

extension ResultColumns {
  /// Appends the rows of a text from an offset; the text ends with a complete row.
  mutating func append(_ text: ContiguousArray<UInt8>, from start: Int) {
    var offset = start
    while offset < text.count {
      var isEmpty = false
      for index in columns.indices {
        let field = Self.field(of: text, at: &offset)
        switch field {
        case .plain(let range): columns[index].append(text[range], isAbsent: isEmpty)
        case .quoted(let bytes): columns[index].append(bytes[...], isAbsent: isEmpty)
        }
        isEmpty = columns[index].isEmptyList
      }
      count += 1
    }
  }

  private enum Field {
    case plain(Range<Int>)
    case quoted(ContiguousArray<UInt8>)
  }

  /// Reads a field, and moves after the comma or the line feed that follows it.
  private static func field(of text: ContiguousArray<UInt8>, at offset: inout Int) -> Field {
    let start = offset
    if text[start] != UInt8(ascii: "\"") {
      while offset < text.count, text[offset] != UInt8(ascii: ","),
        text[offset] != UInt8(ascii: "\n")
      {
        offset += 1
      }
      defer { offset += 1 }
      return .plain(start..<offset)
    }
    var bytes: ContiguousArray<UInt8> = []
    offset += 1
    while offset < text.count {
      if text[offset] == UInt8(ascii: "\"") {
        offset += 1
        guard offset < text.count, text[offset] == UInt8(ascii: "\"") else { break }
      }
      bytes.append(text[offset])
      offset += 1
    }
    offset += 1
    return .quoted(bytes)
  }

  mutating func removeAll() {
    count = 0
    for index in columns.indices { columns[index].removeAll() }
  }

  // MARK: - Arrow

  func exportSchema(to schema: UnsafeMutablePointer<ArrowSchema>) {
    let children = unsafe columns.map { unsafe $0.schema }
    unsafe schema.initialize(to: ArrowMemory.schema("+s", "", isNullable: false, children))
  }

  func exportBatch(to array: UnsafeMutablePointer<ArrowArray>) {
    let children = unsafe columns.map { unsafe $0.array(count) }
    unsafe array.initialize(to: ArrowMemory.array(count, nulls: 0, [nil], children, ArrowMemory()))
  }
}

/// A column of results: a text or an instant in each row, or a list of them.
private struct ResultColumn: Sendable {
  private let name: String
  private let hasLists: Bool
  private let hasInstants: Bool
  /// Whether an empty field means no value; it is a text for identifiers of customers and groups.
  private let isNullable: Bool
  /// The end offsets of the lists.
  private var listEnds: ContiguousArray<Int32> = [0]
  private var textEnds: ContiguousArray<Int32> = [0]
  private var bytes: ContiguousArray<UInt8> = []
  private var instants: ContiguousArray<Int64> = []
  /// A bit for each value, set if the value is present.
  private var validity: ContiguousArray<UInt8> = []
  private var valueCount = 0
  private var nullCount = 0

  init(_ name: String, isLong: Bool) {
    self.name = name
    hasInstants = ["eligibleFrom", "eligibleThrough"].contains(name)
    hasLists =
      ["eligibleWinBackOfferIDs", "undeterminedWinBackOfferIDs"].contains(name)
      || !isLong && hasInstants
    isNullable = !hasLists && !["customerId", "subscriptionGroupIdentifier"].contains(name)
  }

  /// Whether the last row has a list without values.
  var isEmptyList: Bool {
    hasLists && listEnds.count > 1 && listEnds[listEnds.count - 1] == listEnds[listEnds.count - 2]
  }

  /// Appends a field.
  ///
  /// - Parameters:
  ///   - text: The field; the values of a list have semicolons between them.
  ///   - isAbsent: Whether an empty list has no values; if not, it has one empty value.
  mutating func append(_ text: ArraySlice<UInt8>, isAbsent: Bool) {
    guard hasLists else { return appendValue(text) }
    if !(text.isEmpty && (isAbsent || !hasInstants)) {
      for part in text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
        appendValue(part)
      }
    }
    listEnds.append(Int32(valueCount))
  }

  private mutating func appendValue(_ text: ArraySlice<UInt8>) {
    let isThere = !text.isEmpty || !(isNullable || hasInstants)
    if valueCount & 7 == 0 { validity.append(0) }
    if isThere {
      validity[validity.count - 1] |= 1 << UInt8(valueCount & 7)
    } else {
      nullCount += 1
    }
    valueCount += 1
    if hasInstants {
      let date = unsafe text.withUnsafeBytes { try? ISO8601Date(parsing: unsafe $0.bytes) }
      instants.append(date?.instant.milliseconds ?? 0)
    } else {
      bytes.append(contentsOf: text)
      textEnds.append(Int32(bytes.count))
    }
  }

  mutating func removeAll() {
    (listEnds, textEnds, valueCount, nullCount) = ([0], [0], 0, 0)
    bytes.removeAll(keepingCapacity: true)
    instants.removeAll(keepingCapacity: true)
    validity.removeAll(keepingCapacity: true)
  }

  // MARK: - Arrow

  var schema: ArrowSchema {
    let format = hasInstants ? "tsm:UTC" : "u"
    guard hasLists else { return unsafe ArrowMemory.schema(format, name, isNullable: isNullable) }
    let item = unsafe ArrowMemory.schema(format, "item", isNullable: true)
    return unsafe ArrowMemory.schema("+l", name, isNullable: false, [item])
  }

  func array(_ count: Int) -> ArrowArray {
    let memory = ArrowMemory()
    let validity = unsafe nullCount > 0 ? memory.copy(validity) : nil
    let values =
      unsafe hasInstants
      ? ArrowMemory.array(
        valueCount,
        nulls: nullCount,
        [validity, memory.copy(instants)],
        [],
        memory
      )
      : ArrowMemory.array(
        valueCount,
        nulls: nullCount,
        [validity, memory.copy(textEnds), memory.copy(bytes)],
        [],
        memory
      )
    guard hasLists else { return unsafe values }
    let lists = ArrowMemory()
    return unsafe ArrowMemory.array(count, nulls: 0, [nil, lists.copy(listEnds)], [values], lists)
  }
}
