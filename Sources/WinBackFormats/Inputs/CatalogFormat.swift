/// A format of catalogs, by its name on the command line.
public enum CatalogFormat: String, Sendable, Hashable, CaseIterable {
  /// WinBack's own.
  case native
}
