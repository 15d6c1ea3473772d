import WinBack

/// The texts of screens in lines of results, which are prepared once.
struct ScreenTexts: Sendable {
  let key = Self.json { $0.string("merchandising") }

  private let plain: [Screen: ContiguousArray<UInt8>]
  /// The texts of offers, by their indices in the engine.
  private let introductory: [ContiguousArray<UInt8>]
  private let winBack: [ContiguousArray<UInt8>]
  /// The products of introductory offers, and the products and identifiers of win-back offers.
  private let introductoryProducts: [String]
  private let winBackOffers: [(productId: String, offerId: String)]

  init(_ merchandiser: Merchandiser, isJSON: Bool) {
    introductoryProducts = merchandiser.introductory.placedOffers.map { $0.subscription.productId }
    winBackOffers = merchandiser.winBack.placedOffers.map { ($0.subscription.productId, $0.id) }
    plain = Dictionary(
      uniqueKeysWithValues: Screen.allCases.map { ($0, Self.text(of: $0, nil, nil)) }
    )
    introductory = isJSON ? introductoryProducts.map { Self.text(of: .introductory, $0, nil) } : []
    winBack = isJSON ? winBackOffers.map { Self.text(of: .winBack, $0.productId, $0.offerId) } : []
  }

  func text(of shown: MerchandisingBatch.Shown) -> ContiguousArray<UInt8> {
    switch (shown.screen, shown.offer) {
    case (.introductory, let offer?): introductory[offer]
    case (.winBack, let offer?): winBack[offer]
    default: plain[shown.screen] ?? []
    }
  }

  /// Returns the fields of CSV: the screen, its product and its win-back offer.
  func fields(of shown: MerchandisingBatch.Shown?) -> [String] {
    guard let shown else { return ["", "", ""] }
    switch (shown.screen, shown.offer) {
    case (.introductory, let offer?):
      return [shown.screen.rawValue, introductoryProducts[offer], ""]
    case (.winBack, let offer?):
      let offer = winBackOffers[offer]
      return [shown.screen.rawValue, offer.productId, offer.offerId]
    default: return [shown.screen.rawValue, "", ""]
    }
  }

  private static func text(
    of screen: Screen,
    _ productId: String?,
    _ offerId: String?
  ) -> ContiguousArray<UInt8> {
    json { json in
      json.object { json in
        json.member("show", screen.rawValue)
        json.member("productId", orNull: productId)
        json.member("offerId", orNull: offerId)
      }
    }
  }

  private static func json(_ write: (inout JSONWriter) -> Void) -> ContiguousArray<UInt8> {
    var writer = JSONWriter()
    write(&writer)
    return writer.bytes
  }
}
