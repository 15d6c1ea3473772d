import WinBack

/// The settings whose values all lie in a set of values of their criterion.
///
/// A customer has one at an instant: each criterion is asked by itself, and all of them must hold.
struct SettingSet: Sendable, Hashable {
  /// The values of each criterion as the bits of their places.
  private(set) var values: SIMD4<UInt32>

  /// Creates a set without any values.
  static let none = SettingSet(values: .zero)

  /// Whether there is no setting in it.
  @inline(__always)
  var isEmpty: Bool { values.min() == 0 }

  mutating func insert(_ place: Int, of criterion: Criterion) {
    values[criterion.rawValue] |= 1 << UInt32(place)
  }

  @inline(__always)
  subscript(criterion: Criterion) -> UInt32 {
    get { values[criterion.rawValue] }
    set { values[criterion.rawValue] = newValue }
  }

  /// Whether all settings are in another set as well.
  func isSubset(of other: SettingSet) -> Bool {
    isEmpty || values & ~other.values == .zero
  }

  /// Adds the settings that are not in another set to a list, as sets that have none in common.
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

  /// Calls a function for each corner of the set: adding up what stands at corners, from the first
  /// place of each criterion on, gives every setting of the set one.
  ///
  /// A set whose values go from one to the loosest has a single corner.
  @inline(__always)
  func forEachCorner(_ body: (_ cell: Int, _ sign: Int) -> Void) {
    visitCorners(of: 0, cell: 0, sign: 1, body)
  }

  /// - Note: It goes no deeper than there are criteria.
  private func visitCorners(
    of index: Int,
    cell: Int,
    sign: Int,
    _ body: (_ cell: Int, _ sign: Int) -> Void
  ) {
    guard index < Criterion.allCases.count else { return body(cell, sign) }
    let count = Criterion.allCases[index].count
    let mask = values[index]
    // Where a value comes in, or goes out, that the place before has not, or has.
    var changes = mask ^ (mask << 1)
    while changes != 0 {
      let place = changes.trailingZeroBitCount
      changes &= changes - 1
      // What would go out after the last place has no cell.
      guard place < count else { break }
      visitCorners(
        of: index + 1,
        cell: cell * count + place,
        sign: mask & (1 << UInt32(place)) != 0 ? sign : -sign,
        body
      )
    }
  }
}

/// Settings of one customer at several instants, each counted once (S3).
struct SettingUnion: Sendable {
  /// Sets that have no setting in common.
  private(set) var sets: ContiguousArray<SettingSet> = []
  private var pieces: ContiguousArray<SettingSet> = []
  private var rest: ContiguousArray<SettingSet> = []

  mutating func removeAll() {
    sets.removeAll(keepingCapacity: true)
  }

  /// Takes in the settings of an instant.
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
