import CEL
package import WinBack
package import WinBackFormats

/// The files that scenario files name, each read once: catalogs, rule sets, histories; and the
/// engines that are made of them.
package struct ScenarioLibrary {
  /// A way to read a file.
  package typealias Reader = (String) throws(UnreadableFile) -> ContiguousArray<UInt8>

  private let read: Reader
  private let replacement: (catalog: (name: String, catalog: Catalog)?, rules: String?)
  private var catalogs: [String: Catalog] = [:]
  /// What the readers of catalogs have to say, and of which file.
  package private(set) var warnings: [(file: String, warning: FormatWarning)] = []
  private var stories: [String: StoryCatalog] = [:]
  private var rules: [String: CheckedRuleSet] = [:]
  private var engines: [EngineSetting: EligibilityEngine] = [:]
  private var files: [String: ContiguousArray<UInt8>] = [:]

  /// Creates an empty library.
  ///
  /// - Parameters:
  ///   - catalog: A catalog that stands in for all that are named, and its name; nil for none.
  ///   - rules: The path of a rule set that stands in for all that are named; nil for none.
  ///   - read: Reads a file.
  package init(
    replacingCatalogsBy catalog: (name: String, catalog: Catalog)? = nil,
    rulesBy rules: String? = nil,
    read: @escaping Reader
  ) {
    replacement = (catalog, rules)
    self.read = read
  }

  /// Returns the engine of a catalog, rules and policies.
  ///
  /// - Parameters:
  ///   - catalog: The catalog that is named.
  ///   - rules: The rule set that is named; nil for the App Store's.
  ///   - policies: The policies that are set, with their places.
  /// - Returns: The engine, which is made once.
  /// - Throws: ``ScenarioFileError`` where one of them is at fault.
  mutating func engine(
    catalog: FileReference,
    rules: FileReference?,
    policies: [PolicySetting]
  ) throws(ScenarioFileError) -> (engine: EligibilityEngine, setting: EngineSetting) {
    let catalogPath = replacement.catalog?.name ?? catalog.path
    let rulesPath = replacement.rules ?? rules?.path
    let setting = EngineSetting(
      catalog: catalogPath,
      rules: rulesPath,
      policies: Dictionary(policies.map { ($0.name, $0.value) }) { $1 }
    )
    if let engine = engines[setting] { return (engine, setting) }
    let offers = try self.catalog(catalogPath, catalog)
    let checked = try self.rules(rulesPath, rules ?? catalog)
    try Self.check(policies, of: checked.ruleSet, in: catalog.file)
    let engine: EligibilityEngine
    do {
      engine = try EligibilityEngine(catalog: offers, rules: checked, policies: setting.policies)
    } catch {
      throw catalog.error(error.description)
    }
    engines[setting] = engine
    return (engine, setting)
  }

  /// Returns the catalog of an engine as stories read it.
  mutating func storyCatalog(_ catalog: FileReference) throws(ScenarioFileError) -> StoryCatalog {
    let path = replacement.catalog?.name ?? catalog.path
    if let known = stories[path] { return known }
    let known = StoryCatalog(try self.catalog(path, catalog))
    stories[path] = known
    return known
  }

  /// Returns the bytes of a file that is named.
  mutating func bytes(
    of reference: FileReference,
    at path: String? = nil
  ) throws(ScenarioFileError) -> ContiguousArray<UInt8> {
    let path = path ?? reference.path
    if let bytes = files[path] { return bytes }
    let bytes: ContiguousArray<UInt8>
    do {
      bytes = try read(path)
    } catch {
      throw reference.error(error.reason)
    }
    files[path] = bytes
    return bytes
  }

  private mutating func catalog(
    _ path: String,
    _ reference: FileReference
  ) throws(ScenarioFileError) -> Catalog {
    if let catalog = replacement.catalog?.catalog ?? catalogs[path] { return catalog }
    let bytes = try bytes(of: reference, at: path)
    do {
      let input = try CatalogInput(reading: bytes)
      catalogs[path] = input.catalog
      warnings += input.warnings.map { (path, $0) }
      return input.catalog
    } catch {
      throw ScenarioFileError(file: path, error: error)
    }
  }

  private mutating func rules(
    _ path: String?,
    _ reference: FileReference
  ) throws(ScenarioFileError) -> CheckedRuleSet {
    if let known = rules[path ?? ""] { return known }
    let checked: CheckedRuleSet
    do {
      if let path {
        checked = try CheckedRuleSet(json: try bytes(of: reference, at: path))
      } else {
        checked = try .appStore()
      }
    } catch let error as ScenarioFileError {
      throw error
    } catch let error as FormatError {
      throw ScenarioFileError(file: path ?? "AppStore.json", error: error)
    } catch {
      throw reference.error("\(error)")
    }
    rules[path ?? ""] = checked
    return checked
  }

  /// Checks each policy alone, so that the place of a wrong one is known.
  private static func check(
    _ policies: [PolicySetting],
    of ruleSet: RuleSet,
    in file: String
  ) throws(ScenarioFileError) {
    for policy in policies {
      do {
        _ = try PolicyChoice(of: ruleSet, overrides: [(policy.name, policy.value)])
      } catch {
        throw ScenarioFileError(file: file, error: policy.node.error(error.description))
      }
    }
  }
}
