import CalendarTime
import WinBack
import WinBackFormats

/// What a customer is shown, in a sentence (M1).
struct MerchandisingText {
  private let merchandising: Merchandising
  private let decision: Decision
  private let names: CatalogNames

  /// Creates the text; nil if the decision has no merchandising.
  init?(_ decision: Decision, _ names: CatalogNames) {
    guard let merchandising = decision.merchandising else { return nil }
    self.merchandising = merchandising
    self.decision = decision
    self.names = names
  }

  /// The sentence, without who it is about.
  var text: String {
    let because = merchandising.because.withBriefInstants
    let phrase = merchandising.show.phrase(
      product: merchandising.productId.map(names.product),
      offer: merchandising.offerId.map { names.offer($0, on: merchandising.productId) }
    )
    switch merchandising.show {
    case .hidden, .plain: return "\(phrase)\(span): \(because)"
    case .introductory, .winBack: return phrase + span
    case .undetermined: return because
    }
  }

  private var span: String {
    guard let window = merchandising.window(at: decision.asOf) else { return "" }
    let from = window.from == .minimum ? "" : " from \(window.from.brief)"
    return from + (window.lastDay.map { " until \($0)" } ?? "")
  }
}

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
    screen.phrase(
      product: productId.map(names.product),
      offer: offerId.map { names.offer($0, on: productId) }
    )
  }
}
