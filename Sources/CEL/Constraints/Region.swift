/// A union of boxes: the bindings for which an expression is true.
///
/// This is the form in which one can tell that an expression is never true, that one includes
/// another, or which variable to look at first.
package struct Region: Sendable, Hashable {
  /// The boxes, of which none is empty; they may overlap.
  package private(set) var boxes: [Box]

  /// A Boolean value indicating whether the region has no more bindings than it should.
  ///
  /// It always has all of them. It has more where a comparison relates two variables or applies a
  /// function that cannot be solved, or where there would be more than ``maximumBoxes``.
  package private(set) var isExact: Bool

  /// The most boxes that a region has, so that no expression takes long.
  package static let maximumBoxes = 256

  /// No bindings.
  package static let nothing = Region([])

  /// All bindings.
  package static let everything = Region([.everything])

  /// Creates the union of some boxes.
  init(_ boxes: [Box], isExact: Bool = true) {
    self.boxes = boxes.contains(.everything) ? [.everything] : boxes.filter { !$0.isEmpty }
    self.isExact = isExact
  }

  /// A Boolean value indicating whether no bindings are in the region.
  package var isEmpty: Bool { boxes.isEmpty }

  /// Returns whether bindings are in the region.
  package func contains(_ bindings: (VariableID) -> Binding) -> Bool {
    boxes.contains { $0.contains(bindings) }
  }

  /// Returns the bindings that are in both regions.
  package func intersection(_ other: Region) -> Region {
    if isEmpty { return self }
    if other.isEmpty { return other }
    guard boxes.count * other.boxes.count <= Self.maximumBoxes else {
      // One of the two alone has all that both have.
      return Region(boxes.count < other.boxes.count ? boxes : other.boxes, isExact: false)
    }
    let both = boxes.flatMap { box in other.boxes.map(box.intersection) }
    return Region(both, isExact: isExact && other.isExact)
  }

  /// Returns the bindings that are in one of the regions, or in both.
  package func union(_ other: Region) -> Region {
    guard boxes.count + other.boxes.count <= Self.maximumBoxes else {
      return Region([.everything], isExact: false)
    }
    return Region(boxes + other.boxes, isExact: isExact && other.isExact)
  }
}
