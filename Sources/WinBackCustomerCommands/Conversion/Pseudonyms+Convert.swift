import WinBackCommandLine

extension ConvertCommand {
  static let pseudonymize = Option("pseudonymize", "KEY", .key)
    .help(
      "write a keyed hash instead of each customer id, and numbers instead of the identifiers of "
        + "transactions; KEY is file:PATH or env:NAME, which contain the key, or the key itself "
        + "without a colon, which other users of the machine can see"
    )
}

extension Pseudonyms {
  /// Creates the pseudonyms that the user asks for; nil if not needed.
  ///
  /// The key is the whole content of a file without line ends at its end, the value of an environment
  /// variable, or the argument itself.
  static func asked(
    by arguments: ParsedArguments,
    on console: Console
  ) throws(CommandFailure) -> Pseudonyms? {
    guard let value = arguments[ConvertCommand.pseudonymize] else { return nil }
    let option = "option '--pseudonymize'"
    let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    var key: ContiguousArray<UInt8>
    switch parts[0] {
    case _ where parts.count == 1: key = ContiguousArray(value.utf8)
    case "file":
      key = try InputFile(parts[1]).read(on: console, limit: 1 << 20)
      while let last = key.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
        key.removeLast()
      }
    case "env":
      guard let text = Platform.environmentVariable(parts[1]) else {
        throw arguments.wrongUsage(
          "\(option) expects a key in the environment variable '\(parts[1])', which is not set"
        )
      }
      key = ContiguousArray(text.utf8)
    case let prefix:
      // A misspelt prefix must not become the key, which everybody would know.
      throw arguments.wrongUsage(
        "\(option) expects file:PATH, env:NAME or a key without a colon, found one with a colon",
        suggestion: nearestName(to: prefix, among: ["file", "env"]).map { "\($0):" }
      )
    }
    guard !key.isEmpty else { throw arguments.wrongUsage("\(option) expects a key, found none") }
    return Pseudonyms(key: key)
  }
}

extension CustomerHistory {
  /// Replaces what tells who the customer is: the customer id by its pseudonym, and the identifiers of
  /// transactions by numbers in the same order, on which answers depend (R6).
  mutating func hide(by pseudonyms: Pseudonyms) {
    customerId = pseudonyms.pseudonym(of: customerId)
    let identifiers =
      transactions.flatMap { [$0.transactionId, $0.originalTransactionId] }
      + renewalInfo.map(\.originalTransactionId)
    let known = Set(identifiers.compactMap { $0.map { ContiguousArray($0.utf8) } })
      .sorted { $0.lexicographicallyPrecedes($1) }
    let width = String(known.count).count
    let numbers = Dictionary(keepingFirst: known.enumerated().map { ($1, $0 + 1) })
    func hide(_ identifier: inout String?) {
      guard let number = identifier.flatMap({ numbers[ContiguousArray($0.utf8)] }) else { return }
      let digits = String(number)
      identifier = String(repeating: "0", count: width - digits.count) + digits
    }
    for index in transactions.indices {
      hide(&transactions[index].transactionId)
      hide(&transactions[index].originalTransactionId)
    }
    for index in renewalInfo.indices { hide(&renewalInfo[index].originalTransactionId) }
  }
}
