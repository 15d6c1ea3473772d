extension CatalogLinter {
  /// Finds identifiers and names that the App Store does not accept.
  func identity(of placed: PlacedOffer) -> [LintFinding] {
    var findings: [LintFinding] = []
    func add(_ code: LintCode, at variable: OfferVariable, expected: String, found: String) {
      findings.append(placed.finding(code, at: variable, "expected \(expected), found \(found)"))
    }
    func most(_ length: Int) -> String { "at most \(length) characters" }
    let id = placed.offer.offerId
    let letters = "letters, digits, periods and underscores"
    if !limits.isOfferId(id) {
      add(.offerId, at: .offerId, expected: letters, found: "'\(id)'")
    } else if id.count > limits.offerIdLength {
      add(.offerId, at: .offerId, expected: most(limits.offerIdLength), found: "\(id.count)")
    }
    guard let name = placed.offer.referenceName else { return findings }
    let length = name.unicodeScalars.count
    if !limits.isReferenceName(name) || name.isEmpty {
      let letters = "letters, digits, spaces, periods and underscores"
      add(.referenceName, at: .referenceName, expected: letters, found: "'\(name)'")
    } else if length > limits.referenceNameLength {
      let most = most(limits.referenceNameLength)
      add(.referenceName, at: .referenceName, expected: most, found: "\(length)")
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
        at: .referenceName,
        "expected a name that no other offer of the group has, found the name of '\(owner.offer.offerId)'"
      )
    }
  }
}
