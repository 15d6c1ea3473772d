extension CatalogLinter {
  /// Finds identifiers and names that the App Store does not accept.
  func identity(of placed: PlacedOffer) -> [LintFinding] {
    var findings: [LintFinding] = []
    let id = placed.offer.offerId
    if !limits.isOfferId(id) {
      findings.append(
        placed.finding(
          .offerId,
          at: OfferVariable.offerId.name,
          "expected letters, digits, periods and underscores, found '\(id)'"
        )
      )
    } else if id.count > limits.offerIdLength {
      findings.append(
        placed.finding(
          .offerId,
          at: OfferVariable.offerId.name,
          "expected at most \(limits.offerIdLength) characters, found \(id.count)"
        )
      )
    }
    guard let name = placed.offer.referenceName else { return findings }
    let length = name.unicodeScalars.count
    if !limits.isReferenceName(name) || name.isEmpty {
      findings.append(
        placed.finding(
          .referenceName,
          at: OfferVariable.referenceName.name,
          "expected letters, digits, spaces, periods and underscores, found '\(name)'"
        )
      )
    } else if length > limits.referenceNameLength {
      findings.append(
        placed.finding(
          .referenceName,
          at: OfferVariable.referenceName.name,
          "expected at most \(limits.referenceNameLength) characters, found \(length)"
        )
      )
    }
    return findings
  }

  /// Finds reference names that two offers of a group share.
  func reusedNames(_ offers: [PlacedOffer]) -> [LintFinding] {
    var owners: [[String]: PlacedOffer] = [:]
    return offers.compactMap { placed in
      guard let name = placed.offer.referenceName else { return nil }
      guard let owner = owners[[placed.group.id, name]] else {
        owners[[placed.group.id, name]] = placed
        return nil
      }
      return placed.finding(
        .referenceNameReused,
        at: OfferVariable.referenceName.name,
        "expected a name that no other offer of the group has, found the name of '\(owner.offer.offerId)'"
      )
    }
  }
}
