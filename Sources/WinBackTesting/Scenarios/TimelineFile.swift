import CEL
import WinBack
import WinBackFormats

/// A history file that a scenario names, in any format: one customer, or several.
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
  /// - Throws: ``ScenarioFileError`` if the file is at fault or does not have the customer.
  func customer(
    _ customerId: String?,
    in bytes: ContiguousArray<UInt8>,
    for engine: EligibilityEngine
  ) throws(ScenarioFileError) -> ScenarioCustomer {
    var options = HistoryOptions()
    options.attributes = engine.rules.ruleSet.attributes
    let histories: [CustomerHistory]
    do {
      histories = try HistoryInput(reading: bytes, options: options).histories
    } catch {
      throw ScenarioFileError(file: reference.path, error: error)
    }
    let names = histories.map(\.customerId)
    let customers = histories.filter { customerId == nil || $0.customerId == customerId }
    guard let history = customers.first else {
      let suggestion = customerId.flatMap { nearestName(to: $0, among: names) }
      throw reference.error(
        "expected the customer '\(customerId ?? "")' in '\(reference.path)', found none"
          + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
      )
    }
    guard customers.count == 1 else {
      throw reference.error(
        customerId == nil
          ? "expected 'customerId' with a file of several customers, found none"
          : "expected the customer once in '\(reference.path)', found \(customers.count)"
      )
    }
    do {
      return try ScenarioCustomer(history, for: engine)
    } catch {
      throw reference.error(error.description)
    }
  }
}
