import CEL
import WinBack
import WinBackFormats

extension FileReference {
  /// Reads a customer of a history file, in any format: one customer, or several.
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
      throw ScenarioFileError(file: path, error: error)
    }
    let names = histories.map(\.customerId)
    let customers = histories.filter { customerId == nil || $0.customerId == customerId }
    guard let history = customers.first else {
      let suggestion = customerId.flatMap { nearestName(to: $0, among: names) }
      throw error(
        "expected the customer '\(customerId ?? "")' in '\(path)', found none"
          + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
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
