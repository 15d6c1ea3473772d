import CEL

/// What tells a format from the others: something that an input in it always shows.
struct FormatSignature<Format: Sendable>: Sendable {
  /// What an input shows.
  enum Sign: Sendable {
    /// A JSON document whose first value has all of these keys, as ``FormatEvidence`` names them.
    case keys([String])
    /// A table whose first line has all of these columns.
    case columns([String])
    /// A JWS.
    case signedPayload
  }

  let format: Format
  let sign: Sign

  init(_ format: Format, _ sign: Sign) {
    self.format = format
    self.sign = sign
  }

  /// The columns of the sign.
  var columns: [String] {
    if case .columns(let columns) = sign { columns } else { [] }
  }

  /// Returns whether an input shows the sign.
  func matches(_ evidence: FormatEvidence) -> Bool {
    switch sign {
    case .keys(let keys): keys.allSatisfy(evidence.keys.contains)
    case .columns(let columns): columns.allSatisfy(evidence.columns.contains)
    case .signedPayload: evidence.isSignedPayload
    }
  }

  /// Returns whether an input shows what may be a misspelt sign.
  func nearlyMatches(_ evidence: FormatEvidence) -> Bool {
    guard case .keys(let keys) = sign, let key = keys.first, !key.contains(".") else {
      return false
    }
    return nearestName(to: key, among: evidence.keys.sorted()) != nil
  }
}
