import CEL
import CalendarTime
import WinBack
import WinBackFormats

/// Reads a scenario file: first what it names, then each scenario by what was named.
struct ScenarioReader {
  let catalog: FileReference
  let rules: FileReference?
  let policies: [PolicySetting]
  private let file: String
  private let storefront: Storefront?
  private let nodes: [JSONNode]
  private let lines: LineNumbers

  /// Reads what a file names, and finds its scenarios.
  init(_ bytes: ContiguousArray<UInt8>, file: String) throws(FormatError) {
    let document = try JSONDocument(parsing: bytes)
    let root = try document.root.object(keys: [
      "$schema", "catalog", "rules", "policies", "storefront", "scenarios",
    ])
    catalog = try FileReference(root.required("catalog"), in: file)
    if let rules = root.optional("rules") {
      self.rules = try FileReference(rules, in: file)
    } else {
      rules = nil
    }
    policies = try PolicySetting.all(in: root.optional("policies"))
    storefront = try root.optional("storefront")?.storefront()
    nodes = try root.required("scenarios").array()
    self.file = file
    lines = LineNumbers(bytes)
  }

  /// Reads the scenarios.
  func scenarios(_ library: inout ScenarioLibrary) throws(ScenarioFileError) -> [Scenario] {
    var scenarios: [Scenario] = []
    var names: Set<String> = []
    for node in nodes {
      let scenario: Scenario
      do {
        scenario = try self.scenario(node, &library)
      } catch let error as FormatError {
        throw ScenarioFileError(file: file, error: error)
      } catch let error as ScenarioFileError {
        throw error
      } catch {
        throw ScenarioFileError(file: file, error: node.error("\(error)"))
      }
      guard names.insert(scenario.name).inserted else {
        throw ScenarioFileError(
          file: file,
          error: node.error("expected each name once, found '\(scenario.name)' again")
        )
      }
      scenarios.append(scenario)
    }
    return scenarios
  }

  private func scenario(
    _ node: JSONNode,
    _ library: inout ScenarioLibrary
  ) throws -> Scenario {
    let object = try node.object(keys: [
      "name", "customerId", "storefront", "subscriptionGroupIdentifier", "attributes", "policies",
      "history", "timeline", "expect",
    ])
    let name = try object.required("name")
    let text = try name.string()
    guard !text.isEmpty else { throw name.error("expected a name, found an empty string") }
    let own = try PolicySetting.all(in: object.optional("policies"))
    let (engine, setting) = try library.engine(
      catalog: catalog,
      rules: rules,
      policies: policies + own
    )
    let expect = try object.required("expect")
    var expectations: [Expectation] = []
    let reader = ExpectationReader(engine, lines)
    for node in try expect.array() { expectations.append(try reader.expectation(node)) }
    guard !expectations.isEmpty else { throw expect.error("expected an expectation, found none") }
    return Scenario(
      name: text,
      file: file,
      line: lines.line(of: node),
      engine: engine,
      setting: setting,
      customer: try customer(object, engine, &library),
      expectations: expectations
    )
  }

  // MARK: - The customer

  private func customer(
    _ object: JSONObject,
    _ engine: EligibilityEngine,
    _ library: inout ScenarioLibrary
  ) throws -> ScenarioCustomer {
    guard let timeline = object.optional("timeline") else {
      let history = try object.required("history")
      let story = try story(object, history, engine)
      do {
        return try ScenarioCustomer(
          try story.history(in: try library.storyCatalog(catalog)),
          for: engine
        )
      } catch let error as StoryError {
        throw try Self.locate(error, in: history)
      }
    }
    for key in ["history", "storefront", "subscriptionGroupIdentifier", "attributes"] {
      if let both = object.optional(key) {
        throw both.error("expected no '\(key)' beside 'timeline', which tells it")
      }
    }
    let reference = try FileReference(timeline, in: file)
    let bytes = try library.bytes(of: reference)
    return try TimelineFile(reference).customer(
      try object.optional("customerId")?.string(),
      in: bytes,
      for: engine
    )
  }

  private func story(
    _ object: JSONObject,
    _ history: JSONNode,
    _ engine: EligibilityEngine
  ) throws -> CustomerStory {
    var events: [StoryEvent] = []
    for node in try history.array() { events.append(try StoryEvent(json: node)) }
    return CustomerStory(
      try object.optional("customerId")?.string() ?? "customer",
      storefront: try object.optional("storefront")?.storefront() ?? storefront,
      subscriptionGroupIdentifier: try group(object, engine),
      attributes: try attributes(object, engine.rules.ruleSet.attributes),
      events: events
    )
  }

  private func group(
    _ object: JSONObject,
    _ engine: EligibilityEngine
  ) throws(FormatError) -> String? {
    try object.optional("subscriptionGroupIdentifier")?.name(
      "a subscription group of the catalog",
      among: engine.catalog.subscriptionGroups.map(\.id)
    )
  }

  private func attributes(
    _ object: JSONObject,
    _ declared: [RuleSet.Attribute]
  ) throws(FormatError) -> [String: Value] {
    var attributes: [String: Value] = [:]
    for (key, node) in try object.optional("attributes")?.object().members ?? []
    where node.kind != .null {
      let name = try key.name("an attribute of the rule set", among: declared.map(\.name))
      guard let attribute = declared.first(where: { $0.name == name }) else { continue }
      attributes[name] = try node.value(of: attribute.type)
    }
    return attributes
  }

  /// Returns the error of a story at the place that it is about.
  private static func locate(
    _ error: StoryError,
    in history: JSONNode
  ) throws(FormatError) -> FormatError {
    let event = try history.array()[error.event]
    let key =
      switch error.part {
      case .verb: error.verb.rawValue
      case .detail(let detail): detail.rawValue
      }
    let node = try event.object().optional(key) ?? event
    return node.error(error.messageWithSuggestion)
  }
}
