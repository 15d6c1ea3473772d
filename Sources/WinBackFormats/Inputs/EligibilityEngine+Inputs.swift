public import CalendarTime
public import WinBack

/// The decisions on the customers of an input of any format.
public struct InputDecisions: Sendable {
  /// The format of the input.
  public let format: HistoryFormat

  /// The decisions, customer by customer, in the order of the input.
  public let customers: [CustomerDecisions]

  /// What was left out or is not known.
  public let warnings: [FormatWarning]
}

extension EligibilityEngine {
  /// Decides all offers for the customers of an input of any format.
  ///
  /// - Parameters:
  ///   - bytes: The whole input.
  ///   - format: The format; nil to detect it from the input.
  ///   - options: What the input does not contain; the attributes are those of the rule set.
  ///   - now: The instant at which eligibility is decided.
  /// - Returns: The decisions, and the detected format.
  /// - Throws: ``FormatError`` for the first fault, or if the format is not clear.
  public func decisions(
    in bytes: some Sequence<UInt8>,
    as format: HistoryFormat? = nil,
    options: HistoryOptions = HistoryOptions(),
    asOf now: Instant
  ) throws(FormatError) -> InputDecisions {
    try decisions(in: bytes, as: format, options: options, asOf: now, showing: nil)
  }

  /// Decides all offers for the customers of an input of any format, and what they are shown if
  /// that is requested.
  package func decisions(
    in bytes: some Sequence<UInt8>,
    as format: HistoryFormat? = nil,
    options: HistoryOptions = HistoryOptions(),
    asOf now: Instant,
    showing merchandiser: Merchandiser?
  ) throws(FormatError) -> InputDecisions {
    let bytes = ContiguousArray(bytes)
    let format = try options.format(of: bytes.rawBytes, orGiven: format)
    guard format != .native else {
      return InputDecisions(
        format: format,
        customers: try decisions(json: bytes, asOf: now, showing: merchandiser),
        warnings: []
      )
    }
    var options = options
    options.attributes = rules.ruleSet.attributes
    let input = try HistoryInput(reading: bytes, as: format, options: options)
    var customers: [CustomerDecisions] = []
    for history in input.histories {
      do throws(HistoryError) {
        let (record, symbols) = record(of: history)
        customers.append(try decisions(for: record, symbols, asOf: now, showing: merchandiser))
      } catch {
        throw FormatError(ofInput: "customer '\(history.customerId.shownInMessage)': \(error)")
      }
    }
    return InputDecisions(format: format, customers: customers, warnings: input.warnings)
  }
}
