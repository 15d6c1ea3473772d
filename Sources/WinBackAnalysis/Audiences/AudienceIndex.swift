import CEL
import WinBack

/// Finds the offers of a group whose audiences contain a customer.
///
/// It tests each fact once for all offers that require the same of it.
struct AudienceIndex: Sendable {
  private struct Dimension: Sendable {
    let id: VariableID
    /// The different domains that the boxes require of it.
    private(set) var domains: [Domain] = []
    /// For each box, the index of its domain in `domains`.
    private(set) var classes: [Int] = []
    /// For each domain, the indices of the boxes that require it.
    private(set) var members: [[Int]] = []
    /// The indices of the domains that are a list of texts, by the text; and of all other domains.
    private var listed: [Value: [Int]] = [:]
    private var others: [Int] = []

    init(_ id: VariableID, _ boxes: [Entry]) {
      self.id = id
      var known: [Domain: Int] = [:]
      for (index, entry) in boxes.enumerated() {
        let domain = entry.box[id]
        let domainIndex = known[domain] ?? domains.count
        if domainIndex == domains.count {
          known[domain] = domainIndex
          domains.append(domain)
          members.append([])
          if case .only(let values) = domain.values, !domain.allowsAbsence {
            for value in values { listed[value, default: []].append(domainIndex) }
          } else {
            others.append(domainIndex)
          }
        }
        classes.append(domainIndex)
        members[domainIndex].append(index)
      }
    }

    /// Returns those of some boxes that require one of some domains, by their indices.
    func boxes(_ boxes: some Sequence<Int>, in domains: [Int]) -> [Int] {
      var isWanted = [Bool](repeating: false, count: self.domains.count)
      for domain in domains { isWanted[domain] = true }
      return boxes.filter { isWanted[classes[$0]] }
    }

    func domainIndices(of binding: Binding) -> [Int] {
      let listed: [Int] = if case .value(let value) = binding { listed[value] ?? [] } else { [] }
      return listed + others.filter { domains[$0].contains(binding) }
    }

    func domainIndices(meeting domain: Domain) -> [Int] {
      var candidates = Array(domains.indices)
      if case .only(let values) = domain.values {
        candidates = others + Set(values.flatMap { listed[$0] ?? [] })
      }
      return candidates.filter { !domains[$0].intersection(domain).isEmpty }
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
  /// The indices of the boxes that are about the redemption of each offer.
  private var askers: [String: [Int]] = [:]
  /// The facts; those that distinguish most offers come first.
  private let dimensions: [Dimension]

  init(_ audiences: [Audience], at indices: [Int], in space: CustomerSpace) {
    func offer(of id: VariableID) -> String? { space.dimension(of: id)?.redeemedOffer?.offerId }
    var boxes: [Entry] = []
    var ids: Set<VariableID> = []
    for audienceIndex in indices {
      for box in audiences[audienceIndex].region.boxes {
        let own = Box(box.domains.filter { offer(of: $0.key) != nil })
        for id in Set(own.domains.keys.compactMap(offer)) {
          askers[id, default: []].append(boxes.count)
        }
        let takes = space.requiredRedemptions(in: own).isEmpty
        boxes.append(Entry(box: box, own: own, takesOthers: takes, audienceIndex: audienceIndex))
        for id in box.domains.keys where offer(of: id) == nil { ids.insert(id) }
      }
    }
    self.space = space
    self.boxes = boxes
    dimensions = ids.map { Dimension($0, boxes) }.ordered {
      ($0.domains.count, $0.id) > ($1.domains.count, $1.id)
    }
  }

  /// Returns the indices of the audiences that contain a customer, in order.
  ///
  /// - Complexity: O(*n*) for *n* offers, with a small constant factor for audiences without the
  ///   customer.
  func audienceIndices(of assignment: Assignment) -> [Int] {
    let left = boxes(where: { $0.domainIndices(of: assignment.binding(of: $0.id, in: space)) })
    // Most customers have redeemed none of these offers.
    var asks = [Bool](repeating: false, count: boxes.count)
    for index in assignment.redemptions.keys.flatMap({ askers[$0] ?? [] }) { asks[index] = true }
    return audienceIndices(of: left) { index in
      asks[index]
        ? boxes[index].own.contains { assignment.binding(of: $0, in: space) }
        : boxes[index].takesOthers
    }
  }

  /// Returns the indices of the audiences that share customers with a region, and perhaps of some
  /// more, in order.
  func audienceIndices(meeting region: Region) -> [Int] {
    Set(
      region.boxes.filter { !$0.isEmpty }.flatMap { other in
        let left = boxes(where: { $0.domainIndices(meeting: other[$0.id]) })
        return audienceIndices(of: left) { index in
          boxes[index].own.domains.allSatisfy { !$0.value.intersection(other[$0.key]).isEmpty }
        }
      }
    ).ordered()
  }

  /// Returns the indices of the boxes that require a wanted domain of each fact, in order.
  private func boxes(where wanted: (Dimension) -> [Int]) -> [Int] {
    guard let first = dimensions.first else { return Array(boxes.indices) }
    let domains = wanted(first)
    var left =
      domains.count == 1 ? first.members[domains[0]] : first.boxes(boxes.indices, in: domains)
    for dimension in dimensions.dropFirst() where !left.isEmpty {
      left = dimension.boxes(left, in: wanted(dimension))
    }
    return left
  }

  private func audienceIndices(of indices: [Int], where isWanted: (Int) -> Bool) -> [Int] {
    var audienceIndices: [Int] = []
    for index in indices where boxes[index].audienceIndex != audienceIndices.last && isWanted(index)
    {
      audienceIndices.append(boxes[index].audienceIndex)
    }
    return audienceIndices
  }
}
