import WinBack

extension Screen {
  /// What is shown in a few words.
  ///
  /// - Parameters:
  ///   - product: The name of the product of the offer that is shown.
  ///   - offer: The name of the win-back offer that is shown.
  /// - Returns: A phrase without a verb, such as `the plain prices`.
  func phrase(product: String?, offer: String?) -> String {
    switch self {
    case .hidden: "nothing"
    case .introductory: "the introductory offer of \(product ?? "")"
    case .winBack: "the win-back offer \(offer ?? "")"
    case .plain: "the plain prices"
    case .undetermined: "not known"
    }
  }
}

extension Shown {
  /// What is shown in a few words, with the identifiers of the product or the offer.
  var phrase: String { screen.phrase(product: productId, offer: offerId) }

  /// What is shown in a few words, with the names of the product or the offer.
  func phrase(_ names: CatalogNames) -> String {
    screen.phrase(product: productId.map(names.product), offer: offerId.map(names.offer))
  }
}
