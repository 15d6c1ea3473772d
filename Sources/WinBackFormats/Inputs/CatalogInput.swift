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
  ///   - format: The format; nil to find it out from the input.
  ///   - options: What the input cannot tell about itself.
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
