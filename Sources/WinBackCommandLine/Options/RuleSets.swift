/// The rule sets that a command line names, each for what it says that it is for.
package struct RuleSets: Sendable {
  package typealias Named = (path: String?, rules: CheckedRuleSet)

  /// The rules of the offers that the command decides on; the path is nil for built-in ones.
  package let deciding: Named
  /// The conditions of screens that a file has; nil for the built-in ones.
  package private(set) var ownScreens: (path: String, rules: CheckedRuleSet)?
  private let named: [OfferKind: Named]

  /// Reads rule sets; the built-in ones are there for what none of them is for.
  ///
  /// Without a kind of offer, it is that of the only rule set that nothing else needs, or win-back offers.
  package init(
    _ paths: [String],
    deciding kind: OfferKind? = .winBack,
    on console: Console
  ) throws(CommandFailure) {
    var named: [OfferKind: Named] = [:]
    var files: [String: String] = [:]
    for path in paths {
      let rules = try InputFile(path).parse(on: console) { bytes throws(FormatError) in
        try CheckedRuleSet(json: bytes)
      }
      let isForScreens = rules.ruleSet.combination == .first
      let purpose = isForScreens ? "screens" : rules.ruleSet.kind.plural
      if let other = files.updateValue(path, forKey: purpose) {
        throw CommandFailure(
          wrongUsage: "expected one rule set for \(purpose), found '\(other)' and '\(path)'"
        )
      }
      if isForScreens {
        ownScreens = (path, rules)
      } else {
        named[rules.ruleSet.kind] = (path, rules)
      }
    }
    self.named = named
    let read = ownScreens?.rules.kindsRead ?? []
    let others = [OfferKind.promotional, .offerCode].filter { kind in
      named[kind] != nil && !read.contains(kind)
    }
    let isClear = others.count == 1 && named[.winBack] == nil
    deciding = try Self.rules(of: kind ?? (isClear ? others[0] : .winBack), among: named)
  }

  /// The rule sets for kinds of offers, those of the offers that the command decides on among them.
  package var offers: [OfferKind: Named] {
    named.merging([deciding.rules.ruleSet.kind: deciding]) { own, _ in own }
  }

  /// Returns a rule set for offers on which the command does not decide, and which neither a screen nor
  /// anything else reads; nil if there is none.
  package func unused(besides others: [OfferKind]) -> (path: String, kind: OfferKind)? {
    let used =
      [deciding.rules.ruleSet.kind, .introductory] + (ownScreens?.rules.kindsRead ?? []) + others
    for kind in OfferKind.allCases where !used.contains(kind) {
      if let path = named[kind]?.path { return (path, kind) }
    }
    return nil
  }

  /// Returns the conditions of screens, and the rules of the offers of other kinds that they need.
  package func screens() throws(CommandFailure) -> (
    screens: CheckedRuleSet, others: [CheckedRuleSet]
  ) {
    let screens =
      if let own = ownScreens { own.rules } else {
        try Self.builtIn(CheckedRuleSet.merchandising)
      }
    let others = try screens.kindsNeeded.map { kind throws(CommandFailure) in
      try rules(of: kind).rules
    }
    return (screens, others)
  }

  /// Returns the rules of the offers of a kind: those that are named, or else the built-in ones.
  package func rules(of kind: OfferKind) throws(CommandFailure) -> Named {
    try Self.rules(of: kind, among: named)
  }

  private static func rules(
    of kind: OfferKind,
    among named: [OfferKind: Named]
  ) throws(CommandFailure) -> Named {
    if let own = named[kind] { return own }
    return (nil, try builtIn { () throws(FormatError) in try .rules(of: kind) })
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
