import CEL

extension HistoryReader {
  /// Reads all values of the history at an offset, including those that no decision needs.
  ///
  /// It accepts everything that the reading of records accepted.
  ///
  /// - Returns: The history, and what is left out.
  package func values(
    _ scanner: inout JSONScanner,
    at start: Int
  ) -> (history: CustomerHistory?, omissions: [JSONError]) {
    var omissions: [JSONError] = []
    scanner.beginElement(at: start)
    let history = try? readValues(&scanner, &omissions)
    return (history, omissions)
  }

  private func readValues(
    _ scanner: inout JSONScanner,
    _ omissions: inout [JSONError]
  ) throws(JSONError) -> CustomerHistory {
    var history = CustomerHistory(customerId: "", transactions: [])
    try scanner.beginObject()
    while let key = try scanner.nextValue() {
      switch key {
      case "customerId": history.customerId = try scanner.readText()
      case "storefront": history.storefront = try scanner.readStorefront()
      case "subscriptionGroupIdentifier":
        history.subscriptionGroupIdentifier = try scanner.readText()
      case "attributes": history.attributes = try readAttributes(&scanner, &omissions)
      case "transactions":
        try scanner.beginArray()
        while try scanner.nextElement() {
          if let transaction = try Transaction(reading: &scanner), isRead(transaction.environment) {
            history.transactions.append(transaction)
          }
        }
      case "renewalInfo":
        guard try scanner.peek() == .array else {
          let renewal = try RenewalInfo(reading: &scanner)
          if isRead(renewal.environment) { history.renewalInfo = [renewal] }
          continue
        }
        history.renewalInfoIsList = true
        try scanner.beginArray()
        while try scanner.nextElement() {
          let renewal = try RenewalInfo(reading: &scanner)
          if isRead(renewal.environment) { history.renewalInfo.append(renewal) }
        }
      case "unknown": history.gaps = try scanner.readGaps()
      default: _ = try scanner.skipValue()
      }
    }
    return history
  }

  private func isRead(_ environment: String?) -> Bool {
    guard let environment, let asked = self.environment else { return true }
    return StoreEnvironments.code(of: environment) == StoreEnvironments.code(of: asked)
  }

  private func readAttributes(
    _ scanner: inout JSONScanner,
    _ omissions: inout [JSONError]
  ) throws(JSONError) -> [String: Value] {
    var values: [String: Value] = [:]
    try scanner.beginObject()
    while let name = try scanner.nextValue() {
      if let attribute = attributes.first(where: { $0.name.hasBytes(of: name) }) {
        values[name] = try scanner.readValue(of: attribute.type)
        continue
      }
      let kind = try scanner.peek()
      let start = scanner.offset
      values[name] = try Self.undeclared(&scanner, isElement: false)
      guard values[name] == nil else { continue }
      let message = "the attribute '\(name.shownInMessage)' is left out: no rule can read \(kind)"
      omissions.append(JSONError(message, at: start))
    }
    return values
  }

  /// Reads an attribute that the rule set does not declare; nil if no rule set could declare it.
  private static func undeclared(
    _ scanner: inout JSONScanner,
    isElement: Bool
  ) throws(JSONError) -> Value? {
    switch try scanner.peek() {
    case .bool: return .bool(try scanner.readBool())
    case .string: return .string(try scanner.readText())
    case .number:
      let number = try scanner.readNumber()
      return number.integer.map(Value.int) ?? scanner.double(of: number).map(Value.double)
    case .array where !isElement:
      var elements: [Value]? = []
      try scanner.beginArray()
      while try scanner.nextElement() {
        guard let element = try undeclared(&scanner, isElement: true) else {
          elements = nil
          continue
        }
        elements?.append(element)
      }
      return elements.map(Value.list)
    case .object, .null, .array:
      _ = try scanner.skipValue()
      return nil
    }
  }
}

extension JSONScanner {
  /// Reads the next key whose value is not null.
  mutating func nextValue() throws(JSONError) -> String? {
    while let key = try nextKey() {
      if try !readNullIfNext() { return text(of: key) }
    }
    return nil
  }

  mutating func readText() throws(JSONError) -> String { text(of: try readString()) }
}

extension JSONWriter {
  /// Writes a history in the native format.
  package mutating func history(_ history: CustomerHistory) {
    object { json in
      json.member("customerId", history.customerId)
      json.member("storefront", history.storefront?.code)
      json.member("subscriptionGroupIdentifier", history.subscriptionGroupIdentifier)
      if !history.attributes.isEmpty { json.member("attributes", history.attributes) }
      json.objects("transactions", history.transactions) { TransactionKey.write($1, to: &$0) }
      if history.renewalInfoIsList || history.renewalInfo.count > 1 {
        json.objects("renewalInfo", history.renewalInfo) { RenewalKey.write($1, to: &$0) }
      } else if let renewal = history.renewalInfo.first {
        json.object("renewalInfo") { RenewalKey.write(renewal, to: &$0) }
      }
      if !history.gaps.isEmpty {
        let known = HistoryGaps.names.filter { history.gaps.contains($0.gap) }
        json.member("unknown", known.map { $0.name })
      }
    }
  }
}
