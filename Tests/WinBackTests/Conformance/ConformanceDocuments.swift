import CalendarTime
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
      startDate: .day(try day(startDate)),
      endDate: try endDate.map { .day(try day($0)) },
      priority: try #require(OfferPriority(rawValue: priority)),
      territories: try (territories ?? []).map { try #require(Storefront($0)) }
    )
  }

  private func day(_ text: String) throws -> CivilDate {
    let civil = Reference.civilTime(of: Reference.instant(text))
    return try #require(
      CivilDate(
        year: Int64(civil.year),
        month: Int64(civil.month),
        day: Int64(civil.dayOfMonth)
      )
    )
  }
}

/// A native history as Foundation reads it.
struct ConformanceHistory: Decodable {
  struct Transaction: Decodable {
    let transactionId: String?
    let originalTransactionId: String?
    let productId: String
    let subscriptionGroupIdentifier: String?
    let purchaseDate: Int64
    let expiresDate: Int64
    let revocationDate: Int64?
    let revocationType: String?
    let type: String?
    let inAppOwnershipType: String?
    let transactionReason: String?
    let price: Int64?
    let storefront: String?
    let offerType: Int?
    let offerIdentifier: String?
    let offerDiscountType: String?
    let billingPlanType: String?
  }

  struct Renewal: Decodable {
    let autoRenewStatus: Int?
    let expirationIntent: Int?
    let isInBillingRetryPeriod: Bool?
    let gracePeriodExpiresDate: Int64?
  }

  let customerId: String
  let storefront: String?
  let subscriptionGroupIdentifier: String?
  let transactions: [Transaction]
  let renewalInfo: Renewal?

  /// The history as the engine's own type.
  func history() -> CustomerHistory {
    CustomerHistory(
      customerId: customerId,
      storefront: storefront.flatMap { Storefront($0) },
      subscriptionGroupIdentifier: subscriptionGroupIdentifier,
      transactions: transactions.map { $0.transaction() },
      renewalInfo: renewalInfo.map { [$0.renewalInfo()] } ?? []
    )
  }
}

extension ConformanceHistory.Transaction {
  fileprivate func transaction() -> WinBack.Transaction {
    WinBack.Transaction(
      transactionId: transactionId,
      originalTransactionId: originalTransactionId,
      productId: productId,
      subscriptionGroupIdentifier: subscriptionGroupIdentifier,
      purchaseDate: date(purchaseDate),
      expiresDate: date(expiresDate),
      revocationDate: revocationDate.map(date),
      revocationType: revocationType,
      type: type,
      inAppOwnershipType: inAppOwnershipType,
      transactionReason: transactionReason,
      price: price,
      storefront: storefront.flatMap { Storefront($0) },
      offerType: offerType,
      offerIdentifier: offerIdentifier,
      offerDiscountType: offerDiscountType,
      billingPlanType: billingPlanType
    )
  }
}

extension ConformanceHistory.Renewal {
  fileprivate func renewalInfo() -> RenewalInfo {
    RenewalInfo(
      autoRenewStatus: autoRenewStatus,
      expirationIntent: expirationIntent,
      isInBillingRetryPeriod: isInBillingRetryPeriod,
      gracePeriodExpiresDate: gracePeriodExpiresDate.map(date)
    )
  }
}

private func date(_ milliseconds: Int64) -> TimelineDate {
  TimelineDate(Instant(milliseconds: milliseconds))
}
