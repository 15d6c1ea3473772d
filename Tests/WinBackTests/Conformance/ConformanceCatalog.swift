import Foundation
import Testing
import WinBack

/// A native catalog as Foundation reads it, so that the reference needs none of the package's readers.
struct ConformanceCatalog: Decodable {
  struct Group: Decodable {
    let id: String
    let subscriptions: [Subscription]
  }

  struct Subscription: Decodable {
    let productId: String
    let winBackOffers: [Offer]
  }

  struct Offer: Decodable {
    struct Months: Decodable {
      let minimum: Int
      let maximum: Int
    }

    let offerId: String
    let offerMode: String
    let duration: String
    let periodCount: Int
    let customerEligibilityPaidSubscriptionDurationInMonths: Int
    let customerEligibilityTimeSinceLastSubscribedInMonths: Months
    let customerEligibilityWaitBetweenOffersInMonths: Int?
    let startDate: String
    let endDate: String?
    let priority: String
    let territories: [String]?
    let prices: [Price]?
  }

  struct Price: Decodable {
    let territory: String
  }

  let subscriptionGroups: [Group]

  /// The catalog as the engine's own type.
  func catalog() throws -> Catalog {
    Catalog(
      subscriptionGroups: try subscriptionGroups.map { group in
        SubscriptionGroup(
          id: group.id,
          subscriptions: try group.subscriptions.map { subscription in
            WinBack.Subscription(
              productId: subscription.productId,
              winBackOffers: try subscription.winBackOffers.map { try $0.offer() }
            )
          }
        )
      }
    )
  }
}

extension ConformanceCatalog.Offer {
  fileprivate func offer() throws -> WinBackOffer {
    WinBackOffer(
      offerId: offerId,
      offerMode: try #require(OfferMode(rawValue: offerMode)),
      duration: try #require(OfferDuration(rawValue: duration)),
      periodCount: periodCount,
      customerEligibilityPaidSubscriptionDurationInMonths:
        customerEligibilityPaidSubscriptionDurationInMonths,
      customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange(
        minimum: customerEligibilityTimeSinceLastSubscribedInMonths.minimum,
        maximum: customerEligibilityTimeSinceLastSubscribedInMonths.maximum
      ),
      customerEligibilityWaitBetweenOffersInMonths: customerEligibilityWaitBetweenOffersInMonths,
      startDate: try date(startDate),
      endDate: try endDate.map(date),
      priority: try #require(OfferPriority(rawValue: priority)),
      territories: try (territories ?? prices?.map(\.territory) ?? []).map {
        try #require(Storefront($0))
      }
    )
  }

  /// The day as it is written, with the time if there is one.
  private func date(_ text: String) throws -> CatalogDate {
    let day = try #require(CivilDate(text: String(text.prefix(10))))
    guard text.contains("T") else { return .day(day) }
    return .instant(try TimelineDate(iso8601: text).instant, day: day)
  }
}
