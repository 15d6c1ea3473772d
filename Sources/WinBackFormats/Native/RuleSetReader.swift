import CEL
public import WinBack

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
      let node = try document.root.node(at: error.place)
      throw node.error(error.sentence, atDecodedUTF8Offset: error.offset)
    }
  }

  // Each rule set is read once, when it is first used.
  private static let appStoreRules = builtIn(BuiltIn.appStoreRules)
  private static let introductoryOfferRules = builtIn(BuiltIn.introductoryOfferRules)
  private static let merchandisingRules = builtIn(BuiltIn.merchandisingRules)

  private static func builtIn(_ document: [UInt8]) -> Result<CheckedRuleSet, FormatError> {
    Result { () throws(FormatError) in try CheckedRuleSet(json: document) }
  }

  /// Returns the App Store's rules, `Rules/AppStore.json`, which are built into the library.
  ///
  /// - Throws: Nothing in a build whose tests pass.
  public static func appStore() throws(FormatError) -> CheckedRuleSet { try appStoreRules.get() }

  /// Returns the rules of introductory offers, `Rules/IntroductoryOffer.json`, which are built in.
  ///
  /// - Throws: Nothing in a build whose tests pass.
  public static func introductoryOffer() throws(FormatError) -> CheckedRuleSet {
    try introductoryOfferRules.get()
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
      "$schema", "name", "title", "attributes", "policies", "rules", "screens", "order", "prefer",
    ])
    var attributes: [Attribute] = []
    let members = try object.optional("attributes")?.object().members ?? []
    try object.optional("attributes")?.expectAtMost(1_000, "attributes", found: members.count)
    for (key, type) in members {
      attributes.append(Attribute(name: try key.string(), type: try type.attributeType()))
    }
    var policies: [Policy] = []
    for policy in try object.optional("policies")?.array(ofAtMost: 256, "policies") ?? [] {
      policies.append(try Policy(json: policy))
    }
    var rules: [Rule] = []
    let screens = object.optional("screens")
    if let screens {
      for key in ["rules", "order"] {
        guard let other = object.optional(key) else { continue }
        throw other.error("expected no '\(key)' in a rule set with 'screens', found some")
      }
      for screen in try screens.array() { rules.append(try Rule(screen: screen)) }
    } else {
      if let prefer = object.optional("prefer") {
        throw prefer.error("expected 'prefer' in a rule set with 'screens' only, found some")
      }
      for rule in try object.required("rules").array() { rules.append(try Rule(json: rule)) }
    }
    var order: [OrderKey] = []
    for key in try object.optional("order")?.array(ofAtMost: 64, "keys") ?? [] {
      order.append(try OrderKey(json: key))
    }
    var prefer: [OrderKey] = []
    for key in try object.optional("prefer")?.array(ofAtMost: 64, "keys") ?? [] {
      prefer.append(try OrderKey(json: key))
    }
    self.init(
      name: try object.required("name").string(),
      title: try object.optional("title")?.string() ?? "",
      attributes: attributes,
      policies: policies,
      rules: rules,
      order: order,
      combination: screens == nil ? .all : .first,
      prefer: prefer
    )
  }
}

extension Policy {
  fileprivate init(json node: JSONNode) throws(FormatError) {
    let object = try node.object(keys: [
      "name", "title", "value", "meaning", "alternatives", "apple", "source", "certainty",
    ])
    var alternatives: [Alternative] = []
    for alternative in try object.optional("alternatives")?.array(ofAtMost: 64, "alternatives")
      ?? []
    {
      let object = try alternative.object(keys: ["value", "title"])
      alternatives.append(
        Alternative(
          value: try object.required("value").string(),
          title: try object.optional("title")?.string() ?? ""
        )
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
    let object = try node.object(keys: [
      "id", "title", "require", "because", "reasons", "apple", "source", "certainty",
    ])
    var reasons: [Reason] = []
    for reason in try object.optional("reasons")?.array() ?? [] {
      let object = try reason.object(keys: ["id", "when", "because"])
      reasons.append(
        Reason(
          id: try object.required("id").string(),
          when: try object.optional("when")?.string(),
          because: try object.required("because").string()
        )
      )
    }
    let id = try object.required("id").string()
    self.init(
      id: id,
      title: try object.optional("title")?.string() ?? id,
      require: try object.required("require").string(),
      because: try object.required("because").string(),
      reasons: reasons,
      apple: try object.optional("apple")?.string(),
      source: try object.optional("source")?.string(),
      certainty: try object.optional("certainty")?.choice() ?? .open
    )
  }
}

extension Rule {
  /// Reads the condition of a screen.
  fileprivate init(screen node: JSONNode) throws(FormatError) {
    let object = try node.object(keys: [
      "show", "title", "when", "because", "apple", "source", "certainty",
    ])
    let show = try object.required("show").string()
    self.init(
      id: show,
      title: try object.optional("title")?.string() ?? show,
      require: try object.required("when").string(),
      because: try object.required("because").string(),
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

extension JSONNode {
  /// Returns the elements of an array with a limited number of elements: each is evaluated with
  /// each customer or offer.
  fileprivate func array(ofAtMost limit: Int, _ name: String) throws(FormatError) -> [JSONNode] {
    let elements = try array()
    try expectAtMost(limit, name, found: elements.count)
    return elements
  }

  fileprivate func expectAtMost(
    _ limit: Int,
    _ name: String,
    found count: Int
  ) throws(FormatError) {
    guard count > limit else { return }
    throw error("expected at most \(limit) \(name), found \(count)")
  }

  private enum TypeName: String, CaseIterable {
    case bool
    case int
    case double
    case string
    case timestamp
    case strings = "list(string)"
    case integers = "list(int)"
  }

  fileprivate func attributeType() throws(FormatError) -> ValueType {
    let name: TypeName = try choice()
    return switch name {
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .timestamp: .timestamp
    case .strings: .list(.string)
    case .integers: .list(.int)
    }
  }

  /// Returns the node at a location in a rule set that was read.
  fileprivate func node(at place: RuleSetError.Place) throws(FormatError) -> JSONNode {
    let object = try object()
    switch place {
    case .attribute(let index): return try object.required("attributes").object().members[index].key
    case .policy(let index, let part):
      let policy = try object.required("policies").array()[index].object()
      switch part {
      case .name: return try policy.required("name")
      case .value: return try policy.required("value")
      case .alternative(let alternative):
        return try policy.required("alternatives").array()[alternative].object().required("value")
      }
    case .order(let index):
      return try object.required("order").array()[index].object().required("key")
    case .prefer(let index):
      return try object.required("prefer").array()[index].object().required("key")
    case .rule(let index, let part):
      if let screens = object.optional("screens") {
        let screen = try screens.array()[index].object()
        switch part {
        case .id: return try screen.required("show")
        case .require: return try screen.required("when")
        case .because, .reasonWhen, .reasonBecause: return try screen.required("because")
        }
      }
      let rule = try object.required("rules").array()[index].object()
      switch part {
      case .id: return try rule.required("id")
      case .require: return try rule.required("require")
      case .because: return try rule.required("because")
      case .reasonWhen(let reason):
        return try rule.required("reasons").array()[reason].object().required("when")
      case .reasonBecause(let reason):
        return try rule.required("reasons").array()[reason].object().required("because")
      }
    }
  }
}
