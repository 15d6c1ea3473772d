package import WinBack
package import WinBackFiles
package import WinBackFormats

/// A catalog with the files that it was read from, for messages about its places.
///
/// Documents of the App Store Connect API are one catalog together; catalogs in the native format stand
/// beside each other.
package struct CatalogFiles: Sendable {
  /// A catalog that was read by itself.
  fileprivate struct Part: Sendable {
    let file: String
    let groups: [SubscriptionGroup]
    /// The places; nil for an input without a document.
    var places: CatalogPlaces?
    /// The documents that were read together; nil for a file that was read alone.
    var documents: JoinedText?
  }

  package let catalog: Catalog
  package let name: String
  private var parts: [Part]

  /// Reads a catalog from files, whose formats are detected if `format` is nil; `options` are
  /// what they do not contain.
  package init(
    _ paths: [String],
    as format: CatalogFormat? = nil,
    _ options: CatalogOptions = CatalogOptions(),
    isVerbose: Bool = false,
    on console: Console
  ) throws(CommandFailure) {
    var parts: [Part] = []
    var responses = JoinedText()
    var responsesPlace: Int?
    for file in paths.map(InputFile.init) {
      let bytes = try file.read(on: console)
      let detected = try file.parsing { () throws(FormatError) in
        if let format { return format }
        return try CatalogFormat(detecting: bytes.rawBytes)
      }
      file.report("'\(detected.rawValue)'", isVerbose: isVerbose, on: console)
      if detected == .native {
        parts.append(try Part(native: bytes, of: file))
      } else {
        responses.append(bytes, of: file.name)
        responsesPlace = responsesPlace ?? parts.count
      }
    }
    if let responsesPlace {
      let input: CatalogInput
      do {
        input = try CatalogInput(reading: responses.bytes, as: .appStoreConnect, options: options)
      } catch {
        throw CommandFailure(.badData, [responses.diagnostic(.error, FormatWarning(error))])
      }
      for warning in input.warnings { console.report(responses.diagnostic(.warning, warning)) }
      let groups = input.catalog.subscriptionGroups
      let part = Part(
        file: responses.name,
        groups: groups,
        places: input.places,
        documents: responses
      )
      parts.insert(part, at: responsesPlace)
    }
    self.parts = parts
    name = paths.map { InputFile($0).name }.joined(separator: ", ")
    catalog = Catalog(subscriptionGroups: parts.flatMap(\.groups))
    try checkParts()
  }

  /// Checks that no group and no product is in two of the parts.
  private mutating func checkParts() throws(CommandFailure) {
    guard parts.count > 1 else { return }
    do {
      _ = try CatalogIndex(catalog)
    } catch {
      let first = diagnostic("", at: place(of: error.kind)).location
      let found = CatalogPlace(group: error.group, subscription: error.subscription)
      let message = "\(error.description), which \(first) has, too"
      throw CommandFailure(.badData, [diagnostic(message, at: found)])
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
        let file = parts[index].file
        let error = parts[index].places?.message(message, at: place)
        guard let error else { return Diagnostic(.error, message, file: file) }
        return parts[index].documents?.diagnostic(.error, FormatWarning(error))
          ?? Diagnostic(error, file: file)
      }
      place.group -= count
    }
    return Diagnostic(.error, message, file: name)
  }
}

extension CatalogFiles.Part {
  fileprivate init(
    native bytes: ContiguousArray<UInt8>,
    of file: InputFile
  ) throws(CommandFailure) {
    var errors: [FormatError]
    do throws(FormatError) {
      let reader = try CatalogReader(bytes)
      errors = reader.errors
      if errors.isEmpty {
        self.init(
          file: file.name,
          groups: try reader.checked().subscriptionGroups,
          places: reader.places
        )
        return
      }
    } catch {
      errors = [error]
    }
    throw CommandFailure(.badData, errors.map { Diagnostic($0, file: file.name) })
  }
}

extension JoinedText {
  fileprivate func diagnostic(
    _ severity: Diagnostic.Severity,
    _ message: FormatWarning
  ) -> Diagnostic {
    let (file, linesBefore) = file(ofLine: message.line)
    return Diagnostic(severity, message, file: file, after: linesBefore)
  }
}
