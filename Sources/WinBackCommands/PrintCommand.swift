import WinBackCommandLine

struct PrintCommand: Command {
  enum Kind: String, CaseIterable {
    case rules, schema, mapping
  }

  private static let kind = ArgumentDescription(
    "KIND",
    kind: .choices(Kind.allCases.map(\.rawValue)),
    help: "what to print"
  )
  private static let name = ArgumentDescription(
    "NAME",
    isRequired: false,
    help: "the name of the document; without it, the command lists the names"
  )

  static let description = CommandDescription(
    name: "print",
    abstract: "print a rule set, a JSON Schema or a mapping that is built in",
    discussion: """
      'rules' are JSON documents: rules in CEL, the policies that settle what Apple leaves open, \
      and the order of the result. Each rule and policy has what Apple says, where, and how \
      certain it is. Change a copy and use it with --rules. \
      Each says what it is for: win-back offers, introductory offers ('kind'), or what a customer is \
      shown ('screens').

      A 'schema' is the JSON Schema of a native format. An editor that knows it completes and \
      checks a file while it is written.

      A 'mapping' is a JSON document that says what the columns of a table mean. Change a copy and \
      use it with --mapping.
      """,
    positionals: [kind, name],
    readsProject: false,
    examples: [
      "winback print rules AppStore > my-rules.json": "start your own rule set",
      "winback print rules AppStore | jq -r '.policies[] | [.name, .value, .certainty] | @tsv'":
        "the policies and their values",
      "winback print schema catalog > catalog.schema.json": "for an editor",
      "winback print mapping": "list the table formats",
      "winback print mapping revenuecat > mine.json": "start your own mapping",
    ]
  )

  let arguments: ParsedArguments

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let kind = try arguments.required(Self.kind)
    try arguments.output.write(text(of: Kind(rawValue: kind)?.documents ?? []), on: console)
    return .done
  }

  private func text(of documents: [Document]) throws(CommandFailure) -> String {
    guard let name = arguments.value(Self.name) else {
      return ResultTable(["", ""], documents.map { [$0.name, $0.title] }).text()
    }
    guard let document = documents.first(where: { $0.name == name }) else {
      throw arguments.unknown(name, among: documents.map(\.name), of: Self.name)
    }
    return String(decoding: document.text, as: UTF8.self)
  }
}

private typealias Document = (name: String, title: String, text: [UInt8])

extension PrintCommand.Kind {
  fileprivate var documents: [Document] {
    switch self {
    case .rules:
      [("AppStore", "", OfferKind.winBack.ruleSet)]
        + OfferKind.withoutCriteria.map { kind in
          let name = kind.ruleSetName
          return (name.prefix(1).lowercased() + name.dropFirst(), "", kind.ruleSet)
        } + [("merchandising", "", BuiltIn.merchandisingRules)]
    case .schema:
      BuiltIn.schemas.map { ($0.name, "", $0.contents()) }
    case .mapping:
      HistoryFormat.allCases.compactMap { format in
        format.mappingText.map { text in
          (format.rawValue, (try? format.mapping(orOwn: nil).title) ?? "", text)
        }
      }
    }
  }
}
