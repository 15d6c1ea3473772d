import CalendarTime
import WinBack

/// What a customer is shown, in a sentence (M1).
struct MerchandisingText {
  private let merchandising: Merchandising
  private let decision: Decision
  private let names: CatalogNames

  /// Creates the text; nil where nothing is told.
  init?(_ decision: Decision, _ names: CatalogNames) {
    guard let merchandising = decision.merchandising else { return nil }
    self.merchandising = merchandising
    self.decision = decision
    self.names = names
  }

  /// The sentence, without who it is about.
  var text: String {
    let because = merchandising.because.withBriefInstants
    switch merchandising.show {
    case .hidden: return "nothing\(span): \(because)"
    case .introductory:
      return "the introductory offer of \(names.product(merchandising.productId ?? ""))\(span)"
    case .winBack:
      return "the win-back offer \(names.offer(merchandising.offerId ?? ""))\(span)"
    case .plain: return "the plain prices\(span): \(because)"
    case .undetermined: return because
    }
  }

  /// From when until when the same is shown.
  private var span: String {
    guard let window = merchandising.window(at: decision.asOf) else { return "" }
    let from = window.from == .minimum ? "" : " from \(window.from.brief)"
    return from + (window.through.map { " until \($0.after.brief)" } ?? "")
  }
}
