import CEL

extension CheckedRuleSet {
  /// Reads a rule set and checks it.
  ///
  /// - Parameter bytes: A JSON document of the schema `rules`.
  /// - Throws: ``FormatError`` for the first fault: invalid JSON, an unknown key, a value of the
  ///   wrong type; or an error in a rule, at its line and column.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(json bytes: some Sequence<UInt8>) throws(FormatError) {
    let document = try JSONDocument(parsing: ContiguousArray(bytes))
    let ruleSet = try RuleSet(json: document.root)
    do {
      try self.init(ruleSet)
    } catch {
      let node = try document.root.node(at: error.place, in: ruleSet)
      throw node.error(error.sentence, atDecodedUTF8Offset: error.offset)
    }
  }

  // Each rule set is read once, when it is first used.
  private static let introductoryRules = builtIn(OfferKind.introductory.ruleSet)
  private static let promotionalRules = builtIn(OfferKind.promotional.ruleSet)
  private static let offerCodeRules = builtIn(OfferKind.offerCode.ruleSet)
  private static let winBackRules = builtIn(OfferKind.winBack.ruleSet)
  private static let merchandisingRules = builtIn(BuiltIn.merchandisingRules)

  private static func builtIn(_ document: [UInt8]) -> Result<CheckedRuleSet, FormatError> {
    Result { () throws(FormatError) in try CheckedRuleSet(json: document) }
  }

  /// Returns the App Store's rules, `Rules/AppStore.json`, which are built into the library.
  ///
  /// - Throws: Nothing in a build whose tests pass.
  public static func appStore() throws(FormatError) -> CheckedRuleSet { try rules(of: .winBack) }

  /// Returns the rules of introductory offers, `Rules/IntroductoryOffer.json`, which are built in.
  ///
  /// - Throws: Nothing in a build whose tests pass.
  public static func introductoryOffer() throws(FormatError) -> CheckedRuleSet {
    try rules(of: .introductory)
  }

  /// Returns the rules of a kind of offer, which are built in: a file of the folder `Rules`.
  ///
  /// - Throws: Nothing in a build whose tests pass.
  public static func rules(of kind: OfferKind) throws(FormatError) -> CheckedRuleSet {
    let rules =
      switch kind {
      case .introductory: introductoryRules
      case .promotional: promotionalRules
      case .offerCode: offerCodeRules
      case .winBack: winBackRules
      }
    return try rules.get()
  }

  /// Returns the conditions of each screen, `Rules/Merchandising.json`, which are built in.
  ///
  /// - Throws: Nothing in a build whose tests pass.
  public static func merchandising() throws(FormatError) -> CheckedRuleSet {
    try merchandisingRules.get()
  }
}

extension RuleSet {
  fileprivate init(json node: JSONNode) throws(FormatError) {
    let object = try node.object(keys: [
      "$schema", "extends", "remove", "name", "title", "kind", "attributes", "policies", "rules",
      "screens", "order", "prefer",
    ])
    let base = try object.optional("extends").map { node throws(FormatError) in try node.base() }
    let attributes = object.optional("attributes")
    let members = try attributes?.object().members ?? []
    try attributes?.expectAtMost(1_000, "attributes", found: members.count)
    let screens = object.optional("screens")
    if screens != nil {
      for key in ["rules", "order", "kind", "extends", "remove"] {
        guard let other = object.optional(key) else { continue }
        throw other.error("expected no '\(key)' in a rule set with 'screens', found some")
      }
    } else if let prefer = object.optional("prefer") {
      throw prefer.error("expected 'prefer' in a rule set with 'screens' only, found some")
    }
    self.init(
      name: try object.required("name").string(),
      title: try object.optional("title")?.string() ?? "",
      kind: try object.optional("kind")?.choice() ?? .winBack,
      attributes: try members.map { key, type throws(FormatError) in
        Attribute(name: try key.string(), type: try type.attributeType())
      },
      policies: try object.elements("policies", atMost: 256).map(Policy.init(json:)),
      rules: try screens == nil
        ? (base == nil ? object.required("rules").array() : object.elements("rules"))
          .map(Rule.init(json:))
        : object.elements("screens").map(Rule.init(screen:)),
      order: try object.elements("order", atMost: 64, "keys").map(OrderKey.init(json:)),
      combination: screens == nil ? .all : .first,
      prefer: try object.elements("prefer", atMost: 64, "keys").map(OrderKey.init(json:))
    )
    if let base {
      try extend(base, object)
    } else if let removed = object.optional("remove") {
      throw removed.error("expected 'remove' beside 'extends' only, found it alone")
    }
  }

  /// Adds the attributes, policies and rules of another rule set, except those that this one replaces
  /// or removes; without an order of its own, it has that of the other one.
  private mutating func extend(_ base: RuleSet, _ object: JSONObject) throws(FormatError) {
    let known = base.policies.map { $0.name } + base.rules.map { $0.id }
    var removed: Set<String> = []
    for node in try object.elements("remove") {
      let name = try node.string()
      guard known.contains(name) else {
        let message =
          "expected a rule or a policy of '\(base.name)', found '\(name.shownInMessage)'"
        throw node.error(message.suggesting(nearestName(to: name, among: known)))
      }
      removed.insert(name)
    }
    try expectOnce(policies.map { $0.name }, object.elements("policies"), "name")
    try expectOnce(rules.map { $0.id }, object.elements("rules"), "id")
    let own = (policies: policies, rules: rules, attributes: attributes)
    policies = base.policies.filter { !removed.contains($0.name) }.map { policy in
      guard let change = own.policies.first(where: { $0.name == policy.name }) else {
        return policy
      }
      guard change.alternatives.isEmpty else { return change }
      var changed = policy
      changed.value = change.value
      return changed
    }
    policies += own.policies.filter { policy in !policies.contains { $0.name == policy.name } }
    rules = base.rules.filter { !removed.contains($0.id) }.map { rule in
      own.rules.first { $0.id == rule.id } ?? rule
    }
    rules += own.rules.filter { rule in !rules.contains { $0.id == rule.id } }
    attributes =
      base.attributes.filter { other in
        !own.attributes.contains { $0.name == other.name }
      } + own.attributes
    if order.isEmpty { order = base.order }
    if object.optional("kind") == nil { kind = base.kind }
  }

  private func expectOnce(
    _ names: [String],
    _ nodes: [JSONNode],
    _ key: String
  ) throws(FormatError) {
    var seen: Set<String> = []
    for (name, node) in zip(names, nodes) where !seen.insert(name).inserted {
      let place = try node.object().required(key)
      throw place.error("expected each \(key) once, found '\(name)' again")
    }
  }
}

extension Policy {
  fileprivate init(json node: JSONNode) throws(FormatError) {
    let object = try node.object(keys: [
      "name", "title", "value", "meaning", "alternatives", "apple", "source", "certainty",
    ])
    let alternatives = try object.elements("alternatives", atMost: 64).map {
      node throws(FormatError) in
      let alternative = try node.object(keys: ["value", "title"])
      return Alternative(
        value: try alternative.required("value").string(),
        title: try alternative.optional("title")?.string() ?? ""
      )
    }
    self.init(
      name: try object.required("name").string(),
      title: try object.optional("title")?.string() ?? "",
      value: try object.required("value").string(),
      meaning: try object.optional("meaning")?.string() ?? "",
      alternatives: alternatives,
      apple: try object.optional("apple")?.string(),
      source: try object.optional("source")?.string(),
      certainty: try object.optional("certainty")?.choice() ?? .open
    )
  }
}

extension Rule {
  fileprivate init(json node: JSONNode) throws(FormatError) {
    try self.init(json: node, id: "id", require: "require", reasons: ["reasons"])
  }

  /// Reads the condition of a screen.
  fileprivate init(screen node: JSONNode) throws(FormatError) {
    try self.init(json: node, id: "show", require: "when", reasons: [])
  }

  private init(
    json node: JSONNode,
    id idKey: String,
    require requireKey: String,
    reasons reasonsKeys: [String]
  ) throws(FormatError) {
    let keys = [idKey, "title", requireKey, "because"] + reasonsKeys
    let object = try node.object(keys: keys + ["apple", "source", "certainty"])
    let reasons = try object.elements("reasons").map { node throws(FormatError) in
      let reason = try node.object(keys: ["id", "when", "because"])
      return Reason(
        id: try reason.required("id").string(),
        when: try reason.optional("when")?.string(),
        because: try reason.required("because").string()
      )
    }
    let id = try object.required(idKey).string()
    self.init(
      id: id,
      title: try object.optional("title")?.string() ?? id,
      require: try object.required(requireKey).string(),
      because: try object.required("because").string(),
      reasons: reasons,
      apple: try object.optional("apple")?.string(),
      source: try object.optional("source")?.string(),
      certainty: try object.optional("certainty")?.choice() ?? .open
    )
  }
}

extension OrderKey {
  private enum Direction: String, CaseIterable {
    case ascending
    case descending
  }

  fileprivate init(json node: JSONNode) throws(FormatError) {
    let object = try node.object(keys: ["title", "key", "direction"])
    let direction: Direction = try object.optional("direction")?.choice() ?? .ascending
    self.init(
      title: try object.optional("title")?.string() ?? "",
      key: try object.required("key").string(),
      isDescending: direction == .descending
    )
  }
}

extension JSONObject {
  /// Returns the elements of an array with a limited number of elements: each is evaluated with
  /// each customer or offer.
  fileprivate func elements(
    _ key: String,
    atMost limit: Int,
    _ name: String? = nil
  ) throws(FormatError) -> [JSONNode] {
    let elements = try elements(key)
    try optional(key)?.expectAtMost(limit, name ?? key, found: elements.count)
    return elements
  }

  fileprivate func object(_ key: String, _ index: Int) throws(FormatError) -> JSONObject {
    try required(key).array()[index].object()
  }

  /// Returns the element of an array that has a name: the one at an index, or else the first one.
  fileprivate func element(
    _ key: String,
    at index: Int,
    _ nameKey: String,
    _ name: String
  ) throws(FormatError) -> JSONObject? {
    let elements = try elements(key)
    for node in elements.dropFirst(index).prefix(1) + elements {
      let element = try node.object()
      if try element.required(nameKey).spells(name) { return element }
    }
    return nil
  }
}

extension JSONNode {
  fileprivate func expectAtMost(
    _ limit: Int,
    _ name: String,
    found count: Int
  ) throws(FormatError) {
    guard count > limit else { return }
    throw error("expected at most \(limit) \(name), found \(count)")
  }

  fileprivate func attributeType() throws(FormatError) -> ValueType {
    let types: [ValueType] = [
      .bool, .int, .double, .string, .timestamp, .list(.string), .list(.int),
    ]
    return try choice(among: types) { $0.description }
  }

  /// Returns the built-in rule set that another one extends.
  fileprivate func base() throws(FormatError) -> RuleSet {
    let kind = try choice(among: [.winBack] + OfferKind.withoutCriteria) { $0.ruleSetName }
    return try CheckedRuleSet.rules(of: kind).ruleSet
  }

  /// Returns the node at a location in a rule set that was read; what it has from another one is at
  /// 'extends'.
  fileprivate func node(
    at place: RuleSetError.Place,
    in ruleSet: RuleSet
  ) throws(FormatError) -> JSONNode {
    let object = try object()
    let base = object.optional("extends") ?? self
    switch place {
    case .attribute(let index):
      let name = ruleSet.attributes[index].name
      let members = try object.optional("attributes")?.object().members ?? []
      return members.first { $0.key.spells(name) }?.key ?? base
    case .policy(let index, let part):
      let name = ruleSet.policies[index].name
      guard let policy = try object.element("policies", at: index, "name", name) else {
        return base
      }
      return switch part {
      case .name: try policy.required("name")
      case .value: try policy.required("value")
      case .alternative(let index): try policy.object("alternatives", index).required("value")
      }
    case .order(let index):
      guard object.optional("order") != nil else { return base }
      return try object.object("order", index).required("key")
    case .prefer(let index): return try object.object("prefer", index).required("key")
    case .rule(let index, let part):
      let keys: (list: String, id: String, require: String) =
        object.optional("screens") == nil
        ? ("rules", "id", "require") : ("screens", "show", "when")
      let id = ruleSet.rules[index].id
      guard let rule = try object.element(keys.list, at: index, keys.id, id) else { return base }
      return switch part {
      case .id: try rule.required(keys.id)
      case .require: try rule.required(keys.require)
      case .because: try rule.required("because")
      case .reasonWhen(let index): try rule.object("reasons", index).required("when")
      case .reasonBecause(let index): try rule.object("reasons", index).required("because")
      }
    }
  }
}
