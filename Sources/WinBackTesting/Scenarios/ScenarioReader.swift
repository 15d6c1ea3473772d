import CEL

/// Reads a scenario file: first the files that it names, then each scenario.
struct ScenarioReader {
  let catalog: FileReference
  /// Whether the file names a catalog; if not, `catalog` is the file itself.
  let namesCatalog: Bool
  let rules: FileReference?
  /// The kind of the offers; nil if the file does not say it.
  let kind: OfferKind?
  /// The rule sets of screens; nil for the built-in ones.
  let screenFiles: (screens: FileReference?, introductory: FileReference?)
  var policies: [PolicySetting]
  private let file: String
  private let storefront: Storefront?
  private let nodes: [JSONNode]
  private let positions: JSONPositions

  init(_ bytes: ContiguousArray<UInt8>, file: String, needsCatalog: Bool) throws(FormatError) {
    let document = try JSONDocument(parsing: bytes)
    let root = try document.root.object(keys: [
      "$schema", "kind", "catalog", "rules", "merchandisingRules", "introductoryRules", "policies",
      "storefront", "scenarios",
    ])
    namesCatalog = root.optional("catalog") != nil
    catalog =
      try namesCatalog || needsCatalog
      ? FileReference(root.required("catalog"), in: file)
      : FileReference(whole: document.root, of: file)
    rules = try root.file("rules", in: file)
    kind = try root.optional("kind")?.choice()
    screenFiles = (
      try root.file("merchandisingRules", in: file), try root.file("introductoryRules", in: file)
    )
    policies = try PolicySetting.all(in: root.optional("policies"))
    storefront = try root.optional("storefront")?.storefront()
    nodes = try root.required("scenarios").array()
    self.file = file
    positions = JSONPositions(of: document)
  }

  func scenarios(
    _ library: inout ScenarioLibrary
  ) -> (scenarios: [Scenario], errors: [ScenarioFile.Fault]) {
    var scenarios: [Scenario] = []
    var errors = ScenarioErrors(file: file)
    var names: Set<String> = []
    for node in nodes {
      guard errors.all.count < ScenarioErrors.limit else {
        errors.collect(at: node) { _ in
          throw node.error("expected at most \(ScenarioErrors.limit) errors in a file, found more")
        }
        break
      }
      errors.collect(at: node) { errors in
        guard let scenario = try scenario(node, &library, &errors) else { return }
        guard names.insert(scenario.name).inserted else {
          throw node.error("expected each name once, found '\(scenario.name)' again")
        }
        scenarios.append(scenario)
      }
    }
    return (scenarios, errors.all)
  }

  /// Reads a scenario; nil if some of its parts cannot be read.
  private func scenario(
    _ node: JSONNode,
    _ library: inout ScenarioLibrary,
    _ errors: inout ScenarioErrors
  ) throws -> Scenario? {
    let before = errors.all.count
    let object = try node.object(keys: [
      "name", "customerId", "storefront", "subscriptionGroupIdentifier", "attributes", "policies",
      "history", "timeline", "expect",
    ])
    let name = try object.required("name")
    let text = try name.string()
    guard !text.isEmpty else { throw name.error("expected a name, found an empty string") }
    let own = try PolicySetting.all(in: object.optional("policies"))
    let (engine, setting) = try library.engine(for: self, policies + own)
    var reader = ExpectationReader(engine, positions)
    let (customer, fault) = try customer(object, engine, &reader, &library, &errors)
    let expect = try object.required("expect")
    var expectations: [Expectation] = []
    for node in try expect.array() {
      errors.collect(at: node) { _ in expectations.append(try reader.expectation(node)) }
    }
    guard errors.all.count == before else { return nil }
    guard !expectations.isEmpty else { throw expect.error("expected an expectation, found none") }
    var screens: ScreenRules?
    if expectations.contains(where: \.looksAtScreens) {
      let rules = try library.screenRules(screenFiles, policies + own)
      do {
        _ = try rules.merchandiser(for: engine)
      } catch {
        throw ScenarioFile.Fault(file: file, error: name.error(error.description))
      }
      screens = rules
    }
    return Scenario(
      name: text,
      file: file,
      line: positions.line(of: node),
      engine: engine,
      setting: setting,
      screens: screens,
      customer: customer,
      expectations: expectations,
      faults: (fault.map { [$0] } ?? []) + reader.faults
    )
  }

  // MARK: - The customer

  private func customer(
    _ object: JSONObject,
    _ engine: EligibilityEngine,
    _ reader: inout ExpectationReader,
    _ library: inout ScenarioLibrary,
    _ errors: inout ScenarioErrors
  ) throws -> (customer: ScenarioCustomer?, fault: FormatError?) {
    guard let timeline = object.optional("timeline") else {
      let history = try object.required("history")
      let story = try story(object, history, engine, &reader, &errors)
      guard story.events.count == (try history.array().count) else { return (nil, nil) }
      do {
        return (try ScenarioCustomer(story, for: engine), nil)
      } catch let error as StoryError {
        return (nil, try Self.locate(error, in: history))
      }
    }
    for key in ["history", "storefront", "subscriptionGroupIdentifier", "attributes"] {
      if let both = object.optional(key) {
        throw both.error("expected no '\(key)', because 'timeline' contains it")
      }
    }
    let reference = try FileReference(timeline, in: file)
    let customer = try reference.customer(
      try object.optional("customerId")?.string(),
      of: try library.histories(of: reference, engine.rules.ruleSet.attributes),
      for: engine
    )
    return (customer, nil)
  }

  private func story(
    _ object: JSONObject,
    _ history: JSONNode,
    _ engine: EligibilityEngine,
    _ reader: inout ExpectationReader,
    _ errors: inout ScenarioErrors
  ) throws -> CustomerStory {
    var events: [StoryEvent] = []
    for node in try history.array() {
      errors.collect(at: node) { _ in events.append(try StoryEvent(json: node)) }
    }
    return CustomerStory(
      try object.optional("customerId")?.string() ?? "customer",
      storefront: (try object.optional("storefront")?.storefront() ?? storefront)
        .map { StoryStorefront($0) },
      subscriptionGroupIdentifier: try reader.group(object.optional("subscriptionGroupIdentifier")),
      attributes: try attributes(object, engine.rules.ruleSet.attributes),
      events: events
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

  private static func locate(
    _ error: StoryError,
    in history: JSONNode
  ) throws(FormatError) -> FormatError {
    guard let index = error.event, let verb = error.verb else {
      return history.error(error.messageWithSuggestion)
    }
    let event = try history.array()[index]
    let key =
      switch error.part {
      case .verb: verb.rawValue
      case .detail(let detail): detail.rawValue
      }
    let node = try event.object().optional(key) ?? event
    return node.error(error.messageWithSuggestion)
  }
}

/// Collects the errors of a scenario file, so that one does not hide the others.
struct ScenarioErrors {
  /// The most errors, because the file is read again to locate each of them.
  static let limit = 100
  let file: String
  private(set) var all: [ScenarioFile.Fault] = []

  mutating func collect(at node: JSONNode, _ read: (inout ScenarioErrors) throws -> Void) {
    do {
      try read(&self)
    } catch let error as FormatError {
      all.append(ScenarioFile.Fault(file: file, error: error))
    } catch let error as ScenarioFile.Fault {
      all.append(error)
    } catch {
      all.append(ScenarioFile.Fault(file: file, error: node.error("\(error)")))
    }
  }
}
