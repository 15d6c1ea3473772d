import CEL

/// The path of a file, as another file names it.
package struct FileReference: Sendable {
  /// The path, relative to the working directory of the program.
  package let path: String

  let file: String
  let node: JSONNode

  /// Reads a path, which is relative to the folder of the file that names it.
  package init(_ node: JSONNode, in file: String) throws(FormatError) {
    let name = try node.string()
    guard !name.isEmpty else { throw node.error("expected the path of a file, found nothing") }
    path = PathName.path(name, from: file)
    self.file = file
    self.node = node
  }

  init(whole root: JSONNode, of file: String) {
    path = file
    self.file = file
    node = root
  }

  func error(_ message: String) -> ScenarioFile.Fault {
    ScenarioFile.Fault(file: file, error: node.error(message))
  }

  /// Returns a customer of the history file; without an identifier, the only one.
  func customer(
    _ customerId: String?,
    of histories: ScenarioHistories,
    for engine: EligibilityEngine
  ) throws(ScenarioFile.Fault) -> ScenarioCustomer {
    let customers = customerId.map { histories.byCustomer[$0] ?? [] } ?? histories.all
    guard let history = customers.first else {
      let names = histories.all.map(\.customerId)
      let suggestion = customerId.flatMap { nearestName(to: $0, among: names) }
      throw error(
        "expected the customer '\(customerId ?? "")' in '\(path)', found none"
          .suggesting(suggestion)
      )
    }
    guard customers.count == 1 else {
      throw error(
        customerId == nil
          ? "expected 'customerId' with a file of several customers, found none"
          : "expected the customer once in '\(path)', found \(customers.count)"
      )
    }
    do {
      return try ScenarioCustomer(history, for: engine)
    } catch {
      throw self.error(error.description)
    }
  }
}

extension JSONObject {
  package func file(_ key: String, in file: String) throws(FormatError) -> FileReference? {
    try optional(key).map { node throws(FormatError) in try FileReference(node, in: file) }
  }
}
