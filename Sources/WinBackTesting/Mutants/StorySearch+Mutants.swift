import CEL
import WinBackAnalysis

extension StorySearch {
  /// Returns a customer for whom a mutant changes an answer, in every storefront if each counts.
  func search(for mutant: Mutant) -> Finding {
    switch mutant.change {
    case .criteria(_, let program, _):
      guard let offer = mutant.offer else { return .impossible }
      let other = reach(of: program, among: customers(of: engine.programs[offer]))
      return search(between: reaches[offer], and: other, of: offer, mutant)
    case .withoutRule(let rule):
      return first(of: Array(engine.programs.indices)) { offer in
        let program = engine.programs[offer]
        let other = reach(of: program, among: customers(of: program), without: rule)
        return search(between: reaches[offer], and: other, of: offer, mutant)
      }
    case .order(let passed):
      guard let offer = mutant.offer else { return .impossible }
      let group = engine.programs[offer].offer.group
      return first(of: passed.filter { engine.programs[$0].offer.group == group }) { other in
        let both = reaches[offer].intersection(reaches[other])
        return search(between: both, and: .nothing, of: offer, mutant)
      }
    case .another(let program):
      guard let offer = mutant.offer else { return .impossible }
      let customers = reach(of: program, among: customers(of: program))
      return search(between: customers, and: .nothing, of: offer, mutant)
    }
  }

  /// Returns a customer of one of two regions and not of the other.
  private func search(
    between first: Region,
    and second: Region,
    of offer: Int,
    _ mutant: Mutant
  ) -> Finding {
    guard first != second else { return .impossible }
    let counting = mutant.storefronts.compactMap { $0.map { Value.string($0.code) } }
    let domain = mutant.isEverywhere ? Domain(.only(Set(counting))) : .everything
    let box = Box([space.id(of: .storefront): domain])
    let differences = [first.subtracting(second), second.subtracting(first)]
    return self.first(of: differences) { difference in
      let customers = difference.intersection(Region([box]))
      var found = search(in: customers, group: group(of: offer)) {
        mutant.changesVerdict(OfferProfiles($0, engine))
      }
      found.proposal?.isEverywhere = mutant.isEverywhere
      return found
    }
  }

  private func first<Candidate>(
    of candidates: [Candidate],
    _ search: (Candidate) -> Finding
  ) -> Finding {
    var finding = Finding.impossible
    for candidate in candidates {
      let found = search(candidate)
      guard found.proposal == nil else { return found }
      if found.isPossible { finding = found }
    }
    return finding
  }
}
