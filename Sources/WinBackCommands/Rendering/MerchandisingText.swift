import CalendarTime
import WinBack
import WinBackFormats

extension Decision {
  /// Returns what the customer is shown in a sentence without who it is about (M1), nil if the decision has
  /// no merchandising.
  func shownSentence(_ names: CatalogNames) -> String? {
    guard let merchandising else { return nil }
    let because = merchandising.because.withBriefInstants
    let phrase = merchandising.show.phrase(
      product: merchandising.productId.map(names.product),
      offer: merchandising.offerId.map { names.offer($0, on: merchandising.productId) }
    )
    let span = merchandising.window(at: asOf).map { window in
      (window.from == .minimum ? "" : " from \(window.from.brief)")
        + (window.lastDay.map { " until \($0)" } ?? "")
    }
    switch merchandising.show {
    case .hidden, .plain: return "\(phrase)\(span ?? ""): \(because)"
    case .introductory, .winBack: return phrase + (span ?? "")
    case .undetermined: return because
    }
  }
}

extension Screen {
  /// What is shown in a few words, such as `the plain prices`, by the names of the product and the offer.
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
  var phrase: String { screen.phrase(product: productId, offer: offerId) }

  func phrase(_ names: CatalogNames) -> String {
    screen.phrase(
      product: productId.map(names.product),
      offer: offerId.map { names.offer($0, on: productId) }
    )
  }
}
