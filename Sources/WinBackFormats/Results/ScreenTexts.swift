/// The texts of screens in lines of results, which are prepared once.
struct ScreenTexts: Sendable {
  /// A screen, the product of its offer, and the identifier of the offer.
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

  private let plain: [Screen: Entry]
  /// The screens with offers, by their indices in the engine of their kind.
  private let offers: [Screen: [Entry]]

  init(_ merchandiser: Merchandiser) {
    plain = Dictionary(uniqueKeysWithValues: Screen.allCases.map { ($0, Entry($0)) })
    offers = Dictionary(
      uniqueKeysWithValues: Screen.allCases.compactMap { screen in
        guard let engine = screen.offerKind.flatMap(merchandiser.engine) else { return nil }
        let entries = engine.placedOffers.map { offer in
          Entry(screen, offer.subscription.productId, offer.terms.offerId)
        }
        return (screen, entries)
      }
    )
  }

  /// Returns the object of JSON.
  func json(of shown: MerchandisingBatch.Shown) -> ContiguousArray<UInt8> {
    entry(of: shown)?.json ?? []
  }

  /// Returns the fields of CSV: the screen, its product and its offer.
  func fields(of shown: MerchandisingBatch.Shown?) -> [String] {
    shown.flatMap { entry(of: $0)?.fields } ?? ["", "", ""]
  }

  private func entry(of shown: MerchandisingBatch.Shown) -> Entry? {
    if let offer = shown.offer { offers[shown.screen]?[offer] } else { plain[shown.screen] }
  }
}
