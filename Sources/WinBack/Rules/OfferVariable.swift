package import CEL
import CalendarTime

/// The variables of rules that the offer gives, in the order of their identifiers.
///
/// Only this type of the engine knows the criteria of an offer by name: it gives them to the rules.
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
  case type
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
    guard !attribute.isUnknown(offer) else { return .unknown }
    return attribute.value(offer, offset).map { .value($0) } ?? .absent
  }

  /// Returns the value of an attribute for a message; empty for the product and the type.
  package func text(of offer: PlacedOffer) -> String { attribute.text(offer) }
}

extension OfferVariable {
  private var entry: OfferAttribute {
    switch self {
    case .offerId: .text("offerId", lock: nil) { $0.winBack?.offerId }
    case .productId:
      OfferAttribute(
        name: "productId",
        type: .string,
        lock: nil,
        value: { offer, _ in .string(offer.subscription.productId) },
        text: { _ in "" }
      )
    case .referenceName:
      .text("referenceName", isOptional: true, lock: .creation) { $0.referenceName }
    case .offerMode: .word("offerMode", lock: .creation) { $0.mode.rawValue }
    case .duration: .word("duration", lock: .creation) { $0.duration.rawValue }
    case .periodCount: .number("periodCount", lock: .creation) { $0.periodCount }
    case .paidSubscriptionDuration:
      .criterion("customerEligibilityPaidSubscriptionDurationInMonths") {
        $0.winBack?.customerEligibilityPaidSubscriptionDurationInMonths
      }
    case .timeSinceLastSubscribedMinimum:
      .criterion("customerEligibilityTimeSinceLastSubscribedInMonths.minimum") {
        $0.winBack?.customerEligibilityTimeSinceLastSubscribedInMonths.minimum
      }
    case .timeSinceLastSubscribedMaximum:
      .criterion("customerEligibilityTimeSinceLastSubscribedInMonths.maximum") {
        $0.winBack?.customerEligibilityTimeSinceLastSubscribedInMonths.maximum
      }
    case .waitBetweenOffers:
      .criterion("customerEligibilityWaitBetweenOffersInMonths", isOptional: true) {
        $0.winBack?.customerEligibilityWaitBetweenOffersInMonths
      }
    case .startDate:
      OfferAttribute(
        name: "startDate",
        type: .timestamp,
        isOptional: true,
        isCriterion: true,
        lock: .start,
        value: { offer, offset in offer.startDate.map { .timestamp($0.start(at: offset)) } },
        text: { $0.startDate.map { "\($0.day)" } ?? "none" }
      )
    case .endDate:
      OfferAttribute(
        name: "endDate",
        type: .timestamp,
        isOptional: true,
        isCriterion: true,
        lock: .start,
        value: { offer, offset in offer.endDate.map { .timestamp($0.endOfDay(at: offset)) } },
        text: { $0.endDate.map { "\($0.day)" } ?? "none" }
      )
    case .priority: .word("priority", lock: nil) { ($0.winBack?.priority ?? .normal).rawValue }
    case .promotionIntent:
      .text("promotionIntent", isOptional: true, lock: .start) { $0.winBack?.promotionIntent }
    case .targetSubscriptionPlanType:
      .text("targetSubscriptionPlanType", isOptional: true, lock: .creation) { $0.plan }
    case .territories:
      OfferAttribute(
        name: "territories",
        type: .list(.string),
        isOptional: true,
        isCriterion: true,
        lock: .creation,
        value: { offer, _ in
          offer.territories.isEmpty ? nil : .list(offer.territories.map { .string($0.code) })
        },
        isUnknown: { $0.winBack?.hasUnknownTerritories ?? false },
        text: { offer in
          offer.winBack?.hasUnknownTerritories ?? false
            ? "territories that are not known"
            : offer.territories.isEmpty
              ? "all territories"
              : Set(offer.territories).ordered().map { $0.code }.joined(separator: ", ")
        }
      )
    case .type:
      OfferAttribute(
        name: "type",
        type: .string,
        lock: nil,
        value: { offer, _ in .string(offer.kind.rawValue) },
        text: { _ in "" }
      )
    }
  }
}

extension OfferAttribute {
  /// Free text, which messages quote.
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
      lock: lock,
      value: { offer, _ in text(offer).map { .string($0) } },
      text: { offer in text(offer).map { "'\($0)'" } ?? "none" }
    )
  }

  fileprivate static func word(
    _ name: String,
    lock: Lock?,
    _ word: @escaping @Sendable (PlacedOffer) -> String
  ) -> OfferAttribute {
    OfferAttribute(
      name: name,
      type: .string,
      lock: lock,
      value: { offer, _ in .string(word(offer)) },
      text: word
    )
  }

  fileprivate static func number(
    _ name: String,
    isOptional: Bool = false,
    isCriterion: Bool = false,
    lock: Lock?,
    _ number: @escaping @Sendable (PlacedOffer) -> Int?
  ) -> OfferAttribute {
    OfferAttribute(
      name: name,
      type: .int,
      isOptional: isOptional,
      isCriterion: isCriterion,
      lock: lock,
      value: { offer, _ in number(offer).map { .int(Int64($0)) } },
      text: { offer in number(offer).map { "\($0)" } ?? "none" }
    )
  }

  fileprivate static func criterion(
    _ name: String,
    isOptional: Bool = false,
    _ months: @escaping @Sendable (PlacedOffer) -> Int?
  ) -> OfferAttribute {
    .number(name, isOptional: isOptional, isCriterion: true, lock: .start, months)
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
  /// The time from which it is locked; nil for never.
  package let lock: Lock?
  /// The value for an offer, in the time zone of dates without a time; nil if it is absent.
  let value: @Sendable (PlacedOffer, UTCOffset) -> Value?
  /// Whether the catalog does not have the value.
  package var isUnknown: @Sendable (PlacedOffer) -> Bool = { _ in false }
  let text: @Sendable (PlacedOffer) -> String
}
