extension Region {
  /// The most boxes that a difference has, so that none takes long.
  private static let maximumParts = 4096

  /// Creates a region that is exact.
  package init(boxes: [Box]) {
    self.init(boxes, isExact: true)
  }

  /// Returns the bindings that are in this region and not in another.
  ///
  /// Where the other has more bindings than it should, nothing is taken away: a difference, too, has
  /// all of its bindings and perhaps some more.
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

  /// The same region with fewer boxes, where two are one.
  ///
  /// - Complexity: O(*n*³) for *n* boxes.
  package var simplified: Region {
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
      // What has grown may now merge with a box that was passed.
      index = isMerged ? 0 : index + 1
    }
    return Region(boxes, isExact: isExact)
  }
}

extension Region {
  /// Returns the same region over other variables.
  package func renaming(_ name: (VariableID) -> VariableID) -> Region {
    Region(boxes.map { $0.renaming(name) }, isExact: isExact)
  }
}
