import CEL
import WinBack

/// An edit of an offer, as the engine proposes it.
struct OfferEdit {
  let attribute: String
  let from: Value?
  var to: Value?

  init(_ proposed: SmallestChange.Edit) {
    attribute = proposed.attribute
    from = proposed.from
    to = proposed.to
  }

  /// Goes a month, or a day, or all the way back to what the offer has.
  mutating func lessen() {
    switch (from, to) {
    case (.int(let from)?, .int(let to)?):
      self.to = .int(from < to ? to - 1 : to + 1)
    case (.string(let from)?, .string(let to)?):
      let step = from < to ? -Reference.day : Reference.day
      self.to = .string(String(Reference.text(Reference.instant(to) + step).prefix(10)))
    default:
      to = from
    }
  }
}

extension WinBackOffer {
  /// Makes an edit, by the name that catalogs give the attribute.
  mutating func apply(_ edit: OfferEdit) {
    switch (edit.attribute, edit.to) {
    case ("customerEligibilityPaidSubscriptionDurationInMonths", .int(let months)?):
      customerEligibilityPaidSubscriptionDurationInMonths = Int(months)
    case ("customerEligibilityTimeSinceLastSubscribedInMonths.minimum", .int(let months)?):
      customerEligibilityTimeSinceLastSubscribedInMonths.minimum = Int(months)
    case ("customerEligibilityTimeSinceLastSubscribedInMonths.maximum", .int(let months)?):
      customerEligibilityTimeSinceLastSubscribedInMonths.maximum = Int(months)
    case ("customerEligibilityWaitBetweenOffersInMonths", .int(let months)?):
      customerEligibilityWaitBetweenOffersInMonths = Int(months)
    case ("customerEligibilityWaitBetweenOffersInMonths", nil):
      customerEligibilityWaitBetweenOffersInMonths = nil
    case ("startDate", .string(let day)?):
      startDate = .day(CivilDate(text: day) ?? startDate.day)
    case ("endDate", .string(let day)?):
      endDate = CivilDate(text: day).map(CatalogDate.day)
    case ("endDate", nil):
      endDate = nil
    case ("territories", .list(let codes)?):
      territories = codes.compactMap {
        if case .string(let code) = $0 { Storefront(code) } else { nil }
      }
    case ("territories", nil):
      territories = []
    default:
      // An edit that the catalog has no place for leaves the offer as it is, and so fails the test.
      break
    }
  }
}

extension CivilDate {
  /// The date of a text that begins with it.
  init?(text: String) {
    let civil = Reference.civilTime(of: Reference.instant(text))
    self.init(year: Int64(civil.year), month: Int64(civil.month), day: Int64(civil.dayOfMonth))
  }
}
