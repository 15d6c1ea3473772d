import ArrowInterface
import CalendarTime
import WinBackFormats

/// Results as columns, read from the CSV that a run writes.
struct ResultColumns: Sendable {
  private(set) var count = 0
  private var columns: [ResultColumn]

  /// Creates the columns that a header names.
  init(header: ArraySlice<UInt8>) {
    let names = header.split(separator: UInt8(ascii: ",")).map {
      String(decoding: $0, as: UTF8.self)
    }
    columns = names.map { ResultColumn($0, isLong: names.contains("offerId")) }
  }
}

extension ResultColumns {
  /// Appends the rows of a text from an offset on; it ends with a row.
  mutating func append(_ text: ContiguousArray<UInt8>, from start: Int) {
    var place = start
    while place < text.count {
      var isEmpty = false
      for index in columns.indices {
        let field = Self.field(of: text, at: &place)
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

  /// Reads a field, and goes behind the comma or the line feed after it.
  private static func field(of text: ContiguousArray<UInt8>, at place: inout Int) -> Field {
    let start = place
    if text[start] != UInt8(ascii: "\"") {
      while place < text.count, text[place] != UInt8(ascii: ","), text[place] != UInt8(ascii: "\n")
      {
        place += 1
      }
      defer { place += 1 }
      return .plain(start..<place)
    }
    var bytes: ContiguousArray<UInt8> = []
    place += 1
    while place < text.count {
      if text[place] == UInt8(ascii: "\"") {
        place += 1
        guard place < text.count, text[place] == UInt8(ascii: "\"") else { break }
      }
      bytes.append(text[place])
      place += 1
    }
    place += 1
    return .quoted(bytes)
  }

  /// Takes all rows away.
  mutating func removeAll() {
    count = 0
    for index in columns.indices { columns[index].removeAll() }
  }

  // MARK: - Arrow

  /// Makes the schema of C.
  func exportSchema(to schema: UnsafeMutablePointer<ArrowSchema>) {
    let children = unsafe columns.map { unsafe $0.schema }
    unsafe schema.initialize(to: ArrowMemory.schema("+s", "", isNullable: false, children))
  }

  /// Makes the array of C with all rows.
  func exportBatch(to array: UnsafeMutablePointer<ArrowArray>) {
    let children = unsafe columns.map { unsafe $0.array(count) }
    unsafe array.initialize(to: ArrowMemory.array(count, nulls: 0, [nil], children, ArrowMemory()))
  }
}

/// A column of results: texts or instants, one in a row, or a list of them.
private struct ResultColumn: Sendable {
  private let name: String
  private let hasLists: Bool
  private let hasInstants: Bool
  /// Whether an empty field is no value; the identifier of a customer or a group is a text then.
  private let isNullable: Bool
  /// Where the lists end.
  private var listEnds: ContiguousArray<Int32> = [0]
  private var textEnds: ContiguousArray<Int32> = [0]
  private var bytes: ContiguousArray<UInt8> = []
  private var instants: ContiguousArray<Int64> = []
  /// A bit for each value: whether it is there.
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
  ///   - isAbsent: Whether a list has no values; else it has one if the field is empty.
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
