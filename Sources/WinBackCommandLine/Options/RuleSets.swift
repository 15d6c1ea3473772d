package import WinBack
package import WinBackFiles
import WinBackFormats

/// The rule sets that a command line names, each for what it says that it is for.
package struct RuleSets: Sendable {
  package typealias Named = (path: String?, rules: CheckedRuleSet)

  /// The rules of win-back offers; the path is nil for those of the App Store.
  package let winBack: Named
  private let named: [Purpose: (path: String, rules: CheckedRuleSet)]

  private enum Purpose: String, Sendable, Hashable {
    case winBack = "win-back offers"
    case introductory = "introductory offers"
    case screens

    init(of rules: RuleSet) {
      self =
        switch (rules.combination, rules.kind) {
        case (.first, _): .screens
        case (.all, .introductory): .introductory
        case (.all, .winBack): .winBack
        }
    }
  }

  /// Reads rule sets; the built-in ones are there for what none of them is for.
  package init(_ paths: [String], on console: Console) throws(CommandFailure) {
    var named: [Purpose: (path: String, rules: CheckedRuleSet)] = [:]
    for path in paths {
      let rules = try InputFile(path).parse(on: console) { bytes throws(FormatError) in
        try CheckedRuleSet(json: bytes)
      }
      let purpose = Purpose(of: rules.ruleSet)
      if let other = named.updateValue((path, rules), forKey: purpose) {
        throw CommandFailure(
          wrongUsage: "expected one rule set for \(purpose.rawValue), found '\(other.path)' and "
            + "'\(path)'",
          suggestion: nil
        )
      }
    }
    self.named = named
    winBack =
      if let own = named[.winBack] { (own.path, own.rules) } else {
        (nil, try Self.builtIn(CheckedRuleSet.appStore))
      }
  }

  /// The conditions of screens that a file has; nil for the built-in ones.
  package var ownScreens: (path: String, rules: CheckedRuleSet)? { named[.screens] }

  package func screens() throws(CommandFailure) -> CheckedRuleSet {
    if let own = ownScreens { own.rules } else { try Self.builtIn(CheckedRuleSet.merchandising) }
  }

  package func introductory() throws(CommandFailure) -> CheckedRuleSet {
    if let own = named[.introductory] {
      own.rules
    } else {
      try Self.builtIn(CheckedRuleSet.introductoryOffer)
    }
  }

  private static func builtIn(
    _ rules: () throws(FormatError) -> CheckedRuleSet
  ) throws(CommandFailure) -> CheckedRuleSet {
    do {
      return try rules()
    } catch {
      throw CommandFailure(.fault, "the built-in rules are broken: \(error)")
    }
  }

  /// Reports each key of the screens that compares the numbers of periods without their units.
  package func reportTraps(on console: Console) {
    guard let (path, rules) = ownScreens else { return }
    for trap in rules.preferenceTraps {
      console.report(
        Diagnostic(
          .note,
          "expected free trials in the order of their length, found \(trap.shorter.rawValue) before "
            + "\(trap.longer.rawValue): the key compares the number of a period without its unit",
          file: path,
          path: "prefer[\(trap.index)].key"
        )
      )
    }
  }
}
