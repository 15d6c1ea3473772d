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
