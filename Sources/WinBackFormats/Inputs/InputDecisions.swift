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
    var options = options
    options.attributes = rules.ruleSet.attributes
    return try decisions(
      on: try WholeInput(ContiguousArray(bytes), orGiven: format, options),
      asOf: now
    )
  }

  /// Decides all offers for the customers of a native document: one history, or JSON Lines of many.
  ///
  /// - Parameters:
  ///   - bytes: A JSON document of the schema `history`, or one on each line.
  ///   - now: The instant at which eligibility is decided.
  /// - Returns: The decisions, customer by customer, in the order of the input.
  /// - Throws: ``FormatError`` for the first fault.
  public func decisions(
    json bytes: some Sequence<UInt8>,
    asOf now: Instant
  ) throws(FormatError) -> [CustomerDecisions] {
    let options = HistoryOptions(attributes: rules.ruleSet.attributes)
    let input = try WholeInput(ContiguousArray(bytes), as: .native, options)
    return try decisions(on: input, asOf: now).customers
  }

  private func decisions(
    on input: WholeInput,
    asOf now: Instant
  ) throws(FormatError) -> InputDecisions {
    var customers: [CustomerDecisions] = []
    let warnings = try input.read(for: self) { reader, place throws(FormatError) in
      do throws(HistoryError) {
        customers.append(try decisions(for: reader.record, reader.symbols, asOf: now))
      } catch {
        throw input.error(error, at: place)
      }
    }
    return InputDecisions(format: input.format, customers: customers, warnings: warnings)
  }
}
