/// The settings whose values are all in a set of values of their criterion.
///
/// At an instant a customer has one such set, because each criterion is evaluated alone and all
/// must hold.
struct SettingSet: Sendable, Hashable {
  /// The values of each criterion, as bits by their index.
  private(set) var values: SIMD4<UInt32>

  static let none = SettingSet(values: .zero)

  @inline(__always)
  var isEmpty: Bool { values.min() == 0 }

  mutating func insert(_ index: Int, of criterion: Criterion) {
    values[criterion.rawValue] |= 1 << UInt32(index)
  }

  @inline(__always)
  subscript(criterion: Criterion) -> UInt32 {
    get { values[criterion.rawValue] }
    set { values[criterion.rawValue] = newValue }
  }

  func isSubset(of other: SettingSet) -> Bool { isEmpty || values & ~other.values == .zero }

  /// Adds the settings that are not in another set to a list, as disjoint sets.
  func append(without other: SettingSet, to list: inout ContiguousArray<SettingSet>) {
    let common = values & other.values
    guard common.min() != 0 else {
      list.append(self)
      return
    }
    var rest = values
    for index in values.indices {
      var piece = rest
      piece[index] &= ~other.values[index]
      if piece.min() != 0 { list.append(SettingSet(values: piece)) }
      rest[index] = common[index]
    }
  }

  /// Calls a function for each corner of the set: summing the signs at the corners, from the first
  /// value of each criterion on, gives 1 for every setting of the set and 0 for others.
  ///
  /// A set with all values from one to the loosest has a single corner. The recursion is as deep as
  /// there are criteria.
  func forEachCorner(
    of index: Int = 0,
    cell: Int = 0,
    sign: Int = 1,
    _ body: (_ cell: Int, _ sign: Int) -> Void
  ) {
    guard index < Criterion.allCases.count else { return body(cell, sign) }
    let count = Criterion.allCases[index].count
    let mask = values[index]
    // The values that are in the set while the one before is not, or the reverse.
    var changes = mask ^ (mask << 1)
    while changes != 0 {
      let valueIndex = changes.trailingZeroBitCount
      changes &= changes - 1
      // A change after the last value has no cell.
      guard valueIndex < count else { break }
      forEachCorner(
        of: index + 1,
        cell: cell * count + valueIndex,
        sign: mask & (1 << UInt32(valueIndex)) != 0 ? sign : -sign,
        body
      )
    }
  }
}

/// Settings of one customer at several instants, each counted once (S3).
struct SettingUnion: Sendable {
  /// Disjoint sets.
  private(set) var sets: ContiguousArray<SettingSet> = []
  private var pieces: ContiguousArray<SettingSet> = []
  private var rest: ContiguousArray<SettingSet> = []

  mutating func removeAll() { sets.removeAll(keepingCapacity: true) }

  /// Adds the settings of an instant.
  ///
  /// - Complexity: O(*n* · *p*) for *n* sets, and *p* pieces of the new one that are in none of them.
  mutating func formUnion(_ set: SettingSet) {
    guard !set.isEmpty else { return }
    for known in sets where set.isSubset(of: known) { return }
    sets.removeAll { $0.isSubset(of: set) }
    pieces.removeAll(keepingCapacity: true)
    pieces.append(set)
    for known in sets {
      rest.removeAll(keepingCapacity: true)
      for piece in pieces { piece.append(without: known, to: &rest) }
      swap(&pieces, &rest)
    }
    sets.append(contentsOf: pieces)
  }
}
