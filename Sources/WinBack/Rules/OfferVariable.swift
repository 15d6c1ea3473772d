package import CEL

/// The variables of rules that the offer gives, in the order of their identifiers.
///
/// Only this type of the engine knows the criteria of an offer by name: it gives them to the rules.
package enum OfferVariable: Int, CaseIterable, Sendable {
  case offerId, productId, referenceName, offerMode, duration, periodCount,
    paidSubscriptionDuration, timeSinceLastSubscribedMinimum, timeSinceLastSubscribedMaximum,
    waitBetweenOffers, startDate, endDate, priority, promotionIntent, targetSubscriptionPlanType,
    territories, type, customerEligibilities, isActive
  private static let attributes = allCases.map { $0.entry }
  package var attribute: OfferAttribute { Self.attributes[rawValue] }

  /// The name of the attribute, as catalogs write it.
  package var name: String { attribute.name }

  package var variable: Variable {
    Variable("offer." + name, attribute.type, isOptional: attribute.isOptional)
  }

  package var isCriterion: Bool { attribute.isCriterion }

  /// Returns the value of the variable for an offer; dates without a time are in the time zone of
  /// `offset`.
  ///
  /// `endDate` is the end of the last day: the first instant at which the offer is not live (T4).
  package func binding(of offer: PlacedOffer, at offset: UTCOffset) -> Binding {
    guard !isUnknown(for: offer) else { return .unknown }
    return attribute.value(offer, offset).map { .value($0) } ?? .absent
  }

  /// Returns whether the catalog does not have the value of an offer.
  package func isUnknown(for offer: PlacedOffer) -> Bool {
    self == .territories && offer.terms.hasUnknownTerritories
  }

  /// Returns the value of an attribute for a message; days start at midnight in the time zone of
  /// `offset`.
  package func text(of offer: PlacedOffer, at offset: UTCOffset) -> String {
    switch (self, attribute.value(offer, offset)) {
    case (.territories, _) where isUnknown(for: offer): "territories that are not known"
    case (.territories, nil): "all territories"
    case (.territories, _):
      Set(offer.territories).ordered().map { $0.code }.joined(separator: ", ")
    case (.startDate, _?): offer.startDate.map { $0.text(at: offset) } ?? "none"
    case (.endDate, _?): offer.endDate.map { "\($0.day)" } ?? "none"
    case (_, .string(let text)?): attribute.isFreeText ? "'\(text)'" : text
    case (_, .int(let number)?): "\(number)"
    case (_, .list?): offer.terms.customerEligibilities.map { $0.rawValue }.joined(separator: ", ")
    case (_, .bool(let truth)?): "\(truth)"
    case (_, _): "none"
    }
  }
}

extension OfferVariable {
  private var entry: OfferAttribute {
    switch self {
    case .offerId: .text("offerId", lock: nil) { $0.terms.offerId }
    case .productId: .word("productId", lock: nil) { $0.subscription.productId }
    case .referenceName:
      .text("referenceName", isOptional: true, lock: .creation) { $0.referenceName }
    case .offerMode: .word("offerMode", lock: .creation) { $0.mode.rawValue }
    case .duration: .word("duration", lock: .creation) { $0.duration.rawValue }
    case .periodCount:
      OfferAttribute(name: "periodCount", type: .int, lock: .creation) { offer, _ in
        .int(Int64(offer.periodCount))
      }
    case .paidSubscriptionDuration:
      .months("customerEligibilityPaidSubscriptionDurationInMonths") {
        $0.customerEligibilityPaidSubscriptionDurationInMonths
      }
    case .timeSinceLastSubscribedMinimum:
      .months("customerEligibilityTimeSinceLastSubscribedInMonths.minimum") {
        $0.customerEligibilityTimeSinceLastSubscribedInMonths.minimum
      }
    case .timeSinceLastSubscribedMaximum:
      .months("customerEligibilityTimeSinceLastSubscribedInMonths.maximum") {
        $0.customerEligibilityTimeSinceLastSubscribedInMonths.maximum
      }
    case .waitBetweenOffers:
      .months("customerEligibilityWaitBetweenOffersInMonths", isOptional: true) {
        $0.customerEligibilityWaitBetweenOffersInMonths
      }
    case .startDate:
      .criterion("startDate", .timestamp, lock: .start) { offer, offset in
        offer.startDate.map { .timestamp($0.start(at: offset)) }
      }
    case .endDate:
      .criterion("endDate", .timestamp, lock: .start) { offer, offset in
        offer.endDate.map { .timestamp($0.endOfDay(at: offset)) }
      }
    case .priority: .word("priority", lock: nil) { ($0.winBack?.priority ?? .normal).rawValue }
    case .promotionIntent:
      .text("promotionIntent", isOptional: true, lock: .start) { $0.winBack?.promotionIntent }
    case .targetSubscriptionPlanType:
      .text("targetSubscriptionPlanType", isOptional: true, lock: .creation) { $0.plan }
    case .territories:
      .criterion("territories", .list(.string), lock: .creation) { offer, _ in
        offer.territories.isEmpty ? nil : .list(offer.territories.map { .string($0.code) })
      }
    case .type: .word("type", lock: nil) { $0.kind.rawValue }
    case .customerEligibilities:
      OfferAttribute(
        name: "customerEligibilities",
        type: .list(.string),
        isOptional: true,
        lock: .creation
      ) { offer, _ in
        let classes = offer.terms.customerEligibilities
        return classes.isEmpty ? nil : .list(classes.map { .string($0.rawValue) })
      }
    case .isActive:
      OfferAttribute(name: "isActive", type: .bool, lock: nil) { offer, _ in
        .bool(offer.terms.isActive)
      }
    }
  }
}

/// The definition of an attribute of offers, which is all that a new attribute needs.
package struct OfferAttribute: Sendable {
  /// The time from which App Store Connect does not allow a change.
  package enum Lock: Sendable {
    case creation
    case start
  }

  let name: String
  let type: ValueType
  var isOptional = false
  /// Whether an offer can get another value before it starts.
  ///
  /// Identity, price and product are fixed when an offer is created, so no change of them is
  /// proposed.
  var isCriterion = false
  /// Whether it is free text, which messages quote.
  var isFreeText = false
  /// The time from which it is locked; nil for never.
  package let lock: Lock?
  /// The value for an offer, in the time zone of dates without a time; nil if it is absent.
  let value: @Sendable (PlacedOffer, UTCOffset) -> Value?
}

extension OfferAttribute {
  fileprivate static func text(
    _ name: String,
    isOptional: Bool = false,
    lock: Lock?,
    _ text: @escaping @Sendable (PlacedOffer) -> String?
  ) -> OfferAttribute {
    OfferAttribute(
      name: name,
      type: .string,
      isOptional: isOptional,
      isFreeText: true,
      lock: lock,
      value: { offer, _ in text(offer).map { .string($0) } }
    )
  }

  fileprivate static func word(
    _ name: String,
    lock: Lock?,
    _ word: @escaping @Sendable (PlacedOffer) -> String
  ) -> OfferAttribute {
    OfferAttribute(name: name, type: .string, lock: lock) { offer, _ in .string(word(offer)) }
  }

  fileprivate static func months(
    _ name: String,
    isOptional: Bool = false,
    _ months: @escaping @Sendable (WinBackOffer) -> Int?
  ) -> OfferAttribute {
    .criterion(name, .int, isOptional: isOptional, lock: .start) { offer, _ in
      offer.winBack.flatMap(months).map { .int(Int64($0)) }
    }
  }

  fileprivate static func criterion(
    _ name: String,
    _ type: ValueType,
    isOptional: Bool = true,
    lock: Lock,
    _ value: @escaping @Sendable (PlacedOffer, UTCOffset) -> Value?
  ) -> OfferAttribute {
    OfferAttribute(
      name: name,
      type: type,
      isOptional: isOptional,
      isCriterion: true,
      lock: lock,
      value: value
    )
  }
}
