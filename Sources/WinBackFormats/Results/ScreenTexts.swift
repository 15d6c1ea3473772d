import WinBack

/// The texts of screens in lines of results, which are prepared once.
struct ScreenTexts: Sendable {
  /// A screen, the product of its offer, and the identifier of a win-back offer.
  private struct Entry: Sendable {
    let fields: [String]
    let json: ContiguousArray<UInt8>

    init(_ screen: Screen, _ productId: String? = nil, _ offerId: String? = nil) {
      fields = [screen.rawValue, productId ?? "", offerId ?? ""]
      var writer = JSONWriter()
      writer.object { json in
        json.member("show", screen.rawValue)
        json.member("productId", orNull: productId)
        json.member("offerId", orNull: offerId)
      }
      json = writer.bytes
    }
  }

  let key = ResultLines.quoted("merchandising")

  private let plain: [Screen: Entry]
  /// The screens with offers, by their indices in the engine.
  private let introductory: [Entry]
  private let winBack: [Entry]

  init(_ merchandiser: Merchandiser) {
    plain = Dictionary(uniqueKeysWithValues: Screen.allCases.map { ($0, Entry($0)) })
    introductory = merchandiser.introductory.placedOffers.map { offer in
      Entry(.introductory, offer.subscription.productId)
    }
    winBack = merchandiser.winBack.placedOffers.map { offer in
      Entry(.winBack, offer.subscription.productId, offer.id)
    }
  }

  /// Returns the object of JSON.
  func json(of shown: MerchandisingBatch.Shown) -> ContiguousArray<UInt8> {
    entry(of: shown)?.json ?? []
  }

  /// Returns the fields of CSV: the screen, its product and its win-back offer.
  func fields(of shown: MerchandisingBatch.Shown?) -> [String] {
    shown.flatMap { entry(of: $0)?.fields } ?? ["", "", ""]
  }

  private func entry(of shown: MerchandisingBatch.Shown) -> Entry? {
    switch (shown.screen, shown.offer) {
    case (.introductory, let offer?): introductory[offer]
    case (.winBack, let offer?): winBack[offer]
    default: plain[shown.screen]
    }
  }
}
