public import WinBack

/// A catalog as it was read from an input of any format.
public struct CatalogInput: Sendable {
  /// The format of the input.
  public let format: CatalogFormat

  /// The catalog.
  public let catalog: Catalog

  /// What was left out, or cannot be known.
  public let warnings: [FormatWarning]

  package init(format: CatalogFormat, catalog: Catalog, warnings: [FormatWarning] = []) {
    self.format = format
    self.catalog = catalog
    self.warnings = warnings
  }

  /// Reads a catalog.
  ///
  /// - Parameters:
  ///   - bytes: The whole input.
  ///   - format: The format; nil to detect it from the input.
  ///   - options: What the input does not contain.
  /// - Throws: ``FormatError`` for the first fault, and where the format is not clear.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(
    reading bytes: some Sequence<UInt8>,
    as format: CatalogFormat? = nil,
    options: CatalogOptions = CatalogOptions()
  ) throws(FormatError) {
    let bytes = ContiguousArray(bytes)
    let format = if let format { format } else { try CatalogFormat(detecting: bytes.rawBytes) }
    switch format {
    case .native: self.init(format: .native, catalog: try Catalog(json: bytes))
    case .appStoreConnect: self = try ConnectCatalog.read(bytes, options)
    }
  }
}

/// A format of catalogs, by its name on the command line.
public enum CatalogFormat: String, Sendable, Hashable, CaseIterable {
  /// WinBack's own.
  case native

  /// The App Store Connect API: responses, and requests to create offers.
  case appStoreConnect = "appstoreconnect"
}

/// What a reader of catalogs needs to know if the input does not contain it.
public struct CatalogOptions: Sendable {
  /// The product of offers in a response that does not name their subscription.
  public var productId: String?

  /// The group of subscriptions in a response that does not name it.
  public var groupId: String?

  /// Whether lists of which pages are missing are taken as they are; else they are an error.
  public var isPartial: Bool

  /// The request for the product in a message.
  package var productQuestion = "the name of its product"

  /// The request for the group in a message.
  package var groupQuestion = "the identifier of the group"

  /// The request for `isPartial` in a message.
  package var partialQuestion = "the option to read what is there"

  /// Creates options.
  public init(productId: String? = nil, groupId: String? = nil, isPartial: Bool = false) {
    self.productId = productId
    self.groupId = groupId
    self.isPartial = isPartial
  }
}
