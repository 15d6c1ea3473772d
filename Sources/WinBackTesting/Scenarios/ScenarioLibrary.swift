import CEL

/// The catalogs, rule sets and histories that scenario files name, each read once, and the engines
/// made of them.
package struct ScenarioLibrary {
  package typealias Reader = (String) throws(UnreadableFile) -> ContiguousArray<UInt8>

  private let read: Reader
  let overrides: ScenarioOverrides
  private var catalogs: [String: Catalog] = [:]
  package private(set) var warnings: [(file: String, warning: FormatWarning)] = []
  private var rules: [String: CheckedRuleSet] = [:]
  private var engines: [EngineSetting: EligibilityEngine] = [:]
  private var files: [String: ContiguousArray<UInt8>] = [:]
  private var histories: [String: [[RuleSet.Attribute]: ScenarioHistories]] = [:]

  package init(with overrides: ScenarioOverrides = ScenarioOverrides(), read: @escaping Reader) {
    self.overrides = overrides
    self.read = read
  }

  /// Returns the engine of the catalog and the rules that a scenario file names, and of policies.
  ///
  /// Without rules, they are the App Store's. The rule sets of screens can have other policies.
  mutating func engine(
    for reader: ScenarioReader,
    _ policies: [PolicySetting]
  ) throws(ScenarioFile.Fault) -> (engine: EligibilityEngine, setting: EngineSetting) {
    let (catalog, screenFiles) = (reader.catalog, reader.screenFiles)
    let catalogPath = overrides.catalog?.name ?? catalog.path
    let kind = reader.kind ?? overrides.kind
    let override = overrides.rules[kind]
    let own = if let override { override.rules } else { try rules(reader.rules, of: kind) }
    if let stated = reader.kind, own.ruleSet.kind != stated {
      let place = reader.rules ?? catalog
      throw place.error(
        "expected rules of \(stated.plural), as 'kind' says, found those of \(own.ruleSet.kind.plural)"
      )
    }
    // Policies of a project are for its win-back offers, too.
    let shared = overrides.policies.filter { kind == .winBack || own.ruleSet.knows($0.key) }
    var setting = EngineSetting(
      catalog: catalogPath,
      rules: override == nil ? reader.rules?.path : override?.path,
      policies: shared.merging(policies.map { ($0.name, $0.value) }) { $1 },
      kind: own.ruleSet.kind
    )
    let screensPath = overrides.screens?.path ?? screenFiles.screens?.path
    let other = try screensPath.map { _ throws(ScenarioFile.Fault) in
      try screenRuleSet(screenFiles.screens)
    }
    if let other, !other.ruleSet.attributes.allSatisfy(own.ruleSet.attributes.contains) {
      setting.screens = screensPath
    }
    if let engine = engines[setting] { return (engine, setting) }
    let offers = try self.catalog(catalogPath, catalog)
    let checked: CheckedRuleSet
    do {
      checked =
        try other.map { other throws(RuleSetError) in try own.declaring(attributesOf: other) }
        ?? own
    } catch {
      throw (screenFiles.screens ?? catalog).error(error.description)
    }
    // Other rule sets are only read if this one lacks a policy.
    let others = policies.filter { !checked.ruleSet.knows($0.name) }
    let screens = others.isEmpty ? nil : try screenRules(screenFiles, policies)
    let foreign = Set(others.map(\.name).filter { screens?.policies[$0] != nil })
    let known = policies.filter { !foreign.contains($0.name) }
    try Self.check(known, of: checked.ruleSet, in: catalog.file)
    let engine: EligibilityEngine
    do {
      engine = try EligibilityEngine(
        catalog: offers,
        rules: checked,
        policies: setting.policies.filter { !foreign.contains($0.key) }
      )
    } catch {
      throw catalog.error(error.description)
    }
    engines[setting] = engine
    return (engine, setting)
  }

  /// Returns the rule sets of screens, with those of the policies that they have.
  mutating func screenRules(
    _ files: (screens: FileReference?, introductory: FileReference?),
    _ policies: [PolicySetting]
  ) throws(ScenarioFile.Fault) -> ScreenRules {
    let screens = try screenRuleSet(files.screens)
    let others = try screens.kindsNeeded.map { kind throws(ScenarioFile.Fault) in
      if kind == .introductory { return try rules(files.introductory, of: kind) }
      if let override = overrides.rules[kind] { return override.rules }
      return try rules(nil, of: kind)
    }
    let names = Set((others + [screens]).flatMap(\.ruleSet.policies).map(\.name))
    let own = policies.filter { names.contains($0.name) }.map { ($0.name, $0.value) }
    let values = Dictionary(own) { $1 }
    return ScreenRules(screens: screens, others: others, policies: values)
  }

  mutating func bytes(
    of reference: FileReference,
    at path: String? = nil
  ) throws(ScenarioFile.Fault) -> ContiguousArray<UInt8> {
    let path = path ?? reference.path
    if let bytes = files[path] { return bytes }
    do {
      let bytes = try read(path)
      files[path] = bytes
      return bytes
    } catch {
      throw reference.error(error.description)
    }
  }

  mutating func histories(
    of reference: FileReference,
    _ attributes: [RuleSet.Attribute]
  ) throws(ScenarioFile.Fault) -> ScenarioHistories {
    if let known = histories[reference.path]?[attributes] { return known }
    let bytes = try bytes(of: reference)
    var options = HistoryOptions()
    options.attributes = attributes
    do {
      let read = ScenarioHistories(try HistoryInput(reading: bytes, options: options).histories)
      histories[reference.path, default: [:]][attributes] = read
      return read
    } catch {
      throw ScenarioFile.Fault(file: reference.path, error: error)
    }
  }

  private mutating func catalog(
    _ path: String,
    _ reference: FileReference
  ) throws(ScenarioFile.Fault) -> Catalog {
    if let catalog = overrides.catalog?.catalog ?? catalogs[path] { return catalog }
    let bytes = try bytes(of: reference, at: path)
    do {
      let input = try CatalogInput(reading: bytes)
      catalogs[path] = input.catalog
      warnings += input.warnings.map { (path, $0) }
      return input.catalog
    } catch {
      throw ScenarioFile.Fault(file: path, error: error)
    }
  }

  private mutating func screenRuleSet(
    _ reference: FileReference?
  ) throws(ScenarioFile.Fault) -> CheckedRuleSet {
    if let screens = overrides.screens { return screens.rules }
    return try rules(reference, orBuiltIn: "Merchandising.json", CheckedRuleSet.merchandising)
  }

  private mutating func rules(
    _ reference: FileReference?,
    of kind: OfferKind
  ) throws(ScenarioFile.Fault) -> CheckedRuleSet {
    try rules(reference, orBuiltIn: "the rules of \(kind.plural)") { () throws(FormatError) in
      try .rules(of: kind)
    }
  }

  private mutating func rules(
    _ reference: FileReference?,
    orBuiltIn name: String,
    _ builtIn: () throws(FormatError) -> CheckedRuleSet
  ) throws(ScenarioFile.Fault) -> CheckedRuleSet {
    let path = reference?.path ?? name
    let key = reference == nil ? "built-in \(name)" : path
    if let known = rules[key] { return known }
    let bytes = try reference.map { reference throws(ScenarioFile.Fault) in
      try self.bytes(of: reference, at: path)
    }
    do throws(FormatError) {
      let checked = if let bytes { try CheckedRuleSet(json: bytes) } else { try builtIn() }
      rules[key] = checked
      return checked
    } catch {
      throw ScenarioFile.Fault(file: path, error: error)
    }
  }

  /// Checks each policy alone, so that the location of a wrong one is known.
  private static func check(
    _ policies: [PolicySetting],
    of ruleSet: RuleSet,
    in file: String
  ) throws(ScenarioFile.Fault) {
    for policy in policies {
      do {
        _ = try PolicyChoice(of: ruleSet, overrides: [policy.name: policy.value])
      } catch {
        throw ScenarioFile.Fault(file: file, error: policy.node.error(error.description))
      }
    }
  }
}

/// The error for a file that a scenario file names and that cannot be read.
package struct UnreadableFile: Error, Sendable, Hashable, CustomStringConvertible {
  /// Why, as a sentence with the path.
  package let description: String

  package init(reason: String) { description = reason }
}

struct ScenarioHistories {
  let all: [CustomerHistory]
  let byCustomer: [String: [CustomerHistory]]

  init(_ histories: [CustomerHistory]) {
    all = histories
    byCustomer = Dictionary(grouping: histories, by: \.customerId)
  }
}

extension RuleSet {
  /// Returns whether the rule set has a policy, or the engine has it with every rule set.
  func knows(_ policy: String) -> Bool {
    policies.contains { $0.name == policy } || FactPolicy.named(policy) != nil
  }
}
