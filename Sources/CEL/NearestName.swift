/// Finds the known name that a misspelt one probably means.
///
/// The distance counts insertions, deletions, replacements and swaps of neighbours, without regard
/// to letter case. A candidate is near if at most a third of its letters differ, so that short
/// names do not match everything. `NOT_PROMOTED` is never near `PROMOTED`, because it says the
/// opposite.
///
/// - Returns: The nearest candidate, the first of several equally near ones; nil if none is near.
/// - Complexity: O(*c* · *m* · *n*) for *c* candidates; names over 100 bytes have no neighbours.
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  guard !name.isEmpty, name.utf8.count <= 100 else { return nil }
  let written = ContiguousArray(name.lowercased().utf8)
  var nearest: (name: String, distance: Int)?
  for candidate in candidates.prefix(mostCandidates) where candidate.utf8.count <= 100 {
    guard candidate != name, !denies(candidate, name) else { continue }
    let known = ContiguousArray(candidate.lowercased().utf8)
    let limit = max(1, max(written.count, known.count) / 3)
    guard abs(written.count - known.count) <= limit else { continue }
    let distance = editDistance(written, known)
    guard distance <= limit, distance < nearest?.distance ?? Int.max else { continue }
    nearest = (candidate, distance)
  }
  return nearest?.name
}

/// The most names that are compared with a misspelt one, so that many errors do not take long.
private let mostCandidates = 1_000

/// Returns whether one name is the other one with a "not" before it.
private func denies(_ lhs: String, _ rhs: String) -> Bool {
  let (left, right) = (lhs.lowercased(), rhs.lowercased())
  return left == "not_" + right || right == "not_" + left
}

/// Returns the edit distance in which a swap of two neighbours also costs one.
private func editDistance(_ lhs: ContiguousArray<UInt8>, _ rhs: ContiguousArray<UInt8>) -> Int {
  var beforePrevious = ContiguousArray<Int>()
  var previous = ContiguousArray(0...rhs.count)
  for row in lhs.indices {
    var current: ContiguousArray<Int> = [row + 1]
    for column in rhs.indices {
      let replacement = previous[column] + (lhs[row] == rhs[column] ? 0 : 1)
      var distance = min(replacement, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, lhs[row] == rhs[column - 1], lhs[row - 1] == rhs[column] {
        distance = min(distance, beforePrevious[column - 1] + 1)
      }
      current.append(distance)
    }
    beforePrevious = previous
    previous = current
  }
  return previous.last ?? 0
}

extension String {
  /// The message, with the name that is probably meant, if there is one.
  package func suggesting(_ name: String?) -> String {
    name.map { "\(self); did you mean '\($0)'?" } ?? self
  }
}

extension Sequence<String> {
  /// The names as a message lists them: in quotes, with commas between them and "or" before the last.
  package var quotedAlternatives: String { map { "'\($0)'" }.list(endingWith: "or") }
}

extension [String] {
  /// The texts as a sentence lists them: with commas between them and "and" before the last.
  package var asList: String { list(endingWith: "and") }

  fileprivate func list(endingWith word: String) -> String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(word) \(self[count - 1])"
  }
}
