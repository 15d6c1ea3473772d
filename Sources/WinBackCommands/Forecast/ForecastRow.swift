import WinBack

/// One line of a forecast: an offer, perhaps in one storefront, and its audience at each date.
struct ForecastRow {
  let offerId: String
  let productId: String
  let group: String
  /// The storefront; nil if it is not known, or where storefronts are not told apart.
  let storefront: Storefront?
  let points: [AudienceSeries.Point]
}

extension AudienceForecast {
  /// The lines of the offers with these indices, or of all, in the order of the result; storefronts
  /// in that of their codes, with those that are not known first.
  func rows(of engine: EligibilityEngine, _ places: Set<Int>? = nil) -> [ForecastRow] {
    let offers = engine.indexedOffers
    return offers.indices.filter { places?.contains($0) ?? true }.flatMap { index in
      let all: [(Storefront?, AudienceSeries)] =
        tellsStorefronts
        ? storefrontSeries[index].sorted { Self.key($0.key) < Self.key($1.key) }
          .map { ($0.key, $0.value) }
        : [(nil, series[index])]
      return all.map { storefront, series in
        ForecastRow(
          offerId: offers[index].offer.offerId,
          productId: offers[index].subscription.productId,
          group: engine.index.symbols.text(of: offers[index].group),
          storefront: storefront,
          points: series.points
        )
      }
    }
  }

  private static func key(_ storefront: Storefront?) -> String {
    storefront?.code ?? ""
  }
}
