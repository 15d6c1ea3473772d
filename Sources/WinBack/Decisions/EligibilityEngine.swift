package import CEL

/// Answers which offers of a kind the App Store would let a customer redeem, and why.
///
/// The rule set says the kind: win-back offers, unless it says another (section 8 of the semantics).
///
/// An engine is made once from a catalog, a rule set and policies, and can then be used any number
/// of times, from any number of threads. The answer depends on nothing else: not on the clock, and
/// not on the order of transactions, customers or offers (R6).
public struct EligibilityEngine: Sendable {
  /// The parts of an engine.
  ///
  /// Many values contain an engine and are copied with it. Behind one reference, a copy counts one;
  /// code that copied each part was a twentieth of our machine code.
  private final class Parts: Sendable {
    let catalog: Catalog
    let rules: CheckedRuleSet
    let index: CatalogIndex
    let policies: PolicyChoice
    let programs: [OfferProgram]
    let offersByGroup: [Symbol: [Int]]
    let explained = Lazy<[Expression]>()
    let comparisons = Lazy<[[ExplainedComparison]]>()
    let alternatives = Lazy<[Alternative<EligibilityEngine>]>()
    let solved = Lazy<BatchProgram>()
    let names = Lazy<CatalogNames>()

    init(
      _ catalog: Catalog,
      _ index: CatalogIndex,
      _ rules: CheckedRuleSet,
      _ policies: PolicyChoice,
      _ programs: [OfferProgram]
    ) {
      self.catalog = catalog
      self.index = index
      self.rules = rules
      self.policies = policies
      self.programs = programs
      offersByGroup = Dictionary(grouping: programs.indices) { programs[$0].offer.group }
    }
  }

  private let parts: Parts

  /// The catalog whose offers are decided.
  public var catalog: Catalog { parts.catalog }

  /// The rules that decide.
  public var rules: CheckedRuleSet { parts.rules }

  /// The kind of the offers that are decided.
  public var kind: OfferKind { rules.ruleSet.kind }

  package var index: CatalogIndex { parts.index }
  package var policies: PolicyChoice { parts.policies }
  /// The offers, specialized, in the order of the result (R2).
  package var programs: [OfferProgram] { parts.programs }
  package var offersByGroup: [Symbol: [Int]] { parts.offersByGroup }
  /// The conditions of the rules with the values of the policies, for explanations.
  package var explained: [Expression] {
    parts.explained.value { rules.conditions(under: policies) }
  }
  var comparisons: [[ExplainedComparison]] {
    parts.comparisons.value { explained.map { $0.comparisons.map(ExplainedComparison.init) } }
  }

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - catalog: The offers.
  ///   - rules: The rules.
  ///   - policies: Values instead of the rule set's, by the name of the policy.
  ///   - dataThrough: The instant through which all histories are complete; nil to use the newest
  ///     signature of each history (F13f).
  /// - Throws: ``EngineError`` if an identifier is given twice, or a policy or value is unknown.
  /// - Complexity: O(*o* · *r*) for *o* offers and *r* rules.
  public init(
    catalog: Catalog,
    rules: CheckedRuleSet,
    policies: [String: String] = [:],
    dataThrough: Instant? = nil
  ) throws(EngineError) {
    try self.init(
      catalog: catalog,
      rules: rules,
      policies: policies,
      dataThrough: dataThrough,
      after: SymbolTable()
    )
  }

  /// Creates an engine whose symbols continue those of another, so that both can evaluate one
  /// history.
  package init(
    catalog: Catalog,
    rules: CheckedRuleSet,
    policies: [String: String],
    dataThrough: Instant? = nil,
    after symbols: SymbolTable
  ) throws(EngineError) {
    let index: CatalogIndex
    do {
      index = try CatalogIndex(catalog, after: symbols)
    } catch {
      throw .catalog(error)
    }
    var choice: PolicyChoice
    do {
      choice = try PolicyChoice(of: rules.ruleSet, overrides: policies)
    } catch {
      throw .policy(error)
    }
    choice.facts.dataThrough = dataThrough
    self.init(catalog, index.deciding(rules.ruleSet.kind), rules, choice, internsTexts: true)
  }

  /// `internsTexts` tells whether the texts in rules get symbols; a comparison with a text without
  /// a symbol is evaluated as it is.
  init(
    _ catalog: Catalog,
    _ index: CatalogIndex,
    _ rules: CheckedRuleSet,
    _ policies: PolicyChoice,
    internsTexts: Bool = false
  ) {
    let programs = OfferOrder(rules, policies).sorted(
      index.offers.map { OfferProgram($0, rules, policies) }
    )
    var index = index
    if internsTexts {
      let conditions = rules.rules.map { $0.require } + programs.flatMap { $0.rules.joined() }
      index.intern(
        conditions.filter { $0.variables.contains(where: rules.vocabulary.isText) }
          .flatMap { $0.texts }
      )
    }
    parts = Parts(catalog, index, rules, policies, programs)
  }

  private init(_ parts: Parts) { self.parts = parts }

  /// The engines that differ from this one in the value of one policy, in the rule set's order.
  package var alternatives: [Alternative<EligibilityEngine>] {
    parts.alternatives.value { rules.alternatives(to: policies, assuming) }
  }

  /// The rules, solved for any instant.
  ///
  /// The program keeps an engine, so it gets another one with the same parts: otherwise the two
  /// would keep each other.
  var solved: BatchProgram { parts.solved.value { BatchProgram(deciding(by: programs)) } }

  /// The names in the catalog, for texts.
  package var names: CatalogNames { parts.names.value { CatalogNames(self) } }

  package func assuming(_ policies: PolicyChoice) -> EligibilityEngine {
    let asksTheSame =
      policies.facts.timeZone == self.policies.facts.timeZone
      && rules.policiesRead.allSatisfy { policies.values[$0] == self.policies.values[$0] }
    guard asksTheSame else { return EligibilityEngine(catalog, index, rules, policies) }
    return EligibilityEngine(Parts(catalog, index, rules, policies, programs))
  }

  package func deciding(by programs: [OfferProgram]) -> EligibilityEngine {
    EligibilityEngine(Parts(catalog, index, rules, policies, programs))
  }

  /// Decides all offers for a customer, with reasons, windows and changes.
  ///
  /// - Parameters:
  ///   - history: What is known of the customer.
  ///   - now: The instant of the question; what comes after it has not happened (T6).
  ///   - merchandiser: Decides what the customer is shown, if that is asked for.
  /// - Returns: A decision for each subscription group of the customer; one with an empty list for a
  ///   customer without transactions.
  /// - Throws: ``HistoryError`` if versions of a transaction contradict each other.
  /// - Complexity: O(*n* · (*n* + *o*)) for *n* transactions and *o* offers.
  public func decisions(
    for history: CustomerHistory,
    asOf now: Instant,
    showing merchandiser: Merchandiser? = nil
  ) throws(HistoryError) -> CustomerDecisions {
    let (record, symbols) = record(of: history)
    return try decisions(for: record, symbols, asOf: now, showing: merchandiser)
  }

  /// Returns the offers that a customer is eligible for at an instant, best first (R2), with reasons and
  /// windows.
  ///
  /// - Throws: ``HistoryError`` if versions of a transaction contradict each other.
  /// - Complexity: That of ``decisions(for:asOf:showing:)``.
  public func eligibleOffers(
    for history: CustomerHistory,
    asOf now: Instant
  ) throws(HistoryError) -> [OfferDecision] {
    try decisions(for: history, asOf: now).flatMap { decision in
      decision.offers.filter { $0.verdict == .eligible }
    }
  }

  /// Decides all offers for a customer whose history has been read, and, with a merchandiser, what
  /// the customer is shown.
  package func decisions(
    for record: HistoryRecord,
    _ symbols: SymbolTable,
    asOf now: Instant,
    showing merchandiser: Merchandiser? = nil
  ) throws(HistoryError) -> CustomerDecisions {
    let groups = try groups(of: record, symbols)
    return CustomerDecisions(
      groups.map { group in
        let snapshot = group.snapshot(asOf: now)
        let query = DecisionQuery(self, snapshot)
        var decision = query.decision()
        decision.hasOthers = groups.count > 1
        let screened = group.record.screenGroup(of: group.asked, in: index.productGroups)
        if let merchandiser, let screened {
          let isOwn = screened == group.asked
          decision.merchandising =
            isOwn && merchandiser.winBack.parts === parts
            ? MerchandisingQuery(merchandiser, snapshot, query).merchandising()
            : merchandiser.merchandising(
              on: isOwn ? snapshot : stranger(to: screened.symbol, group).snapshot(asOf: now)
            )
        }
        return decision
      },
      productsWithoutGroup: groups.first.map { group in
        group.record.productsWithoutGroup(in: index.productGroups, symbols)
      } ?? []
    )
  }
}

/// Why an engine cannot be made.
public enum EngineError: Error, Sendable, Hashable {
  /// The catalog has an error.
  case catalog(CatalogError)
  /// A policy has an error.
  case policy(PolicyError)
  /// A rule set has the wrong kind or content; the text says what was expected.
  case ruleSet(String)
}

extension EngineError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .catalog(let error): error.description
    case .policy(let error): error.description
    case .ruleSet(let message): message
    }
  }
}

extension EligibilityEngine {
  /// Opens the history of a customer.
  ///
  /// ```swift
  /// for group in try engine.groups(of: history) {
  ///   print(engine.eligibleWinBackOfferIDs(in: group.snapshot(asOf: now)))
  /// }
  /// ```
  ///
  /// - Parameter history: What is known of the customer.
  /// - Returns: The history in each subscription group of the customer, in byte order (R5); a
  ///   customer without transactions has one.
  /// - Throws: ``HistoryError`` if versions of a transaction contradict each other.
  /// - Complexity: O(*n* log *n*) for *n* transactions.
  public func groups(of history: CustomerHistory) throws(HistoryError) -> [GroupHistory] {
    let (record, symbols) = record(of: history)
    return try groups(of: record, symbols)
  }

  package func record(of history: CustomerHistory) -> (HistoryRecord, SymbolTable) {
    var symbols = index.symbols
    let attributes = rules.ruleSet.attributes.map { $0.name }
    return (HistoryRecord(history, attributes: attributes, &symbols), symbols)
  }

  package func groups(
    of record: HistoryRecord,
    _ symbols: SymbolTable
  ) throws(HistoryError) -> [GroupHistory] {
    var merged = record
    try merged.mergeDuplicates(at: policies.facts.timeZone)
    return merged.askedGroups(in: index.productGroups, symbols).map { group in
      GroupHistory(merged, original: record, group, symbols, index.productGroups, policies.facts)
    }
  }

  /// The offers in the order of the result, all groups together (R2).
  package var offerIds: [String] { programs.map { $0.offer.id } }

  package var placedOffers: [PlacedOffer] { programs.map { $0.offer } }

  /// Returns the indices of the offers of a group, in the order of the result (R2).
  package func offerIndices(in group: Symbol?) -> [Int] {
    group.flatMap { offersByGroup[$0] } ?? []
  }

  /// Evaluates the rules for the offers of a customer's group, without reasons, windows or changes.
  ///
  /// - Parameter snapshot: The facts, of a history that this engine has opened.
  /// - Returns: The result of the rules for each offer, in the order of the result (R2).
  /// - Complexity: O(*o* · *r*) for *o* offers and *r* rules.
  public func evaluations(of snapshot: Snapshot) -> [OfferEvaluation] {
    offerIndices(in: snapshot.group).map { OfferEvaluation(self, offerAt: $0, snapshot) }
  }

  /// Returns the offers that the customer is eligible for, best first (R2).
  ///
  /// - Parameter snapshot: The facts, of a history that this engine has opened.
  /// - Returns: Their identifiers.
  /// - Complexity: O(*o* · *r*) for *o* offers and *r* rules; it skips the rules of an offer after
  ///   the first that does not hold.
  public func eligibleWinBackOfferIDs(in snapshot: Snapshot) -> [String] {
    offers(.eligible, in: snapshot).map(snapshot.history.symbols.text(of:))
  }

  func offers(_ verdict: Verdict, in snapshot: Snapshot) -> ContiguousArray<Symbol> {
    ContiguousArray(
      zip(offerIndices(in: snapshot.group), verdicts(on: snapshot)).compactMap { index, found in
        found == verdict ? programs[index].offer.symbol : nil
      }
    )
  }
}
