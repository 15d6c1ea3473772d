package import WinBack

extension StoreKitConfiguration {
  /// Creates a catalog from a configuration, to which the user adds the criteria.
  ///
  /// A configuration has no criteria. So each offer gets the widest criteria that App Store Connect
  /// accepts: one paid month, and from 1 to 24 months since the last subscription.
  ///
  /// - Parameter start: The first day of each offer.
  /// - Returns: The catalog; it has no offers if the configuration has none.
  /// - Throws: ``FormatError`` at a period or a payment mode that no offer can have.
  func catalog(startingOn start: CatalogDate) throws(FormatError) -> Catalog {
    let groups = try groups.map { group throws(FormatError) in
      SubscriptionGroup(
        id: group.id,
        referenceName: group.name,
        subscriptions: try group.subscriptions.map { subscription throws(FormatError) in
          WinBack.Subscription(
            productId: subscription.productId,
            referenceName: subscription.referenceName,
            subscriptionPeriod: SubscriptionPeriod.allCases.first {
              $0.iso8601 == subscription.recurringSubscriptionPeriod
            },
            groupLevel: subscription.groupNumber,
            winBackOffers: try subscription.offers.map { offer throws(FormatError) in
              try offer.winBackOffer(from: start)
            }
          )
        }
      )
    }
    return Catalog(subscriptionGroups: groups)
  }
}

extension StoreKitConfiguration.Offer {
  fileprivate func winBackOffer(from start: CatalogDate) throws(FormatError) -> WinBackOffer {
    guard let mode = OfferMode.allCases.first(where: { $0.paymentMode == paymentMode }) else {
      throw node.error(
        "expected a payment mode 'free', 'payUpFront' or 'payAsYouGo', found "
          + "'\((paymentMode ?? "none").shownInMessage)'"
      )
    }
    guard let duration = OfferDuration.allCases.first(where: { $0.iso8601 == subscriptionPeriod })
    else {
      throw node.error(
        "expected a period from P3D to P1Y, found '\((subscriptionPeriod ?? "none").shownInMessage)'"
      )
    }
    return WinBackOffer(
      offerId: offerId,
      referenceName: referenceName,
      offerMode: mode,
      duration: duration,
      periodCount: max(1, numberOfPeriods),
      customerEligibilityPaidSubscriptionDurationInMonths: 1,
      customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange(minimum: 1, maximum: 24),
      startDate: start
    )
  }
}

extension CatalogInput {
  /// Reads a StoreKit configuration of Xcode as the first version of a catalog; nil if it is none.
  package static func storeKitCatalog(
    of bytes: ContiguousArray<UInt8>,
    startingOn start: CatalogDate
  ) throws(FormatError) -> Catalog? {
    guard FormatEvidence(of: bytes.rawBytes).showsStoreKit else { return nil }
    return try StoreKitConfiguration(parsing: bytes).catalog(startingOn: start)
  }
}
