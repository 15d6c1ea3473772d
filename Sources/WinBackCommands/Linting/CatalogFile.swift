import WinBack
import WinBackFormats

/// A catalog with the file that it was read from, for messages about its places.
struct CatalogFile: Sendable {
  let input: InputFile
  let catalog: Catalog
  /// The places; nil for a format in which they are not known.
  private let places: CatalogPlaces?

  /// Reads a catalog.
  ///
  /// - Throws: ``CommandFailure`` where it cannot be read, or is no catalog.
  init(
    _ path: String,
    as format: CatalogFormat?,
    isVerbose: Bool,
    on console: Console
  ) throws(CommandFailure) {
    let file = InputFile(path)
    input = file
    let (read, places) = try file.parse(on: console) { bytes throws(FormatError) in
      let read = try CatalogInput(reading: bytes, as: format)
      return (read, read.format == .native ? try CatalogPlaces(bytes) : nil)
    }
    InputFormat.report(
      read.format.rawValue,
      read.warnings,
      file: file,
      isVerbose: isVerbose,
      on: console
    )
    catalog = read.catalog
    self.places = places
  }

  /// Returns where a place of the catalog is in the file; nil where that is not known.
  func location(of place: CatalogPlace) -> FormatError? {
    places?.message("", at: place)
  }
}
