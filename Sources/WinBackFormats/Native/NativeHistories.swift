import CEL
import WinBack

/// Reads native histories as values, which keep what decisions do not need.
///
/// Decisions go through ``HistoryReader``, which keeps nothing; both read the same documents.
enum NativeHistories {
  static func read(
    _ bytes: ContiguousArray<UInt8>,
    _ options: HistoryOptions
  ) throws(FormatError) -> HistoryInput {
    let document =
      JSONScanner.holdsLines(bytes.rawBytes)
      ? try JSONDocument(parsingLines: bytes) : try JSONDocument(parsing: bytes)
    var histories: [CustomerHistory] = []
    var warnings = FormatWarnings()
    for root in document.roots {
      histories.append(try CustomerHistory(json: root, attributes: options.attributes, &warnings))
    }
    return HistoryInput(format: .native, histories: histories, warnings: warnings.all)
  }
}

extension CustomerHistory {
  fileprivate init(
    json node: JSONNode,
    attributes: [RuleSet.Attribute],
    _ warnings: inout FormatWarnings
  ) throws(FormatError) {
    let object = try node.object()
    var transactions: [Transaction] = []
    for transaction in try object.required("transactions").array() {
      guard transactions.count < HistoryReader.transactionLimit else {
        throw transaction.error(
          HistoryError.Kind.tooManyTransactions(limit: HistoryReader.transactionLimit).description
        )
      }
      guard let transaction = try Transaction(json: transaction) else { continue }
      transactions.append(transaction)
    }
    var gaps: HistoryGaps = []
    for gap in try object.optional("unknown")?.array() ?? [] {
      let name: HistoryGapName = try gap.choice()
      gaps.insert(name.gap)
    }
    self.init(
      customerId: try object.required("customerId").string(),
      storefront: try object.optional("storefront")?.storefront(),
      subscriptionGroupIdentifier: try object.optional("subscriptionGroupIdentifier")?.string(),
      transactions: transactions,
      attributes: try Self.attributes(of: object.optional("attributes"), attributes, &warnings),
      gaps: gaps
    )
    guard let renewals = object.optional("renewalInfo") else { return }
    guard renewals.kind == .array else {
      renewalInfo = [try RenewalInfo(json: renewals)]
      return
    }
    renewalInfoIsList = true
    for renewal in try renewals.array() { renewalInfo.append(try RenewalInfo(json: renewal)) }
  }

  private static func attributes(
    of node: JSONNode?,
    _ declared: [RuleSet.Attribute],
    _ warnings: inout FormatWarnings
  ) throws(FormatError) -> [String: Value] {
    var attributes: [String: Value] = [:]
    for (key, value) in try node?.object().members ?? [] where value.kind != .null {
      let name = try key.string()
      let type = declared.first { $0.name.utf8.elementsEqual(name.utf8) }?.type
      attributes[name] = try value.attribute(as: type)
      guard attributes[name] == nil else { continue }
      warnings.append(
        "the attribute '\(name.shownInMessage)' is left out: no rule can read \(value.kind)",
        at: value
      )
    }
    return attributes
  }
}
