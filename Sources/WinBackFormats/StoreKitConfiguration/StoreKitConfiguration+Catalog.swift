import CEL

extension StoreKitConfiguration {
  /// Creates a catalog from a configuration, to which the user adds the criteria.
  ///
  /// A configuration has no criteria. So each offer gets the widest criteria that App Store Connect
  /// accepts: one paid month, and from 1 to 24 months since the last subscription.
  ///
  /// - Parameter start: The first day of each offer.
  /// - Returns: The catalog; it has no offers if the configuration has none.
  /// - Throws: ``FormatError`` at an empty identifier, and at a period or a payment mode that no
  ///   subscription or offer can have.
  func catalog(startingOn start: CatalogDate) throws(FormatError) -> Catalog {
    let groups = try groups.map { group throws(FormatError) in
      SubscriptionGroup(
        id: try group.node.object().required("id").identifier(),
        referenceName: group.name,
        subscriptions: try group.subscriptions.map { subscription throws(FormatError) in
          WinBack.Subscription(
            productId: subscription.productId,
            referenceName: subscription.referenceName,
            subscriptionPeriod: try subscription.period(),
            groupLevel: subscription.groupNumber,
            prices: try price(of: subscription).map { [$0] } ?? [],
            winBackOffers: try subscription.offers(of: .winBack).map { offer throws(FormatError) in
              try offer.winBackOffer(from: start)
            },
            otherOffers: try subscription.offers.filter { $0.kind != .winBack }.map {
              offer throws(FormatError) in try offer.subscriptionOffer()
            }
          )
        }
      )
    }
    return Catalog(subscriptionGroups: groups)
  }

  private func price(of subscription: Subscription) throws(FormatError) -> OfferPrice? {
    guard let text = subscription.displayPrice, !text.isEmpty else { return nil }
    let code = storefront ?? StoreKitWriter.usualStorefront
    let price = OfferPrice(
      territory: try subscription.node.storefront(code),
      customerPrice: text.replacing(all: ",", by: ".")
    )
    guard price.amount != nil else {
      throw subscription.node.error(
        "expected a 'displayPrice' such as 4.99, found '\(text.shownInMessage)'"
      )
    }
    return price
  }

  /// The number of offers whose price the catalog does not have: there, a price would say that its
  /// offer exists in this storefront only.
  var offerPriceCount: Int {
    subscriptions.flatMap { $0.offers }.count {
      $0.hasPrice && $0.paymentMode != OfferMode.freeTrial.paymentMode
    }
  }
}

extension StoreKitConfiguration.Subscription {
  fileprivate func period() throws(FormatError) -> SubscriptionPeriod? {
    guard let text = recurringSubscriptionPeriod else { return nil }
    let period = SubscriptionPeriod.allCases.first { $0.iso8601 == text.inLargestUnit }
    guard let period else {
      throw node.error("expected a period from P1W to P1Y, found '\(text.shownInMessage)'")
    }
    return period
  }
}

extension StoreKitConfiguration.Offer {
  private func mode() throws(FormatError) -> OfferMode {
    // Files that others write call the first mode by StoreKit's name.
    let written = paymentMode == "freeTrial" ? OfferMode.freeTrial.paymentMode : paymentMode
    guard let mode = OfferMode.allCases.first(where: { $0.paymentMode == written }) else {
      throw node.error(
        "expected a payment mode 'free', 'payUpFront' or 'payAsYouGo', found "
          + "'\((paymentMode ?? "none").shownInMessage)'"
      )
    }
    return mode
  }

  private func duration() throws(FormatError) -> OfferDuration {
    let text = subscriptionPeriod?.inLargestUnit
    guard let duration = OfferDuration.allCases.first(where: { $0.iso8601 == text }) else {
      throw node.error(
        "expected a period from P3D to P1Y, found '\((subscriptionPeriod ?? "none").shownInMessage)'"
      )
    }
    return duration
  }

  fileprivate func subscriptionOffer() throws(FormatError) -> SubscriptionOffer {
    SubscriptionOffer(
      kind,
      offerId: kind == .introductory ? nil : offerId,
      referenceName: referenceName == offerId ? nil : referenceName,
      offerMode: try mode(),
      duration: try duration(),
      numberOfPeriods: max(1, numberOfPeriods),
      customerEligibilities: try kind == .offerCode ? classes() : [],
      offerEligibility: kind == .offerCode
        ? isStackable ? "STACK_WITH_INTRO_OFFERS" : "REPLACE_INTRO_OFFERS" : nil
    )
  }

  private func classes() throws(FormatError) -> [SubscriptionOffer.CustomerEligibility] {
    let classes = SubscriptionOffer.CustomerEligibility.allCases
    guard !eligibility.isEmpty else { return classes }
    return try eligibility.map { node throws(FormatError) in
      let word = try node.string()
      guard let known = classes.first(where: { $0.rawValue.lowercased() == word }) else {
        let words = classes.map { $0.rawValue.lowercased() }
        throw node.error("expected \(words.quotedAlternatives), found '\(word.shownInMessage)'")
      }
      return known
    }
  }

  fileprivate func winBackOffer(from start: CatalogDate) throws(FormatError) -> WinBackOffer {
    WinBackOffer(
      offerId: offerId,
      referenceName: referenceName,
      offerMode: try mode(),
      duration: try duration(),
      periodCount: max(1, numberOfPeriods),
      customerEligibilityPaidSubscriptionDurationInMonths: 1,
      customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange(minimum: 1, maximum: 24),
      startDate: start
    )
  }
}

extension String {
  /// A period in the unit of Xcode, in which editors other than Xcode do not always write it.
  fileprivate var inLargestUnit: String {
    let others: [String: String] = ["P7D": "P1W", "P14D": "P2W", "P12M": "P1Y"]
    return others[self] ?? self
  }
}

extension WinBackOffer {
  /// An offer to change, for a catalog that has none: with the widest criteria.
  package static func example(startingOn start: CatalogDate) -> WinBackOffer {
    WinBackOffer(
      offerId: "winback_example",
      referenceName: "Example of a month free",
      offerMode: .freeTrial,
      duration: .oneMonth,
      customerEligibilityPaidSubscriptionDurationInMonths: 1,
      customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange(minimum: 1, maximum: 24),
      startDate: start
    )
  }
}

extension CatalogInput {
  /// Returns whether a file is a StoreKit configuration of Xcode.
  package static func isStoreKitConfiguration(_ bytes: ContiguousArray<UInt8>) -> Bool {
    FormatEvidence(of: bytes.rawBytes).showsStoreKit
  }

  /// Reads a StoreKit configuration of Xcode as the first version of a catalog; nil if it is none.
  ///
  /// - Returns: The catalog, and the number of offers whose price it does not have.
  package static func storeKitCatalog(
    of bytes: ContiguousArray<UInt8>,
    startingOn start: CatalogDate
  ) throws(FormatError) -> (catalog: Catalog, offerPriceCount: Int)? {
    guard isStoreKitConfiguration(bytes) else { return nil }
    let configuration = try StoreKitConfiguration(parsing: bytes)
    return (try configuration.catalog(startingOn: start), configuration.offerPriceCount)
  }
}
