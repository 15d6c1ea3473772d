import WinBack

extension CatalogLinter {
  /// Finds better offers that share customers with an offer; App Store Connect warns of them.
  ///
  /// There is one finding for each other offer, the most specific one.
  func overlaps(
    of placed: PlacedOffer,
    at index: Int,
    _ relations: inout OfferRelations
  ) -> [LintFinding] {
    let analysis = relations.analysis
    let audience = analysis.audiences[index]
    let id = placed.id
    var findings: [LintFinding] = []
    func add(_ code: LintCode, _ message: String, _ witness: Witness?) {
      findings.append(placed.finding(code, example: witness.map(analysis.example), message))
    }
    func customer(of others: [Audience]) -> Witness? {
      others.lazy.compactMap { analysis.customer(of: audience, and: $0) }.first
    }

    var shadow = relations.shadow(of: index) ?? []
    // Another finding has this already.
    if shadow.map({ $0.key }) == [relations.twin(of: index)?.key] { shadow = [] }
    if !shadow.isEmpty {
      let names = OfferNames(shadow).quotedAlternatives
      add(
        .shadowedOffer,
        "'\(id)' comes first only for customers who have redeemed \(names): its other customers are all "
          + "eligible for \(shadow.count == 1 ? names : "one of these"), listed before it",
        analysis.existence(of: audience, outside: shadow).witness
      )
    }
    let (tied, others) = relations.overlaps(
      of: index,
      except: Set(shadow.map { $0.key }),
      atMost: OfferNames.needed
    )
    if !tied.isEmpty {
      add(
        .tiedOffers,
        "only the ids decide which comes first, '\(id)' or \(OfferNames(tied).quotedAlternatives), for "
          + "customers who are eligible for both",
        customer(of: tied)
      )
    }
    if !others.isEmpty {
      add(
        .overlappingOffers,
        "some customers of '\(id)' are also eligible for \(OfferNames(others).quotedAlternatives), listed "
          + "before it",
        customer(of: others)
      )
    }
    return findings
  }
}
