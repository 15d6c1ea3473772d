/// A format of customers' histories, by its name on the command line.
public enum HistoryFormat: String, Sendable, Hashable, CaseIterable {
  /// WinBack's own: one JSON document, or JSON Lines.
  case native

  /// The App Store Server API: responses, notifications, signed or decoded payloads.
  case appStoreServer = "appstoreserver"

  /// RevenueCat's export of transactions, as CSV.
  case revenueCat = "revenuecat"

  /// RevenueCat's webhook events, as JSON Lines.
  case revenueCatEvents = "revenuecat-events"

  /// Adapty's events, as CSV or JSON Lines.
  case adapty

  /// The Subscriber report of App Store Connect's Sales and Trends.
  case subscriberReport = "subscriber-report"

  /// Stripe's export of subscriptions, as CSV.
  case stripe

  /// Any table or events, by a mapping.
  case table
}

extension HistoryFormat {
  /// What reads a format.
  package enum Reader: Sendable {
    case native
    case appStoreServer
    /// A mapping tells what the columns mean.
    case table
  }

  /// What reads the format.
  package var reader: Reader {
    switch self {
    case .native: .native
    case .appStoreServer: .appStoreServer
    case .revenueCat, .revenueCatEvents, .adapty, .subscriberReport, .stripe, .table: .table
    }
  }

  /// Returns the mapping that describes tables of this format.
  ///
  /// - Parameter own: The user's mapping, which counts where it is given.
  /// - Returns: The mapping.
  /// - Throws: ``FormatError`` where the format needs a mapping and none is given.
  package func mapping(orOwn own: Mapping?) throws(FormatError) -> Mapping {
    if let own { return own }
    guard let bytes = BuiltIn.mapping(rawValue) else {
      throw FormatError(
        message: "the format '\(rawValue)' needs a mapping that says what the columns mean",
        offset: 0,
        line: 1,
        column: 1
      )
    }
    return try Mapping(json: bytes)
  }
}
