/// The files of an input, as the caller of the C interface hands them over: their bytes one after
/// another, and a JSON document with the name and the number of bytes of each.
enum InterfaceFiles {
  /// Returns the files of an input; without a list, the bytes are one file without a name.
  static func files(
    of input: InterfaceFault.Input,
    _ bytes: ContiguousArray<UInt8>,
    _ list: ContiguousArray<UInt8>
  ) throws(InterfaceFault) -> [CustomerFiles.File] {
    guard !list.isEmpty else { return [("", bytes)] }
    return try InterfaceFault.naming(input) { () throws(FormatError) in
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
