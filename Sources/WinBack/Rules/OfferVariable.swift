package import CEL
package import CalendarTime

/// The variables that rules read and that the offer answers, in the order of their identifiers.
///
/// This is the only place where the engine knows the criteria of an offer by name: it hands them to
/// the rules.
package enum OfferVariable: Int, CaseIterable, Sendable {
  case offerId
  case productId
  case referenceName
  case offerMode
  case duration
  case periodCount
  case paidSubscriptionDuration
  case timeSinceLastSubscribedMinimum
  case timeSinceLastSubscribedMaximum
  case waitBetweenOffers
  case startDate
  case endDate
  case priority
  case promotionIntent
  case targetSubscriptionPlanType
  case territories

  /// The name of the attribute, as catalogs write it.
  package var name: String {
    switch self {
    case .offerId: "offerId"
    case .productId: "productId"
    case .referenceName: "referenceName"
    case .offerMode: "offerMode"
    case .duration: "duration"
    case .periodCount: "periodCount"
    case .paidSubscriptionDuration: "customerEligibilityPaidSubscriptionDurationInMonths"
    case .timeSinceLastSubscribedMinimum:
      "customerEligibilityTimeSinceLastSubscribedInMonths.minimum"
    case .timeSinceLastSubscribedMaximum:
      "customerEligibilityTimeSinceLastSubscribedInMonths.maximum"
    case .waitBetweenOffers: "customerEligibilityWaitBetweenOffersInMonths"
    case .startDate: "startDate"
    case .endDate: "endDate"
    case .priority: "priority"
    case .promotionIntent: "promotionIntent"
    case .targetSubscriptionPlanType: "targetSubscriptionPlanType"
    case .territories: "territories"
    }
  }

  /// The variable of the rule language.
  package var variable: Variable {
    let type: ValueType =
      switch self {
      case .periodCount, .paidSubscriptionDuration, .timeSinceLastSubscribedMinimum,
        .timeSinceLastSubscribedMaximum, .waitBetweenOffers:
        .int
      case .startDate, .endDate: .timestamp
      case .territories: .list(.string)
      default: .string
      }
    return Variable("offer." + name, type, isOptional: isOptional)
  }

  private var isOptional: Bool {
    switch self {
    case .referenceName, .waitBetweenOffers, .endDate, .promotionIntent,
      .targetSubscriptionPlanType, .territories:
      true
    default: false
    }
  }

  /// A Boolean value indicating whether an offer may be given another value before it starts.
  ///
  /// Identity, price and product are fixed once an offer is created, so that no change of them is
  /// ever proposed.
  package var isCriterion: Bool {
    switch self {
    case .paidSubscriptionDuration, .timeSinceLastSubscribedMinimum,
      .timeSinceLastSubscribedMaximum, .waitBetweenOffers, .startDate, .endDate, .territories:
      true
    default: false
    }
  }

  /// Returns the value of the variable for an offer.
  ///
  /// - Parameters:
  ///   - offer: The offer.
  ///   - offset: The time zone of dates without a time. `endDate` is the end of the last day, the
  ///     first instant at which the offer is no longer live (T4).
  /// - Returns: The value, or that it is absent.
  package func binding(of offer: IndexedOffer, at offset: UTCOffset) -> Binding {
    let criteria = offer.offer
    let lapse = criteria.customerEligibilityTimeSinceLastSubscribedInMonths
    return switch self {
    case .offerId: .value(.string(criteria.offerId))
    case .productId: .value(.string(offer.subscription.productId))
    case .referenceName: Self.text(criteria.referenceName)
    case .offerMode: .value(.string(criteria.offerMode.rawValue))
    case .duration: .value(.string(criteria.duration.rawValue))
    case .periodCount: Self.number(criteria.periodCount)
    case .paidSubscriptionDuration:
      Self.number(criteria.customerEligibilityPaidSubscriptionDurationInMonths)
    case .timeSinceLastSubscribedMinimum: Self.number(lapse.minimum)
    case .timeSinceLastSubscribedMaximum: Self.number(lapse.maximum)
    case .waitBetweenOffers: Self.number(criteria.customerEligibilityWaitBetweenOffersInMonths)
    case .startDate: .value(.timestamp(criteria.startDate.start(at: offset)))
    case .endDate:
      criteria.endDate.map { .value(.timestamp($0.endOfDay(at: offset))) } ?? .absent
    case .priority: .value(.string(criteria.priority.rawValue))
    case .promotionIntent: Self.text(criteria.promotionIntent)
    case .targetSubscriptionPlanType: Self.text(criteria.targetSubscriptionPlanType)
    case .territories:
      criteria.territories.isEmpty
        ? .absent : .value(.list(criteria.territories.map { .string($0.code) }))
    }
  }

  private static func text(_ text: String?) -> Binding {
    text.map { .value(.string($0)) } ?? .absent
  }

  private static func number(_ number: Int?) -> Binding {
    number.map { .value(.int(Int64($0))) } ?? .absent
  }
}
