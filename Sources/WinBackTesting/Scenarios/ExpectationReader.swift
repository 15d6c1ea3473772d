import CEL

/// Reads expectations, and compares the names in them with those of the engine.
struct ExpectationReader {
  private let engine: EligibilityEngine
  private let positions: JSONPositions
  private let offerIds: [String]
  /// The identifiers of rules, and of their reasons.
  private let ruleIds: [String]
  /// The names that the catalog or the rules do not have.
  private(set) var faults: [FormatError] = []

  init(_ engine: EligibilityEngine, _ positions: JSONPositions) {
    self.engine = engine
    self.positions = positions
    offerIds = engine.offerIds
    let rules = engine.rules.ruleSet.rules
    ruleIds = rules.map(\.id) + rules.flatMap { $0.reasons.map(\.id) }
  }

  mutating func expectation(_ node: JSONNode) throws(FormatError) -> Expectation {
    let keys = [
      "eligible", "undetermined", "order", "because", "windows", "facts", "show", "offerId",
      "redeem",
    ]
    let object = try node.object(
      keys: ["asOf", "storefronts", "exceptStorefronts", "subscriptionGroupIdentifier"] + keys
    )
    let redemption = try redemption(object.optional("redeem"))
    let expected = keys.compactMap { object.optional($0) }.filter { value in
      (try? value.object())?.members.isEmpty != true
    }
    guard !expected.isEmpty else {
      throw node.error("expected a key such as 'eligible' that expects something, found none")
    }
    let asOf =
      if let at = redemption?.at, object.optional("asOf") == nil {
        at
      } else {
        try object.required("asOf").timelineDate()
      }
    let eligible = try offers(object.optional("eligible"))
    let order = try offers(object.optional("order"))
    // Nothing means that no offer is eligible and none is undetermined.
    let isNothing = eligible == [] || order == []
    return Expectation(
      asOf: asOf,
      line: positions.line(of: node),
      storefronts: try storefronts(object),
      group: try group(object.optional("subscriptionGroupIdentifier")),
      eligible: eligible,
      undetermined: try offers(object.optional("undetermined")) ?? (isNothing ? [] : nil),
      order: order,
      because: try because(object.optional("because")),
      windows: try windows(object.optional("windows")),
      facts: try facts(object.optional("facts")),
      show: try object.optional("show")?.choice(),
      shownOffer: try object.optional("offerId").map { node throws(FormatError) in
        try offer(node)
      },
      redemption: redemption
    )
  }

  private func storefronts(_ object: JSONObject) throws(FormatError) -> [Storefront]? {
    let named = object.optional("storefronts")
    let others = object.optional("exceptStorefronts")
    guard let node = others ?? named else { return nil }
    guard named == nil || others == nil else {
      throw node.error("expected either 'storefronts' or 'exceptStorefronts', found both")
    }
    var storefronts = try node.array().map { node throws(FormatError) in try node.country() }
    if named == nil { storefronts = Storefront.all.filter { !storefronts.contains($0) } }
    guard !storefronts.isEmpty else { throw node.error("expected a storefront, found none") }
    return storefronts
  }

  private mutating func redemption(_ node: JSONNode?) throws(FormatError) -> ExpectedRedemption? {
    guard let node else { return nil }
    let object = try node.object(keys: ["offerId", "at", "expect"])
    return ExpectedRedemption(
      offerId: try offer(object.required("offerId")),
      at: try object.required("at").timelineDate(),
      outcome: try object.required("expect").choice()
    )
  }

  mutating func group(_ node: JSONNode?) throws(FormatError) -> String? {
    guard let node else { return nil }
    let groups = engine.catalog.subscriptionGroups.map(\.id)
    return try name(node, "a subscription group of the catalog", among: groups)
  }

  /// Reads a name, and notes an error if it is not a known one.
  private mutating func name(
    _ node: JSONNode,
    _ expected: String,
    among known: [String]
  ) throws(FormatError) -> String {
    let name = try node.string()
    if let fault = node.fault(of: name, expected, among: known) { faults.append(fault) }
    return name
  }

  private mutating func names(
    _ node: JSONNode,
    _ expected: String,
    among known: [String]
  ) throws(FormatError) -> [String] {
    var names: [String] = []
    for node in try node.array() {
      let name = try name(node, expected, among: known)
      guard !names.contains(name) else {
        throw node.error("expected each name once, found '\(name)' again")
      }
      names.append(name)
    }
    return names
  }

  private mutating func offer(_ node: JSONNode) throws(FormatError) -> String {
    try name(node, "an offer of the catalog", among: offerIds)
  }

  private mutating func offers(_ node: JSONNode?) throws(FormatError) -> [String]? {
    guard let node else { return nil }
    return try names(node, "an offer of the catalog", among: offerIds)
  }

  private mutating func because(
    _ node: JSONNode?
  ) throws(FormatError) -> [(offer: String, ids: [String])] {
    try node.entries { key, value throws(FormatError) in
      (try offer(key), try names(value, "a rule or a reason of the rule set", among: ruleIds))
    }
  }

  private mutating func windows(
    _ node: JSONNode?
  ) throws(FormatError) -> [(offer: String, windows: [Expectation.ExpectedWindow])] {
    try node.entries { key, value throws(FormatError) in
      let windows = try value.array().map { window throws(FormatError) in
        let object = try window.object(keys: ["from", "through"])
        return Expectation.ExpectedWindow(
          from: try object.required("from").timelineDate(),
          through: try object.optional("through")?.timelineDate()
        )
      }
      return (try offer(key), windows)
    }
  }

  private func facts(_ node: JSONNode?) throws(FormatError) -> [ExpectedFact] {
    try (node?.object().members ?? []).map { key, node throws(FormatError) in
      let name = try key.name("a fact", among: ExpectedFact.names)
      let fact = ExpectedFact.fact(named: name) ?? .paidMonths
      return ExpectedFact(name: name, value: node.kind == .null ? nil : try value(of: fact, node))
    }
  }

  private func value(of fact: FactVariable, _ node: JSONNode) throws(FormatError) -> Value {
    switch fact.fact.code {
    case .instant: .timestamp(try node.timelineDate().resolved(at: engine.policies.facts.timeZone))
    case .truth: .bool(try node.bool())
    case .integer: .int(try node.integer())
    case .product: .string(try node.string())
    case .state: .string(try (node.choice() as SubscriptionState).rawValue)
    case .storefront: .string(try node.storefront().code)
    }
  }
}
