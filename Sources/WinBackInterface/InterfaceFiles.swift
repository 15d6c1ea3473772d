import WinBack
import WinBackFormats

/// The files of an input, as the caller of the C interface hands them over: their bytes one after
/// another, and a JSON document with the name and the number of bytes of each.
enum InterfaceFiles {
  /// Returns the files of an input; without a list, the bytes are one file without a name.
  static func files(
    of input: InterfaceFault.Input,
    _ bytes: ContiguousArray<UInt8>,
    _ list: ContiguousArray<UInt8>
  ) throws(InterfaceFault) -> [CustomerFiles.File] {
    try InterfaceFault.naming(input) { () throws(FormatError) in try files(bytes, list) }
  }

  private static func files(
    _ bytes: ContiguousArray<UInt8>,
    _ list: ContiguousArray<UInt8>
  ) throws(FormatError) -> [CustomerFiles.File] {
    guard !list.isEmpty else { return [("", bytes)] }
    var files: [CustomerFiles.File] = []
    var start = 0
    for file in try JSONDocument(parsing: list).root.array() {
      let members = try file.object(keys: ["name", "count"])
      let end = start + (try members.required("count").integer(in: 0...(bytes.count - start)))
      files.append((try members.required("name").string(), ContiguousArray(bytes[start..<end])))
      start = end
    }
    return files
  }
}

/// A catalog of one file or of several, with the places of its parts.
///
/// Documents of the App Store Connect API are one catalog together; catalogs in the native format stand
/// beside each other.
struct InterfaceCatalog: Sendable {
  private struct Part: Sendable {
    let file: String
    let count: Int
    var places: CatalogPlaces?
    var documents: JoinedText?
  }

  private(set) var catalog = Catalog(subscriptionGroups: [])
  private(set) var messages: [FileMessage] = []
  private var parts: [Part] = []

  /// Reads the files.
  ///
  /// - Throws: ``InterfaceFault`` with all errors of the first file that has one.
  init(_ files: [CustomerFiles.File]) throws(InterfaceFault) {
    var documents = JoinedText()
    for (name, bytes) in files {
      var errors: [FormatError] = []
      do throws(FormatError) {
        guard try CatalogFormat(detecting: bytes.rawBytes) == .native else {
          documents.append(bytes, of: name)
          continue
        }
        let reader = try CatalogReader(bytes)
        errors = reader.errors
        if errors.isEmpty { add(try reader.checked(), reader.places, of: name) }
      } catch {
        errors = [error]
      }
      guard errors.isEmpty else {
        throw InterfaceFault(.catalog, errors.map { FileMessage($0, in: name) })
      }
    }
    guard !documents.bytes.isEmpty else { return }
    do throws(FormatError) {
      let input = try CatalogInput(reading: documents.bytes, as: .appStoreConnect)
      messages += input.warnings.map { FileMessage($0, in: documents) }
      add(input.catalog, input.places, of: documents.name, documents)
    } catch {
      let message = FileMessage(FormatWarning(error), in: documents, isError: true)
      throw InterfaceFault(.catalog, [message])
    }
  }

  private mutating func add(
    _ part: Catalog,
    _ places: CatalogPlaces?,
    of file: String,
    _ documents: JoinedText? = nil
  ) {
    let groups = part.subscriptionGroups
    catalog.subscriptionGroups += groups
    parts.append(Part(file: file, count: groups.count, places: places, documents: documents))
  }

  /// Returns an error at a place of the catalog, with its location if the format has one.
  func message(_ message: String, at place: CatalogPlace) -> FileMessage {
    var place = place
    for part in parts {
      guard place.group >= part.count else {
        var places = part.places
        let error = places?.message(message, at: place)
        guard let error else { return FileMessage(message, in: part.file) }
        return part.documents.map { FileMessage(FormatWarning(error), in: $0, isError: true) }
          ?? FileMessage(error, in: part.file)
      }
      place.group -= part.count
    }
    return FileMessage(message)
  }
}

/// The customers of files that the C interface keeps open.
final class InterfaceCustomers: Sendable {
  let files: CustomerFiles

  init(_ files: CustomerFiles) { self.files = files }

  /// The identifiers of the customers, and what was left out or is not known.
  var json: ContiguousArray<UInt8> {
    JSONWriter.document(.compact) { json in
      json.member("customers", files.customers.map { $0.id })
      json.objects("messages", files.messages) { $1.write(to: &$0) }
    }
  }
}
