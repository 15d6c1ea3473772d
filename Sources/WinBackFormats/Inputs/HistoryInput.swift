public import WinBack

/// Customers' histories that were read from an input of any format.
public struct HistoryInput: Sendable {
  /// The format of the input.
  public let format: HistoryFormat

  /// The histories, in the order in which the customers appear.
  public let histories: [CustomerHistory]

  /// What was left out or is not known.
  public let warnings: [FormatWarning]

  package init(
    format: HistoryFormat,
    histories: [CustomerHistory],
    warnings: [FormatWarning] = []
  ) {
    self.format = format
    self.histories = histories
    self.warnings = warnings
  }

  /// Reads histories.
  ///
  /// - Parameters:
  ///   - bytes: The whole input.
  ///   - format: The format; nil to detect it from the input.
  ///   - options: What the input does not contain.
  /// - Throws: ``FormatError`` for the first fault, or if the format is not clear.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(
    reading bytes: some Sequence<UInt8>,
    as format: HistoryFormat? = nil,
    options: HistoryOptions = HistoryOptions()
  ) throws(FormatError) {
    let bytes = ContiguousArray(bytes)
    let format = try options.format(of: bytes.rawBytes, orGiven: format)
    switch format.reader {
    case .native: self = try NativeHistories.read(bytes, options)
    case .appStoreServer: self = try ServerReader.read(bytes, options)
    case .table: self = try TableHistories.read(bytes, as: format, options.mapping)
    }
  }
}
