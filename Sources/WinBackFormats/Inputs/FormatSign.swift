import CEL

/// A sign by which a format is recognised: every input in the format has one of its signs.
enum FormatSign: Sendable {
  /// A JSON document whose first value has all of these keys, as ``FormatEvidence`` names them.
  case keys([String])
  /// A table whose first line has all of these columns, or a JSON object with all of these keys.
  case fields([String])
  /// A JWS.
  case signedPayload

  var columns: [String] {
    if case .fields(let columns) = self { columns } else { [] }
  }

  func matches(_ evidence: FormatEvidence) -> Bool {
    switch self {
    case .keys(let keys): keys.allSatisfy(evidence.keys.contains)
    case .fields(let fields):
      fields.allSatisfy(evidence.keys.contains) || fields.allSatisfy(evidence.columns.contains)
    case .signedPayload: evidence.isSignedPayload
    }
  }

  /// Returns whether an input has the sign with a possible spelling mistake.
  func nearlyMatches(_ evidence: FormatEvidence) -> Bool {
    guard case .keys(let keys) = self, let key = keys.first, !key.contains(".") else {
      return false
    }
    return nearestName(to: key, among: evidence.keys.ordered()) != nil
  }
}

/// A format that is recognised by signs.
protocol RecognizedFormat: RawRepresentable<String>, CaseIterable, Hashable {
  /// The signs of the format; an input in the format has one of them, and no other input has it.
  var signs: [FormatSign] { get }
}

extension HistoryFormat: RecognizedFormat {}

extension CatalogFormat: RecognizedFormat {
  var signs: [FormatSign] {
    switch self {
    case .native: [.keys(["subscriptionGroups"])]
    case .appStoreConnect:
      [
        ["data[].attributes"], ["data.attributes"], ["data[].relationships"], ["data[].offerId"],
        ["data", "links"], ["data", "included"],
      ].map { .keys($0) }
    }
  }
}
