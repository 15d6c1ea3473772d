/// A catalog with the files that it was read from, for messages about its places.
///
/// Documents of the App Store Connect API are one catalog together; catalogs in the native format stand
/// beside each other.
package struct CatalogFiles: Sendable {
  /// A file, or all documents of the App Store Connect API.
  private struct Part: Sendable {
    let text: JoinedText
    let groups: [SubscriptionGroup]
    /// The places; nil for an input without a document.
    var places: CatalogPlaces?
  }

  /// All errors of the first file that has one; the catalog is not complete then.
  package private(set) var errors: [Diagnostic] = []
  /// What was left out or is not known.
  package private(set) var warnings: [Diagnostic] = []
  package let name: String
  private var parts: [Part] = []

  package var catalog: Catalog { Catalog(subscriptionGroups: parts.flatMap { $0.groups }) }

  /// Reads a catalog from files, whose formats are detected if `format` is nil; `options` are
  /// what they do not contain.
  package init(
    _ files: [CustomerFiles.File],
    as format: CatalogFormat? = nil,
    _ options: CatalogOptions = CatalogOptions()
  ) {
    name = files.map { $0.name }.joined(separator: ", ")
    var documents = JoinedText()
    var documentsIndex: Int?
    for (name, bytes) in files {
      do throws(FormatError) {
        let format = if let format { format } else { try CatalogFormat(detecting: bytes.rawBytes) }
        guard format == .native else {
          documents.append(bytes, of: name)
          documentsIndex = documentsIndex ?? parts.count
          continue
        }
        let reader = try CatalogReader(bytes)
        errors = reader.errors.map { Diagnostic(.error, $0, file: name) }
        guard errors.isEmpty else { return }
        let groups = try reader.checked().subscriptionGroups
        let text = JoinedText(bytes, of: name)
        parts.append(Part(text: text, groups: groups, places: reader.places))
      } catch {
        errors = [Diagnostic(.error, error, file: name)]
        return
      }
    }
    if let documentsIndex {
      do throws(FormatError) {
        let input = try CatalogInput(
          reading: documents.bytes,
          as: .appStoreConnect,
          options: options
        )
        warnings = input.warnings.map { Diagnostic(.warning, $0, in: documents) }
        let groups = input.catalog.subscriptionGroups
        let part = Part(text: documents, groups: groups, places: input.places)
        parts.insert(part, at: documentsIndex)
      } catch {
        errors = [Diagnostic(.error, FormatWarning(error), in: documents)]
        return
      }
    }
    checkParts()
  }

  /// Checks that no group and no product is in two of the parts.
  private mutating func checkParts() {
    guard parts.count > 1 else { return }
    do throws(CatalogError) {
      _ = try CatalogIndex(catalog)
    } catch {
      let first = diagnostic("", at: place(of: error.kind)).location
      errors = [diagnostic("\(error.description), which \(first) has, too", at: error.place)]
    }
  }

  /// Returns the place where an identifier is for the first time.
  private func place(of kind: CatalogError.Kind) -> CatalogPlace {
    for (index, group) in catalog.subscriptionGroups.enumerated() {
      switch kind {
      case .duplicateGroup(group.id): return CatalogPlace(group: index)
      case .duplicateProduct(let product):
        if let place = group.subscriptions.firstIndex(where: { $0.productId == product }) {
          return CatalogPlace(group: index, subscription: place)
        }
      case .duplicateGroup, .duplicateOffer: continue
      }
    }
    return CatalogPlace(group: 0)
  }

  /// Returns an error at a place of the catalog, with its location in the file where that is known.
  package mutating func diagnostic(_ message: String, at place: CatalogPlace) -> Diagnostic {
    var place = place
    for index in parts.indices {
      let count = parts[index].groups.count
      if place.group < count {
        let text = parts[index].text
        guard let error = parts[index].places?.message(message, at: place) else {
          return Diagnostic(.error, message, file: text.name)
        }
        return Diagnostic(.error, FormatWarning(error), in: text)
      }
      place.group -= count
    }
    return Diagnostic(.error, message, file: name)
  }
}
