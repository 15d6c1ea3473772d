/// A format of catalogs, by its name on the command line.
public enum CatalogFormat: String, Sendable, Hashable, CaseIterable {
  /// WinBack's own.
  case native

  /// The App Store Connect API: responses, and requests to create offers.
  case appStoreConnect = "appstoreconnect"
}
