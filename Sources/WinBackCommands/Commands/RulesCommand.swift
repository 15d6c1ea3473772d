import WinBackFormats

/// `winback rules`: a built-in rule set, to read or to start your own from.
struct RulesCommand: Command {
  private static let name = PositionalDescription(
    "NAME",
    count: .atMostOne,
    kind: .choices(["AppStore", "introductoryOffer", "merchandising"]),
    help: "the rule set; by default AppStore"
  )

  static let description = CommandDescription(
    name: "rules",
    abstract: "print a built-in rule set",
    discussion: """
      A rule set is a JSON document: rules in CEL, the policies that settle what Apple leaves \
      open, and the order of the result. Each rule and policy has what Apple says, where, and how \
      certain it is. Change a copy and use it with --rules (win-back offers), --introductory-rules \
      (introductory offers) or --merchandising-rules (what a customer is shown).
      """,
    positionals: [name],
    options: [.output],
    examples: [
      "winback rules > my-rules.json": "start your own rule set",
      "winback rules | jq -r '.policies[] | [.name, .value, .certainty] | @tsv'":
        "the policies and their values",
    ]
  )

  private let output: OutputFile
  private let bytes: [UInt8]

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    output = OutputFile(arguments[.output])
    bytes =
      switch arguments.values(Self.name).first {
      case "introductoryOffer": BuiltIn.introductoryOfferRules
      case "merchandising": BuiltIn.merchandisingRules
      default: BuiltIn.appStoreRules
      }
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    try output.write(String(decoding: bytes, as: UTF8.self), on: console)
    return .done
  }
}
