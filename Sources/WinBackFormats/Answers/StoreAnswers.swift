import CalendarTime
package import WinBack

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
    let list = listIndices[offers] ?? Int32(lists.count)
    if list == lists.count {
      lists.append(offers)
      listIndices[offers] = list
    }
    var groupIndex: Int32 = -1
    if let group {
      groupIndex = groupIndices[group] ?? Int32(groups.count)
      if groupIndex == groups.count {
        groups.append(group)
        groupIndices[group] = groupIndex
      }
    }
    entries.append(
      Entry(
        start: text.count,
        count: Int32(truncatingIfNeeded: customer.count),
        answer: Answer(list: list, group: groupIndex, signedDate: signedDate)
      )
    )
    text.append(contentsOf: customer)
  }

  /// Sorts the answers by customer; those of one customer stay in the order of the file.
  mutating func sort() {
    let text = text
    entries.sort { first, second in
      let order = Self.compare(
        text[first.start..<first.start + Int(first.count)],
        text[second.start..<second.start + Int(second.count)]
      )
      return order == 0 ? first.start < second.start : order < 0
    }
  }

  /// Returns the answers about a customer, in the order of the file.
  ///
  /// - Complexity: O(log *n*) for *n* answers, and O(*k*) for those about the customer.
  package func answers(about customer: ArraySlice<UInt8>) -> [Answer] {
    let first = entries.indices.end { Self.compare(id(entries[$0]), customer) < 0 }
    return entries[first...].prefix { id($0).elementsEqual(customer) }.map { $0.answer }
  }

  private func id(_ entry: Entry) -> ArraySlice<UInt8> {
    text[entry.start..<entry.start + Int(entry.count)]
  }

  private static func compare(_ lhs: ArraySlice<UInt8>, _ rhs: ArraySlice<UInt8>) -> Int {
    for (left, right) in zip(lhs, rhs) where left != right { return left < right ? -1 : 1 }
    return lhs.count - rhs.count
  }
}
