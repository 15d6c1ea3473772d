import CEL

/// A StoreKit configuration to which the offers of a catalog are added.
///
/// The rest of its text stays unchanged, including parts that this library does not know.
public struct StoreKitUpdate: Sendable {
  /// The new text of the file.
  public let bytes: ContiguousArray<UInt8>

  /// The differences between the catalog and the configuration.
  public let warnings: [FormatWarning]

  /// The depth of the members of a subscription in a configuration.
  private static let depth = 5

  /// Updates a configuration.
  ///
  /// - Parameters:
  ///   - base: The text of the file.
  ///   - catalog: The catalog.
  ///   - eligible: The offers of each group that are switched on, while all others are switched
  ///     off; nil to leave the switches unchanged.
  /// - Throws: ``FormatError`` if the file is not a StoreKit configuration.
  /// - Complexity: O(*n* + *m* · *o*) for *n* bytes and, for each product, *m* offers in the
  ///   configuration and *o* in the catalog.
  public init(
    of base: ContiguousArray<UInt8>,
    from catalog: Catalog,
    eligible: [String: Set<String>]?
  ) throws(FormatError) {
    let configuration = try StoreKitConfiguration(parsing: base)
    let known = Dictionary(keepingFirst: configuration.subscriptions.map { ($0.productId, $0) })
    let storefront = configuration.storefront ?? StoreKitWriter.usualStorefront
    var changes = Changes(new: StoreKitWriter(eligible: eligible, storefront: storefront))
    for group in catalog.subscriptionGroups {
      for subscription in group.subscriptions {
        let product = subscription.productId
        guard let known = known[product] else {
          changes.warnings.append(
            "the configuration has no product '\(product.shownInMessage)'; its offers are left out"
          )
          continue
        }
        changes.update(known, from: subscription, of: group)
      }
    }
    let products = Set(catalog.subscriptionGroups.flatMap { $0.subscriptions }.map { $0.productId })
    for subscription in configuration.subscriptions
    where !products.contains(subscription.productId) {
      changes.switchOff(subscription)
    }
    bytes = changes.applied(to: base)
    warnings = changes.warnings.all
  }
}

extension StoreKitUpdate {
  private struct Changes {
    /// Writes what is new.
    let new: StoreKitWriter
    var warnings = FormatWarnings()
    var replacements: [(range: Range<Int>, text: ContiguousArray<UInt8>)] = []

    func applied(to base: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
      var bytes: ContiguousArray<UInt8> = []
      var end = 0
      for (range, text) in replacements.ordered(by: { $0.range.lowerBound < $1.range.lowerBound }) {
        bytes += base[end..<range.lowerBound]
        bytes += text
        end = range.upperBound
      }
      return bytes + base[end...]
    }

    // MARK: - Subscriptions

    mutating func update(
      _ known: StoreKitConfiguration.Subscription,
      from subscription: Subscription,
      of group: SubscriptionGroup
    ) {
      if let period = subscription.subscriptionPeriod?.iso8601,
        let knownPeriod = known.recurringSubscriptionPeriod, period != knownPeriod
      {
        warnings.append(
          "the catalog has the period \(period) for the product "
            + "'\(subscription.productId.shownInMessage)', found \(knownPeriod.shownInMessage)",
          at: known.node
        )
      }
      for kind in [OfferKind.winBack, .promotional, .offerCode] {
        update(kind, of: known, from: subscription, of: group)
      }
    }

    /// Adds the offers of a kind that the configuration lacks, and warns of those that the catalog lacks.
    ///
    /// Only win-back offers have switches and are compared.
    private mutating func update(
      _ kind: OfferKind,
      of known: StoreKitConfiguration.Subscription,
      from subscription: Subscription,
      of group: SubscriptionGroup
    ) {
      let knownOffers = known.offers(of: kind)
      let offers = subscription.terms(of: kind)
      var added: [SubscriptionOffer] = []
      for offer in offers {
        guard let twin = knownOffers.first(where: { $0.offerId == offer.offerId }) else {
          added.append(offer)
          continue
        }
        guard kind == .winBack else { continue }
        compare(twin, with: offer)
        if let isOn = new.isSwitchedOn(offer.offerId, in: group) { turn(twin, on: isOn) }
      }
      for offer in knownOffers where !offers.contains(where: { $0.offerId == offer.offerId }) {
        warnings.append(
          "the catalog has no \(kind == .winBack ? "offer" : kind.phrase) "
            + "'\(offer.offerId.shownInMessage)' for the product "
            + "'\(subscription.productId.shownInMessage)'",
          at: offer.node
        )
        if kind == .winBack, new.eligible != nil { turn(offer, on: false) }
      }
      guard !added.isEmpty else { return }
      insert(kind, into: known) { [new] json in
        for offer in added {
          json.object { new.members(of: offer, of: subscription, group, to: &$0) }
        }
      }
    }

    /// Switches off the offers of a product that is not in the catalog.
    mutating func switchOff(_ subscription: StoreKitConfiguration.Subscription) {
      let offers = subscription.offers(of: .winBack)
      guard !offers.isEmpty else { return }
      warnings.append(
        "the catalog has no product '\(subscription.productId.shownInMessage)'",
        at: subscription.node
      )
      guard new.eligible != nil else { return }
      for offer in offers { turn(offer, on: false) }
    }

    private mutating func compare(
      _ known: StoreKitConfiguration.Offer,
      with offer: SubscriptionOffer
    ) {
      let name = known.offerId.shownInMessage
      let pairs: [(String, String, String)] = [
        ("payment mode", offer.offerMode.paymentMode, known.paymentMode ?? "none"),
        ("period", offer.duration.iso8601, known.subscriptionPeriod ?? "none"),
        ("number of periods", "\(offer.numberOfPeriods)", "\(known.numberOfPeriods)"),
      ]
      for (what, expected, found) in pairs where expected != found {
        warnings.append(
          "the catalog has the \(what) \(expected) for the offer '\(name)', found "
            + "\(found.shownInMessage)",
          at: known.node
        )
      }
    }

    // MARK: - Pieces of text

    private mutating func turn(_ offer: StoreKitConfiguration.Offer, on isEligible: Bool) {
      let value = ContiguousArray((isEligible ? "true" : "false").utf8)
      if let node = offer.isEligible {
        replacements.append((node.range, value))
      } else {
        // The offset after the opening brace of the offer.
        let start = offer.node.offset + 1
        let member = ContiguousArray("\"isEligible\" : ".utf8) + value + [UInt8(ascii: ",")]
        replacements.append((start..<start, member))
      }
    }

    /// Inserts offers of a kind after those that the configuration has.
    private mutating func insert(
      _ kind: OfferKind,
      into known: StoreKitConfiguration.Subscription,
      _ append: (inout JSONWriter) -> Void
    ) {
      if let last = known.offers(of: kind).last {
        var writer = JSONWriter(.xcode, depth: depth + 1)
        append(&writer)
        let end = last.node.range.upperBound
        replacements.append((end..<end, [UInt8(ascii: ",")] + writer.bytes))
      } else {
        var writer = JSONWriter(.xcode, depth: depth)
        writer.array(kind.names.storeKitList) { append(&$0) }
        if let list = known.lists[kind] {
          let start = writer.bytes.firstIndex(of: UInt8(ascii: "[")) ?? 0
          replacements.append((list.range, ContiguousArray(writer.bytes[start...])))
        } else {
          let start = known.node.offset + 1
          replacements.append((start..<start, writer.bytes + [UInt8(ascii: ",")]))
        }
      }
    }
  }
}
