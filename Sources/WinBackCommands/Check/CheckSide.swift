import WinBack
import WinBackFormats

/// A catalog with its rules and policies: the one that is checked, or the one that it is compared with.
struct CheckSide: Sendable {
  let files: CatalogFiles
  let engine: EligibilityEngine

  /// Reads what a configuration names.
  ///
  /// - Parameters:
  ///   - configuration: The catalog, the rules and the policies.
  ///   - symbols: Symbols to go on from.
  ///   - console: Where messages go.
  ///   - read: Reads a file.
  /// - Throws: ``CommandFailure`` where one cannot be read, or they do not fit.
  init(
    _ configuration: CheckConfiguration,
    after symbols: SymbolTable = SymbolTable(),
    on console: Console,
    read: (InputFile) throws(CommandFailure) -> ContiguousArray<UInt8>
  ) throws(CommandFailure) {
    files = try CatalogFiles(configuration.catalogs, on: console, read: read)
    let rules = try Self.rules(configuration.rules, on: console, read: read)
    do {
      engine = try EligibilityEngine(
        catalog: files.catalog,
        rules: rules,
        policies: configuration.policies,
        after: symbols
      )
    } catch {
      let file =
        switch error {
        case .catalog: files.name
        case .policy: configuration.file
        case .ruleSet: configuration.rules ?? configuration.file
        }
      throw CommandFailure(.badData, [Diagnostic(.error, error.description, file: file)])
    }
  }

  private static func rules(
    _ path: String?,
    on console: Console,
    read: (InputFile) throws(CommandFailure) -> ContiguousArray<UInt8>
  ) throws(CommandFailure) -> CheckedRuleSet {
    guard let path else { return try EngineOptions.rules(from: nil, on: console) }
    let file = InputFile(path)
    let bytes = try read(file)
    do {
      return try CheckedRuleSet(json: bytes)
    } catch {
      throw CommandFailure(.badData, [Diagnostic(error, file: file.name)])
    }
  }
}
