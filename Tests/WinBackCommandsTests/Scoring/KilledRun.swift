import Testing

/// A run that was killed behind its first customer.
struct KilledRun: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let lines: [String]
  let arguments: [String]
  /// What the checkpoint counts besides results and rejected lines.
  let counts: [String: String]
  /// How many lines could not be read until then.
  var rejected = 0

  static let all: [KilledRun] = {
    let (ada, eve) = (documents("71"), documents("72"))
    let mixed = zip(ada, eve).flatMap { [$0, $1] }
    let table = HistorySample.all.first { $0.description == "revenuecat" }
    let row = table?.text("ada") ?? ""
    return [
      KilledRun(
        testDescription: "documents of one customer between those of another",
        lines: mixed,
        arguments: [],
        counts: ["inputOffset": "\(ada[0].utf8.count)"]
      ),
      KilledRun(
        testDescription: "documents that are sorted",
        lines: mixed,
        arguments: ["--sort"],
        counts: ["inputOffset": "\(ada.joined().utf8.count)"]
      ),
      KilledRun(
        testDescription: "rows that are sorted, but for one that cannot be",
        lines: [table?.header ?? "", row, "?\n", table?.text("eve") ?? ""],
        arguments: ["--sort"],
        counts: ["inputOffset": "\(row.utf8.count)", "rejected": "1", "rejectedRows": "1"],
        rejected: 1
      ),
      KilledRun(
        testDescription: "a customer who is wanted and was found before",
        lines: [ScoreSamples.alice, "\n", ScoreSamples.bob, "\n"],
        arguments: ["--customer", "alice"],
        counts: ["inputOffset": "\(ScoreSamples.alice.utf8.count + 1)", "found": "[0]"]
      ),
    ]
  }()

  private static func documents(_ customer: String) -> [String] {
    let sample = HistorySample.all.first { $0.description == "the App Store Server API" }
    return (sample?.text(customer) ?? "").split(separator: "\n").map { $0 + "\n" }
  }
}
