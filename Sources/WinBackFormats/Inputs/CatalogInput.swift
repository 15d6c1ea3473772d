/// A catalog that was read from an input of any format.
public struct CatalogInput: Sendable {
  /// The format of the input.
  public let format: CatalogFormat

  /// The catalog.
  public let catalog: Catalog

  /// The locations in the text; nil for an input without a document.
  package let places: CatalogPlaces?

  /// What was left out or is not known.
  public let warnings: [FormatWarning]
}

extension CatalogInput {
  /// Reads a catalog.
  ///
  /// - Parameters:
  ///   - bytes: The whole input.
  ///   - format: The format; nil to detect it from the input.
  ///   - options: What the input does not contain.
  /// - Throws: ``FormatError`` for the first fault, or if the format is not clear.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(
    reading bytes: some Sequence<UInt8>,
    as format: CatalogFormat? = nil,
    options: CatalogOptions = CatalogOptions()
  ) throws(FormatError) {
    let bytes = ContiguousArray(bytes)
    let format = if let format { format } else { try CatalogFormat(detecting: bytes.rawBytes) }
    switch format {
    case .native:
      let reader = try CatalogReader(bytes)
      let catalog = try reader.checked()
      self.init(format: .native, catalog: catalog, places: reader.places, warnings: [])
    case .appStoreConnect: self = try ConnectCatalog.read(bytes, options)
    }
  }
}

/// A format of catalogs; the raw value is its name on the command line.
public enum CatalogFormat: String, Sendable, Hashable, CaseIterable {
  /// WinBack's own format.
  case native

  /// The App Store Connect API: responses, and requests to create offers.
  case appStoreConnect = "appstoreconnect"
}

/// Values that the input can lack and a reader of catalogs needs.
public struct CatalogOptions: Sendable {
  /// The product of offers in a response that does not name their subscription.
  public var productId: String?

  /// The group of subscriptions in a response that does not name it.
  public var groupId: String?

  /// Whether incomplete lists are accepted; if not, a missing page is an error.
  public var isPartial: Bool

  /// The words in a message that ask for the product.
  package var productQuestion = "the name of its product"

  package var groupQuestion = "the identifier of the group"
  package var partialQuestion = "the option to read what is there"

  /// Creates options.
  public init(productId: String? = nil, groupId: String? = nil, isPartial: Bool = false) {
    self.productId = productId
    self.groupId = groupId
    self.isPartial = isPartial
  }
}
