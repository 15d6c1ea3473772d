import CEL

/// Finds the offers of a group whose audiences a customer is in.
///
/// Each fact is looked at once for all offers that ask the same of it, and what is left of the offers is
/// looked at in whole.
struct AudienceIndex: Sendable {
  /// A fact that several offers ask about.
  private struct Dimension: Sendable {
    let id: VariableID
    /// What is asked of it, each once.
    let domains: [Domain]
    /// The place of what each box asks of it, among these.
    let classes: [Int]
  }

  private let space: CustomerSpace
  /// The boxes of all audiences, and the place of the offer of each.
  private let boxes: [(box: Box, place: Int)]
  private let dimensions: [Dimension]

  /// Creates the index of some audiences.
  ///
  /// - Parameters:
  ///   - audiences: The audiences.
  ///   - places: The places of those that are meant among them, in order.
  ///   - space: The space of the audiences.
  init(_ audiences: [Audience], at places: [Int], in space: CustomerSpace) {
    let boxes = places.flatMap { place in audiences[place].region.boxes.map { ($0, place) } }
    var ids: Set<VariableID> = []
    for (box, _) in boxes { ids.formUnion(box.domains.keys) }
    self.space = space
    self.boxes = boxes
    dimensions = ids.compactMap { id in
      switch space.dimension(of: id) {
      // Of these each offer has its own.
      case .redemption, .redemptionAge, .redemptionElapsed: return nil
      default: break
      }
      var places: [Domain: Int] = [:]
      var domains: [Domain] = []
      let classes = boxes.map { box, _ in
        let domain = box[id]
        if let known = places[domain] { return known }
        places[domain] = domains.count
        domains.append(domain)
        return domains.count - 1
      }
      return Dimension(id: id, domains: domains, classes: classes)
    }.sorted { ($0.domains.count, $0.id) > ($1.domains.count, $1.id) }
  }

  /// Returns the places of the audiences that a customer is in, in order.
  ///
  /// - Complexity: O(*n*) for *n* offers, with a small constant factor for those that are not among them.
  func places(of assignment: Assignment) -> [Int] {
    let left = boxes(where: { id, domain in domain.contains(assignment.binding(of: id, in: space)) }
    )
    return places(of: left) { box in box.contains { assignment.binding(of: $0, in: space) } }
  }

  /// Returns the places of the audiences that share customers with a region, and perhaps of some more,
  /// in order.
  ///
  /// - Complexity: O(*n*) for *n* offers, for each box of the region.
  func places(meeting region: Region) -> [Int] {
    Set(
      region.boxes.flatMap { other in
        let left = boxes(where: { id, domain in !domain.intersection(other[id]).isEmpty })
        return places(of: left) { !$0.intersection(other).isEmpty }
      }
    ).sorted()
  }

  /// Returns the boxes that ask for something of each fact that is as it is wanted.
  private func boxes(where isWanted: (VariableID, Domain) -> Bool) -> [Int] {
    var left = Array(boxes.indices)
    for dimension in dimensions where !left.isEmpty {
      let wanted = dimension.domains.map { isWanted(dimension.id, $0) }
      left.removeAll { !wanted[dimension.classes[$0]] }
    }
    return left
  }

  /// Returns the places of the offers of some boxes, in order.
  private func places(of indices: [Int], where isWanted: (Box) -> Bool) -> [Int] {
    var places: [Int] = []
    for index in indices where boxes[index].place != places.last && isWanted(boxes[index].box) {
      places.append(boxes[index].place)
    }
    return places
  }
}
