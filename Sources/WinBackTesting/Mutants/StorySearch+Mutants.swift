import CEL
import WinBack

extension StorySearch {
  /// Returns a customer for whom a mutant changes an answer; everywhere, if each storefront counts.
  func search(for mutant: Mutant) -> Finding {
    switch mutant.change {
    case .criteria(_, let program, _):
      guard let offer = mutant.offer else { return .impossible }
      let customers = customers(of: engine.programs[offer])
      return search(
        between: reaches[offer],
        and: reach(of: program, among: customers),
        group: group(of: offer),
        mutant
      )
    case .withoutRule(let rule):
      return engine.programs.indices.reduce(.impossible) { finding, offer in
        if case .found = finding { return finding }
        let program = engine.programs[offer]
        let customers = customers(of: program)
        let other = search(
          between: reaches[offer],
          and: reach(of: program, among: customers, without: rule),
          group: group(of: offer),
          mutant
        )
        if case .impossible = other { return finding }
        return other
      }
    case .order(let passed): return search(for: mutant, passing: passed)
    case .another(let program):
      guard let offer = mutant.offer else { return .impossible }
      return search(
        between: reach(of: program, among: customers(of: program)),
        and: .nothing,
        group: group(of: offer),
        mutant
      )
    }
  }

  /// Returns a customer of one of two regions and not of the other.
  private func search(
    between first: Region,
    and second: Region,
    group: String,
    _ mutant: Mutant
  ) -> Finding {
    guard first != second else { return .impossible }
    var finding = Finding.impossible
    let counting = mutant.storefronts.map { Set($0.map { Value.string($0.code) }) }
    let box = Box(counting.map { [space.id(of: .storefront): Domain(.only($0))] } ?? [:])
    for difference in [first.subtracting(second), second.subtracting(first)] {
      let customers = difference.intersection(Region(boxes: [box]))
      let found = search(in: customers, group: group) { mutant.changesVerdict($0, engine) }
      if case .found(var proposal) = found {
        proposal.isEverywhere = mutant.storefronts != nil
        return .found(proposal)
      }
      if case .untold = found { finding = .untold }
    }
    return finding
  }

  /// Returns a customer who may have two offers that change places.
  private func search(for mutant: Mutant, passing others: Range<Int>) -> Finding {
    guard let offer = mutant.offer else { return .impossible }
    var finding = Finding.impossible
    for other in others
    where engine.programs[other].offer.group == engine.programs[offer].offer.group {
      let both = reaches[offer].intersection(reaches[other])
      let found = search(in: both, group: group(of: offer)) { mutant.changesVerdict($0, engine) }
      if case .found = found { return found }
      if case .untold = found { finding = .untold }
    }
    return finding
  }
}
