/// The App Store's answers from a file of their own, by customer.
///
/// An answer takes about 40 bytes of memory, plus the bytes of the customer's identifier.
package struct StoreAnswers: Sendable {
  package struct Answer: Sendable, Hashable {
    /// The offers that the store named, as an index in ``StoreAnswers/lists``.
    package let list: Int32

    /// The subscription group, as an index in ``StoreAnswers/groups``; -1 if it is not known.
    package let group: Int32

    /// When the store gave the answer; nil if that is not known.
    package let signedDate: TimelineDate?
  }

  private struct Entry: Sendable {
    let start: Int
    let count: Int32
    let answer: Answer

    /// The bytes of the customer's identifier.
    var range: Range<Int> { start..<start + Int(count) }
  }

  /// The greatest number of answers that are read.
  static let limit = 1 << 24

  /// The greatest number of different lists, and of different groups.
  static let nameLimit = 1 << 16

  /// The different lists of offers.
  package private(set) var lists: [[String]] = []

  package private(set) var groups: [String] = []

  private var listIndices: [[String]: Int32] = [:]
  private var groupIndices: [String: Int32] = [:]
  /// The identifiers of the customers.
  private var text: ContiguousArray<UInt8> = []
  private var entries: ContiguousArray<Entry> = []

  package init() {}

  package var count: Int { entries.count }

  var isFull: Bool {
    count >= Self.limit || lists.count >= Self.nameLimit || groups.count >= Self.nameLimit
  }

  /// Adds an answer about a customer: the offers, best first, and the subscription group and
  /// the instant if they are known.
  mutating func append(
    _ customer: ContiguousArray<UInt8>,
    _ offers: [String],
    in group: String?,
    at signedDate: TimelineDate?
  ) {
    let list = Self.index(of: offers, in: &lists, &listIndices)
    let group = group.map { Self.index(of: $0, in: &groups, &groupIndices) } ?? -1
    entries.append(
      Entry(
        start: text.count,
        count: Int32(truncatingIfNeeded: customer.count),
        answer: Answer(list: list, group: group, signedDate: signedDate)
      )
    )
    text.append(contentsOf: customer)
  }

  /// Returns the index of a name, which is added if it is new.
  private static func index<Name: Hashable>(
    of name: Name,
    in names: inout [Name],
    _ indices: inout [Name: Int32]
  ) -> Int32 {
    if let index = indices[name] { return index }
    let index = Int32(names.count)
    names.append(name)
    indices[name] = index
    return index
  }

  /// Sorts the answers by customer; those of one customer stay in the order of the file.
  mutating func sort() {
    let text = text
    entries.sort { first, second in
      let (left, right) = (text[first.range], text[second.range])
      return left.elementsEqual(right)
        ? first.start < second.start : left.lexicographicallyPrecedes(right)
    }
  }

  /// Returns the answers about a customer, in the order of the file.
  ///
  /// - Complexity: O(log *n*) for *n* answers, and O(*k*) for those about the customer.
  package func answers(about customer: ArraySlice<UInt8>) -> [Answer] {
    let first = entries.indices.end {
      text[entries[$0].range].lexicographicallyPrecedes(customer)
    }
    return entries[first...].prefix { text[$0.range].elementsEqual(customer) }.map { $0.answer }
  }
}
