/// A union of boxes: the bindings for which an expression is true.
///
/// A region shows whether an expression is never true, and whether one expression includes another.
package struct Region: Sendable, Hashable {
  /// The boxes, none of which is empty; they can overlap.
  package private(set) var boxes: [Box]

  /// A Boolean value indicating whether the region has only bindings for which the expression is
  /// true.
  ///
  /// It always has all of them. It has more if a comparison relates two variables or applies a
  /// function that cannot be solved, or if there would be more than ``maximumBoxes``.
  package private(set) var isExact: Bool

  /// The most boxes that a region has, so that no expression takes long.
  package static let maximumBoxes = 256
  package static let nothing = Region([])
  package static let everything = Region([.everything])

  package init(_ boxes: [Box], isExact: Bool = true) {
    self.boxes = boxes.contains(.everything) ? [.everything] : boxes.filter { !$0.isEmpty }
    self.isExact = isExact
  }

  package var isEmpty: Bool { boxes.isEmpty }

  package func contains(_ bindings: (VariableID) -> Binding) -> Bool {
    boxes.contains { $0.contains(bindings) }
  }

  package func intersection(_ other: Region) -> Region {
    if isEmpty { return self }
    if other.isEmpty { return other }
    guard boxes.count * other.boxes.count <= Self.maximumBoxes else {
      // Each of the two contains the intersection.
      return Region(boxes.count < other.boxes.count ? boxes : other.boxes, isExact: false)
    }
    let both = boxes.flatMap { box in other.boxes.map(box.intersection) }
    return Region(both, isExact: isExact && other.isExact)
  }

  package func union(_ other: Region) -> Region {
    guard boxes.count + other.boxes.count <= Self.maximumBoxes else {
      return Region([.everything], isExact: false)
    }
    return Region(boxes + other.boxes, isExact: isExact && other.isExact)
  }

  /// The most boxes of a difference, so that it does not take long.
  private static let maximumParts = 1024

  /// If the other is not exact, nothing is removed: a difference also has all of its bindings, and
  /// perhaps more.
  ///
  /// - Complexity: O(*a* · *b*) for regions of *a* and *b* boxes that overlap little.
  package func subtracting(_ other: Region) -> Region {
    guard !other.isEmpty, !isEmpty else { return self }
    guard other.isExact else { return Region(boxes, isExact: false) }
    var parts = boxes
    for box in other.boxes {
      let rest = parts.flatMap { part in
        part.intersection(box).isEmpty ? [part] : part.subtracting(box)
      }
      guard rest.count <= Self.maximumParts else { return Region(parts, isExact: false) }
      parts = rest
    }
    return Region(parts, isExact: isExact)
  }

  /// The most boxes that are merged, because merging compares all pairs many times.
  private static let maximumMerged = 64

  /// The same region with fewer boxes if some can be merged; very many boxes stay as they are.
  ///
  /// - Complexity: O(*n*³) for *n* boxes.
  package var simplified: Region {
    guard boxes.count <= Self.maximumMerged else { return self }
    var boxes = boxes
    var index = 0
    while index < boxes.count {
      var isMerged = false
      for other in boxes.indices where other > index {
        guard let merged = boxes[index].merged(with: boxes[other]) else { continue }
        boxes[index] = merged
        boxes.remove(at: other)
        isMerged = true
        break
      }
      // The larger box can perhaps merge with an earlier one.
      index = isMerged ? 0 : index + 1
    }
    return Region(boxes, isExact: isExact)
  }

  package func renaming(_ name: (VariableID) -> VariableID) -> Region {
    Region(boxes.map { $0.renaming(name) }, isExact: isExact)
  }
}
