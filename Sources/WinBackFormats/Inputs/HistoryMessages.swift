// Messages about the customers of an input: files and whole inputs in memory have the same.

extension StoreEnvironments {
  /// The message if purchases are of several environments; nil if they are not.
  package var mixture: String? {
    let names = text
    guard names.count > 1 else { return nil }
    return "expected purchases of one environment, found \(names.joined(separator: " and ")); "
      + "'--environment' names the one that is meant"
  }

  /// The warning if no purchase is of production; nil if one is, or if none names its environment.
  package var testWarning: String? {
    isEmpty || contains(.production) ? nil : text.first.map(Self.warning)
  }

  /// The warning about purchases of an environment for tests, whose name has its quotation marks.
  static func warning(ofTests name: String) -> String {
    "the transactions are of the environment \(name), where a month can take minutes"
  }
}

extension HistoryFormat {
  package static var emptyFile: String { "expected customers, found an empty file" }

  /// The warning about an input in which nobody is; the format is nil if nothing shows it, and
  /// `skipped` are the rows of a table that are about something else.
  package static func nobody(in format: HistoryFormat?, skipped: [String] = []) -> String {
    let found =
      switch format?.reader {
      case .table: skipped.isEmpty ? "a header without rows" : skipped.joined(separator: ", ")
      case .appStoreServer: "documents without purchases of subscriptions"
      case .native, nil: "an empty input"
      }
    return "expected customers, found \(found)"
  }

  /// The warning about customers who are in the input more than once, with the first places; nil if
  /// nobody is.
  package static func repetition(
    of count: Int,
    _ places: [String] = [],
    ofFiles fileCount: Int = 1
  ) -> String? {
    guard count > 0 else { return nil }
    let first = fileCount == 1 ? "first in line" : "first in"
    return "expected each customer once, found \(count.counted("line")) of customers who were "
      + "read before"
      + (places.isEmpty ? "" : ", \(first) \(places.joined(separator: ", "))")
      + "; each line counts"
  }

  /// The message if an earlier file is in another format; nil if none is.
  package func mixture(with known: (format: HistoryFormat, file: String)?) -> String? {
    guard let known, known.format != self else { return nil }
    return "expected the format '\(known.format.rawValue)' as in '\(known.file)', found "
      + "'\(rawValue)'; files of two formats need two runs"
  }
}
