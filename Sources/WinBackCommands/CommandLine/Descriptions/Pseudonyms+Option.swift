import CEL
import WinBackFormats

extension OptionDeclaration where Self == Option<String?> {
  /// The key of the pseudonyms that stand for customers in results.
  static var pseudonymize: Self {
    Option(
      "pseudonymize",
      "KEY",
      .text,
      help:
        "write a keyed hash instead of each customer id; KEY is file:PATH or env:NAME, which "
        + "contain the key, or the key itself without a colon, which other users of the machine "
        + "can see",
      section: .common
    )
  }
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
    guard let value = arguments[.pseudonymize] else { return nil }
    let option = "option '--pseudonymize'"
    let key: ContiguousArray<UInt8>
    if value.hasPrefix("file:") {
      var bytes = try InputFile(String(value.dropFirst("file:".count))).read(
        on: console,
        limit: 1 << 20
      )
      while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
        bytes.removeLast()
      }
      key = bytes
    } else if value.hasPrefix("env:") {
      let name = String(value.dropFirst("env:".count))
      guard let text = Platform.environmentVariable(name) else {
        throw arguments.wrongUsage(
          "\(option) expects a key in the environment variable '\(name)', which is not set"
        )
      }
      key = ContiguousArray(text.utf8)
    } else if let colon = value.firstIndex(of: ":") {
      // A misspelt place must not become the key, which everybody would know.
      throw arguments.wrongUsage(
        "\(option) expects file:PATH, env:NAME or a key without a colon, found one with a colon",
        suggestion: nearestName(to: String(value[..<colon]), among: ["file", "env"]).map {
          "\($0):"
        }
      )
    } else {
      key = ContiguousArray(value.utf8)
    }
    guard !key.isEmpty else { throw arguments.wrongUsage("\(option) expects a key, found none") }
    return Pseudonyms(key: key)
  }
}

extension Pseudonyms? {
  /// Returns what a customer is called: a pseudonym if there are any.
  func name(of customer: String) -> String { self?.pseudonym(of: customer) ?? customer }
}
