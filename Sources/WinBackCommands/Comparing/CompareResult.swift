import CalendarTime
import WinBack

/// The result of a comparison.
struct CompareResult: Sendable {
  /// A cohort and the instant at which its customers were evaluated.
  struct Cohort: Sendable {
    let file: String
    let asOf: Instant
    let comparison: CohortComparison
  }

  let comparison: CatalogComparison
  let offers: [OfferComparison]
  let orderChanges: [OrderChange]
  let cohort: Cohort?

  init(_ comparison: CatalogComparison, cohort: Cohort?) {
    self.comparison = comparison
    offers = comparison.offers()
    orderChanges = comparison.orderChanges()
    self.cohort = cohort
  }

  /// The offers of which there is something to tell.
  var changedOffers: [OfferComparison] {
    offers.filter { $0.change != .same || !$0.edits.isEmpty || !$0.changedRules.isEmpty }
  }

  /// The movements of which there is something to tell, in the order of groups and identifiers.
  var movements: [(key: OfferKey, movement: CohortComparison.Movement)] {
    guard let cohort else { return [] }
    return cohort.comparison.movements.filter { _, movement in
      !movement.gained.isEmpty || !movement.lost.isEmpty || movement.reordered.count > 0
    }.map { ($0.key, $0.value) }.sorted { $0.key < $1.key }
  }

  /// An attribute that has two types.
  struct AttributeClash: Error {
    let message: String
  }

  /// Returns the attributes of customers that the rules of both sides read, each once.
  static func attributes(
    of from: EligibilityEngine,
    and to: EligibilityEngine
  ) throws(AttributeClash) -> [RuleSet.Attribute] {
    var attributes = from.rules.ruleSet.attributes
    for attribute in to.rules.ruleSet.attributes where !attributes.contains(attribute) {
      if let other = attributes.first(where: { $0.name == attribute.name }) {
        throw AttributeClash(
          message:
            "expected one type of the attribute '\(attribute.name)' in the rules of both sides, "
            + "found \(other.type) and \(attribute.type)"
        )
      }
      attributes.append(attribute)
    }
    return attributes
  }
}
