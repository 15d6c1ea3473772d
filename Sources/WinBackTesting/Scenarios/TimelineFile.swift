import CEL
import WinBack
import WinBackFormats

/// A history file that a scenario names: one customer, or JSON Lines of several.
struct TimelineFile {
  private let reference: FileReference

  init(_ reference: FileReference) {
    self.reference = reference
  }

  /// Reads a customer.
  ///
  /// - Parameters:
  ///   - customerId: The customer to take; nil for the only one.
  ///   - bytes: The contents of the file.
  ///   - engine: The engine whose names the history shares.
  /// - Returns: The customer.
  /// - Throws: ``ScenarioFileError`` where the file is at fault or does not have the customer.
  func customer(
    _ customerId: String?,
    in bytes: ContiguousArray<UInt8>,
    for engine: EligibilityEngine
  ) throws(ScenarioFileError) -> ScenarioCustomer {
    var customers: [ScenarioCustomer] = []
    var names: [String] = []
    do {
      try HistoryRecord.forEach(json: bytes, engine) { record, symbols throws(HistoryError) in
        let name = record.string(record.customerId)
        names.append(name)
        guard customerId == nil || name == customerId else { return }
        customers.append(try ScenarioCustomer(record, symbols, for: engine))
      }
    } catch {
      throw ScenarioFileError(file: reference.path, error: error)
    }
    guard let customer = customers.first else {
      let suggestion = customerId.flatMap { nearestName(to: $0, among: names) }
      throw reference.error(
        "expected the customer '\(customerId ?? "")' in '\(reference.path)', found none"
          + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
      )
    }
    guard customers.count == 1 else {
      throw reference.error(
        customerId == nil
          ? "expected 'customerId' beside a file of several customers, found none"
          : "expected the customer once in '\(reference.path)', found \(customers.count)"
      )
    }
    return customer
  }
}
