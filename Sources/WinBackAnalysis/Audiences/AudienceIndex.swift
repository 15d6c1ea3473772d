import CEL

/// Finds the offers of a group whose audiences contain a customer.
///
/// It tests each fact once for all offers that require the same of it.
struct AudienceIndex: Sendable {
  /// What the boxes require of one fact.
  private struct Dimension: Sendable {
    let id: VariableID
    /// The boxes that require one of a few values, by each of these; and all other boxes, by what
    /// they require.
    private var listed: [Value: BitSet] = [:]
    private var others: [Domain: BitSet] = [:]
    private let none: BitSet

    init(_ id: VariableID, _ boxes: [Entry]) {
      self.id = id
      none = BitSet(count: boxes.count)
      for (index, entry) in boxes.enumerated() {
        let domain = entry.box[id]
        if case .only(let values) = domain.values, !domain.allowsAbsence {
          for value in values { listed[value, default: none].insert(index) }
        } else {
          others[domain, default: none].insert(index)
        }
      }
    }

    func boxes(containing binding: Binding) -> BitSet {
      var boxes = none
      if case .value(let value) = binding, let listed = listed[value] { boxes = listed }
      for (domain, other) in others where domain.contains(binding) { boxes.formUnion(other) }
      return boxes
    }

    func boxes(meeting domain: Domain) -> BitSet {
      var boxes = none
      let values = if case .only(let values) = domain.values { values } else { Set(listed.keys) }
      for value in values where domain.contains(.value(value)) {
        if let listed = listed[value] { boxes.formUnion(listed) }
      }
      for (other, members) in others where !other.intersection(domain).isEmpty {
        boxes.formUnion(members)
      }
      return boxes
    }
  }

  private struct Entry: Sendable {
    let box: Box
    /// The part of the box that is about the redemption of the offer itself.
    let own: Box
    /// Whether it contains customers who have redeemed nothing.
    let takesOthers: Bool
    let audienceIndex: Int
  }

  private let space: CustomerSpace
  private let boxes: [Entry]
  private var all: BitSet
  /// The boxes that are about the redemption of each offer.
  private var askers: [String: BitSet] = [:]
  /// The facts that boxes constrain, besides redemptions.
  private let dimensions: [Dimension]

  init(_ audiences: [Audience], at indices: [Int], in space: CustomerSpace) {
    func offer(of id: VariableID) -> String? { space.dimension(of: id)?.redeemedOffer?.offerId }
    let boxes = indices.flatMap { audienceIndex in
      audiences[audienceIndex].region.boxes.map { box in
        let own = Box(box.domains.filter { offer(of: $0.key) != nil })
        let takes = space.requiredRedemptions(in: own).isEmpty
        return Entry(box: box, own: own, takesOthers: takes, audienceIndex: audienceIndex)
      }
    }
    self.space = space
    self.boxes = boxes
    let none = BitSet(count: boxes.count)
    all = none
    var ids: Set<VariableID> = []
    for (index, entry) in boxes.enumerated() {
      all.insert(index)
      for id in entry.box.domains.keys {
        if let offer = offer(of: id) {
          askers[offer, default: none].insert(index)
        } else {
          ids.insert(id)
        }
      }
    }
    dimensions = ids.map { Dimension($0, boxes) }
  }

  /// Returns the indices of the audiences that contain a customer, in order.
  ///
  /// - Complexity: O(*n*) for *n* offers, with a small constant factor.
  func audienceIndices(of assignment: Assignment) -> [Int] {
    // Most customers have redeemed none of these offers.
    let asked = assignment.redemptions.keys.compactMap { askers[$0] }
    return audienceIndices {
      $0.boxes(containing: assignment.binding(of: $0.id, in: space))
    } where: { index in
      asked.contains { $0.contains(index) }
        ? boxes[index].own.contains { assignment.binding(of: $0, in: space) }
        : boxes[index].takesOthers
    }
  }

  /// Returns the indices of the audiences that share customers with a region, and perhaps of some
  /// more, in order.
  func audienceIndices(meeting region: Region) -> [Int] {
    Set(
      region.boxes.flatMap { other in
        audienceIndices {
          $0.boxes(meeting: other[$0.id])
        } where: { index in
          boxes[index].own.domains.allSatisfy { !$0.value.intersection(other[$0.key]).isEmpty }
        }
      }
    ).ordered()
  }

  /// Returns the indices of the audiences with a box that is wanted for each fact and as a whole, in
  /// order.
  private func audienceIndices(
    _ boxesWanted: (Dimension) -> BitSet,
    where isWanted: (Int) -> Bool
  ) -> [Int] {
    var left = all
    for dimension in dimensions { left.formIntersection(boxesWanted(dimension)) }
    var audienceIndices: [Int] = []
    left.forEach { index in
      let audienceIndex = boxes[index].audienceIndex
      guard audienceIndex != audienceIndices.last, isWanted(index) else { return }
      audienceIndices.append(audienceIndex)
    }
    return audienceIndices
  }
}
