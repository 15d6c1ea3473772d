import WinBackCommandLine

/// A change that somebody has accepted, with the reason.
struct Approval: Sendable {
  /// What needs an approval, if `winback.json` says so.
  enum Change: String, Sendable, CaseIterable {
    /// Customers lose an offer.
    case losses
    /// An offer or a product has another price, mode, length or wait.
    case terms
  }

  /// What `winback.json` says about a change.
  enum Need: String, CaseIterable {
    case shown
    case approved
  }

  let change: Change
  private let offerId: String?
  private let productId: String?
  /// The group of the offer; it must be named if several groups have the offer's identifier.
  private let group: String?
  let reason: String
  /// The message for a change that nothing needs.
  let warning: Diagnostic

  /// Reads an approval, which must have a reason.
  init(_ node: JSONNode, in file: String) throws(FormatError) {
    let object = try node.object(keys: [
      "change", "offerId", "productId", "subscriptionGroupIdentifier", "reason",
    ])
    change = try object.optional("change")?.choice() ?? .losses
    productId = change == .terms ? try object.optional("productId")?.string() : nil
    offerId = try (productId == nil ? object.required("offerId") : object.optional("offerId"))?
      .string()
    group = try object.optional("subscriptionGroupIdentifier")?.string()
    reason = try object.reason(for: "the change is accepted")
    let error = node.error("no change needs this approval any more")
    warning = Diagnostic(.warning, error, file: file)
  }

  /// The change and its subject, such as `losses of loyal`.
  var name: String {
    "\(change.rawValue) of \(offerId ?? productId ?? "")" + (group.map { " in group \($0)" } ?? "")
  }

  /// Returns whether it accepts all that another one does.
  func accepts(_ other: Approval) -> Bool {
    (change, offerId, productId) == (other.change, other.offerId, other.productId)
      && (group == nil || group == other.group)
  }

  func accepts(_ request: Request) -> Bool {
    guard change == request.change else { return false }
    guard let key = request.key else { return offerId == nil && productId == request.productId }
    return offerId == key.offerId && (group.map { $0 == key.group } ?? !request.isShared)
  }

  /// A change of an offer or of a product, with the error for it if nobody has accepted it.
  struct Request: Sendable {
    let change: Change
    var key: OfferKey?
    var productId: String?
    /// Whether offers of several groups have the identifier.
    var isShared = false
    let error: Diagnostic
  }

  /// What has become of the changes of one kind.
  struct Judgement: Sendable {
    let change: Change
    let errors: [Diagnostic]
    let approvedCount: Int
  }
}

extension CheckRun {
  /// Returns the changes that need an approval: losses from an instant on, because nobody loses an offer
  /// in the past, and other terms.
  func requests(
    _ result: CompareResult,
    from: EligibilityEngine,
    to side: CheckSide,
    since now: Instant
  ) -> [Approval.Request] {
    let own = CatalogNames(from)
    func isShared(_ key: OfferKey) -> Bool { own.id(of: key) != key.offerId }
    // An error is at the first other attribute of an offer, or at the offer; for one that is gone, at
    // its product.
    func request(_ change: Approval.Change, _ offer: OfferComparison, _ found: String)
      -> Approval.Request
    {
      let id = result.names.id(of: offer.key)
      let expected =
        change == .losses ? "that no customer loses '\(id)'" : "the terms of '\(id)' as before"
      let group = isShared(offer.key) ? " with 'subscriptionGroupIdentifier'" : ""
      let placed = side.engine.index.offers.first { $0.key == offer.key }
      return Approval.Request(
        change: change,
        key: offer.key,
        isShared: isShared(offer.key),
        error: side.diagnostic(
          "expected \(expected), or \(change == .losses ? "its" : "their") approval under "
            + "'accept'\(group), found \(found)",
          at: placed?.place.member(of: offer.edits, placed?.terms.prices ?? []),
          subject: offer.key.offerId
        )
      )
    }
    let future = CatalogComparison(from: from, to: side.engine, since: now)
    let losses = future.offers().filter { $0.loss != .nobody }.map { offer in
      let found = offer.lost.map { future.sentence(about: $0) } ?? "a change that is undecided"
      return request(.losses, offer, found)
    }
    let terms = result.offers.filter { !$0.terms.isEmpty }.map { offer in
      request(.terms, offer, offer.terms.joined(separator: "; "))
    }
    let products = result.comparison.subscriptions.map { product in
      let placed = side.engine.index.subscriptions[product.productId]
      return Approval.Request(
        change: .terms,
        productId: product.productId,
        error: side.diagnostic(
          "expected the terms of '\(product.productId)' as before, or their approval under "
            + "'accept', found \(product.phrases.joined(separator: "; "))",
          at: placed?.place.member(of: product.edits, placed?.subscription.prices ?? []),
          subject: product.productId
        )
      )
    }
    return losses + terms + products
  }
}

extension CheckSide {
  func diagnostic(_ message: String, at place: CatalogPlace?, subject: String) -> Diagnostic {
    var files = files
    return files.diagnostic(message, at: place ?? CatalogPlace(group: 0))
      .with { $0.subject = subject }
  }
}

extension CatalogPlace {
  /// Returns the place of the first of some edits; prices have places of their own.
  fileprivate func member(of edits: [OfferComparison.Edit], _ prices: [OfferPrice]) -> CatalogPlace
  {
    guard let edit = edits.first else { return self }
    guard edit.isPrice else { return member(edit.attribute) }
    let index = prices.firstIndex {
      edit.attribute == SubscriptionOffer.priceAttribute + $0.territory.code
    }
    return member("prices", element: index).member("customerPrice")
  }
}
