/// A format of customers' histories, by its name on the command line.
public enum HistoryFormat: String, Sendable, Hashable, CaseIterable {
  /// WinBack's own: one JSON document, or JSON Lines.
  case native

  /// The App Store Server API: responses, notifications, signed or decoded payloads.
  case appStoreServer = "appstoreserver"
}
