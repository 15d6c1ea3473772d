/// The customers who are wanted, each by an identifier of the customer or of one of the transactions.
package struct WantedCustomers: Sendable {
  /// The identifiers, in the order in which the user gave them.
  private let identifiers: [String]
  /// The bytes of all identifiers.
  private var text: ContiguousArray<UInt8> = []
  /// Where each identifier stands in the text, and its place among all, in the order of the bytes.
  private var entries: [(range: Range<Int>, place: Int)] = []

  package init(_ identifiers: [String] = []) {
    self.identifiers = identifiers
    for (place, identifier) in identifiers.enumerated() {
      let start = text.count
      text += identifier.utf8
      entries.append((start..<text.count, place))
    }
    let bytes = text
    entries.sort {
      bytes.rawBytes.compare($0.range, with: bytes.rawBytes, $1.range) < 0
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The most wanted customers with whom all others are compared, for the sake of a message.
  private static let comparedLimit = 10

  /// Notes which wanted customers a history is about; if it is about nobody of them, notes how near it is.
  ///
  /// - Returns: Whether the customer of the history is wanted.
  func contain(
    _ record: borrowing HistoryRecord,
    _ found: inout Set<Int>,
    _ near: inout NearIdentifiers
  ) -> Bool {
    var isWanted = false
    record.forEachIdentifier { bytes, range in
      guard let place = place(of: bytes, range) else { return }
      isWanted = true
      found.insert(place)
    }
    if !isWanted, entries.count <= Self.comparedLimit {
      record.forEachIdentifier { bytes, range in
        for (own, place) in entries {
          near.note(bytes, range, by: text.rawBytes, own, at: place)
        }
      }
    }
    return isWanted
  }

  private func place(of bytes: borrowing RawSpan, _ range: Range<Int>) -> Int? {
    let end = entries.indices.end {
      text.rawBytes.compare(entries[$0].range, with: bytes, range) <= 0
    }
    guard end > 0 else { return nil }
    let (known, place) = entries[end - 1]
    return text.rawBytes.compare(known, with: bytes, range) == 0 ? place : nil
  }

  /// Returns the first customer who was not found, and the known identifiers that are nearest.
  func missing(_ found: Set<Int>, _ near: NearIdentifiers) -> (name: String, nearest: [String])? {
    // An identifier that is given twice is found at one of its places.
    let names = Set(found.map { identifiers[$0] })
    guard let place = identifiers.firstIndex(where: { !names.contains($0) }) else { return nil }
    return (identifiers[place], near[place])
  }
}

extension HistoryRecord {
  /// Calls a function with each identifier of the customer, of the transactions and of what renews.
  borrowing fileprivate func forEachIdentifier(_ body: (borrowing RawSpan, Range<Int>) -> Void) {
    let bytes = text.rawBytes
    body(bytes, customerId.indices)
    for transaction in transactions {
      if let own = transaction.transactionId { body(bytes, own.indices) }
      if let original = transaction.originalTransactionId { body(bytes, original.indices) }
    }
    for renewal in renewals {
      if let original = renewal.originalTransactionId { body(bytes, original.indices) }
    }
  }
}

/// The known identifiers that are nearest to those that were asked for.
struct NearIdentifiers: Sendable {
  private struct Candidate: Sendable, Hashable {
    let distance: Int
    let identifier: String
  }

  /// How many are kept for each that was asked for.
  private static let limit = 3

  private var nearest: [Int: [Candidate]] = [:]

  subscript(place: Int) -> [String] { (nearest[place] ?? []).map(\.identifier) }

  mutating func note(
    _ bytes: borrowing RawSpan,
    _ range: Range<Int>,
    by other: borrowing RawSpan,
    _ wanted: Range<Int>,
    at place: Int
  ) {
    let known = nearest[place] ?? []
    let limit = known.count < Self.limit ? Int.max : known.last?.distance ?? Int.max
    guard !range.isEmpty, abs(range.count - wanted.count) <= limit else { return }
    let distance = Self.distance(bytes, range, other, wanted)
    guard distance <= limit else { return }
    insert(Candidate(distance: distance, identifier: bytes.text(in: range)), at: place)
  }

  mutating func formUnion(_ other: NearIdentifiers) {
    for (place, candidates) in other.nearest {
      for candidate in candidates { insert(candidate, at: place) }
    }
  }

  private mutating func insert(_ candidate: Candidate, at place: Int) {
    var known = nearest[place] ?? []
    guard !known.contains(candidate) else { return }
    let index = known.firstIndex {
      (candidate.distance, candidate.identifier) < ($0.distance, $0.identifier)
    }
    known.insert(candidate, at: index ?? known.count)
    nearest[place] = Array(known.prefix(Self.limit))
  }

  /// Returns how many bytes are left between the beginning and the end that two identifiers have in
  /// common, letter case apart.
  private static func distance(
    _ left: borrowing RawSpan,
    _ one: Range<Int>,
    _ right: borrowing RawSpan,
    _ other: Range<Int>
  ) -> Int {
    func areAlike(_ offset: Int, _ otherOffset: Int) -> Bool {
      let (a, b) = (left.existingByte(at: offset), right.existingByte(at: otherOffset))
      return a == b
        || (a | 0x20 == b | 0x20 && UInt8(ascii: "a")...UInt8(ascii: "z") ~= a | 0x20)
    }
    let shorter = min(one.count, other.count)
    var prefix = 0
    while prefix < shorter, areAlike(one.lowerBound + prefix, other.lowerBound + prefix) {
      prefix += 1
    }
    var suffix = 0
    while suffix < shorter - prefix,
      areAlike(one.upperBound - 1 - suffix, other.upperBound - 1 - suffix)
    {
      suffix += 1
    }
    return max(one.count, other.count) - prefix - suffix
  }
}
