import CEL

extension Outcome {
  /// The text of the value, the message of the failure, or the names of what is unknown.
  func text(in environment: Environment = .example) -> String {
    switch self {
    case .value(let value): value.description
    case .failure(let failure): failure.message(in: environment)
    case .unknown(let ids):
      "unknown: " + ids.map { environment[$0].name }.joined(separator: ", ")
    }
  }
}
