import CEL
import WinBack

/// Finds the offers of a group whose audiences a customer is in.
///
/// Each fact is looked at once for all offers that ask the same of it.
struct AudienceIndex: Sendable {
  /// A fact that several offers test.
  private struct Dimension: Sendable {
    let id: VariableID
    /// The different domains that the boxes require of it.
    private(set) var domains: [Domain] = []
    /// For each box, the index of its domain in `domains`.
    private(set) var classes: [Int] = []
    /// The boxes that ask each.
    private(set) var members: [[Int]] = []
    /// The places of those that ask for one of a few texts, by the text; and of all others.
    private var listed: [Value: [Int]] = [:]
    private var others: [Int] = []

    init(_ id: VariableID, _ boxes: [Entry]) {
      self.id = id
      var places: [Domain: Int] = [:]
      for (index, entry) in boxes.enumerated() {
        let domain = entry.box[id]
        let place = places[domain] ?? domains.count
        if place == domains.count {
          places[domain] = place
          domains.append(domain)
          members.append([])
          if case .only(let values) = domain.values, !domain.allowsAbsence {
            for value in values { listed[value, default: []].append(place) }
          } else {
            others.append(place)
          }
        }
        classes.append(place)
        members[place].append(index)
      }
    }

    func places(of binding: Binding) -> [Int] {
      let listed: [Int] = if case .value(let value) = binding { listed[value] ?? [] } else { [] }
      return listed + others.filter { domains[$0].contains(binding) }
    }

    /// Returns the places of the domains that have something in common with another one.
    func places(meeting domain: Domain) -> [Int] {
      var candidates = Array(domains.indices)
      if case .only(let values) = domain.values {
        candidates = others + Set(values.flatMap { listed[$0] ?? [] })
      }
      return candidates.filter { !domains[$0].intersection(domain).isEmpty }
    }
  }

  private struct Entry: Sendable {
    let box: Box
    /// The part of it that asks about what each offer has of its own, its redemption.
    let own: Box
    /// Whether it takes customers who have redeemed nothing.
    let takesOthers: Bool
    let place: Int
  }

  private let space: CustomerSpace
  private let boxes: [Entry]
  /// The indices of the boxes that ask about the redemption of each offer.
  private var askers: [String: [Int]] = [:]
  /// The facts, those that tell most offers apart first.
  private let dimensions: [Dimension]

  /// Creates the index of those audiences of a space that have these places, in order.
  init(_ audiences: [Audience], at places: [Int], in space: CustomerSpace) {
    func offer(of id: VariableID) -> String? {
      space.dimension(of: id)?.redeemedOffer?.offerId
    }
    var boxes: [Entry] = []
    var ids: Set<VariableID> = []
    for place in places {
      for box in audiences[place].region.boxes {
        let own = Box(box.domains.filter { offer(of: $0.key) != nil })
        for id in Set(own.domains.keys.compactMap(offer)) {
          askers[id, default: []].append(boxes.count)
        }
        boxes.append(
          Entry(
            box: box,
            own: own,
            takesOthers: own.contains { _ in .absent },
            place: place
          )
        )
        for id in box.domains.keys where offer(of: id) == nil { ids.insert(id) }
      }
    }
    self.space = space
    self.boxes = boxes
    dimensions = ids.map { Dimension($0, boxes) }.sorted {
      ($0.domains.count, $0.id) > ($1.domains.count, $1.id)
    }
  }

  /// Returns the places of the audiences that a customer is in, in order.
  ///
  /// - Complexity: O(*n*) for *n* offers, with a small constant factor for those that are not among them.
  func places(of assignment: Assignment) -> [Int] {
    let left = boxes(where: { $0.places(of: assignment.binding(of: $0.id, in: space)) })
    // Most customers have redeemed none of the offers that many boxes ask about.
    var asks = [Bool](repeating: false, count: boxes.count)
    for index in assignment.redemptions.keys.flatMap({ askers[$0] ?? [] }) { asks[index] = true }
    return places(of: left) { index in
      asks[index]
        ? boxes[index].own.contains { assignment.binding(of: $0, in: space) }
        : boxes[index].takesOthers
    }
  }

  /// Returns the places of the audiences that share customers with a region, and perhaps of some more,
  /// in order.
  ///
  /// - Complexity: O(*n*) for *n* offers, for each box of the region.
  func places(meeting region: Region) -> [Int] {
    Set(
      region.boxes.filter { !$0.isEmpty }.flatMap { other in
        let left = boxes(where: { $0.places(meeting: other[$0.id]) })
        return places(of: left) { index in
          boxes[index].own.domains.allSatisfy { !$0.value.intersection(other[$0.key]).isEmpty }
        }
      }
    ).sorted()
  }

  /// Returns the indices of the boxes that require a wanted domain of each fact, in order.
  private func boxes(where wanted: (Dimension) -> [Int]) -> [Int] {
    guard let first = dimensions.first else { return Array(boxes.indices) }
    var left = wanted(first).flatMap { first.members[$0] }.sorted()
    for dimension in dimensions.dropFirst() where !left.isEmpty {
      var isWanted = [Bool](repeating: false, count: dimension.domains.count)
      for place in wanted(dimension) { isWanted[place] = true }
      left.removeAll { !isWanted[dimension.classes[$0]] }
    }
    return left
  }

  /// Returns the places of the offers of some boxes, in order.
  private func places(of indices: [Int], where isWanted: (Int) -> Bool) -> [Int] {
    var places: [Int] = []
    for index in indices where boxes[index].place != places.last && isWanted(index) {
      places.append(boxes[index].place)
    }
    return places
  }
}
