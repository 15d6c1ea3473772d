import CEL

/// Decides what customers see in an app: nothing, the best offer of a kind, or the plain products (M1).
///
/// It uses one engine for each kind of offer, and chooses by conditions that are also data.
///
/// ```swift
/// let merchandiser = try Merchandiser(engine, rules: .merchandising(), others: [.introductoryOffer()])
/// for group in try engine.groups(of: history) {
///   print(merchandiser.merchandising(on: group.snapshot(asOf: now)).show)
/// }
/// ```
public struct Merchandiser: Sendable {
  /// The parts of a merchandiser, behind one reference as those of an engine.
  private final class Parts: Sendable {
    let winBack: EligibilityEngine
    let others: [EligibilityEngine]
    let rules: CheckedRuleSet
    let policies: PolicyChoice
    let conditions: [Expression]
    let attributes: [Int?]
    let alternatives = Lazy<[Alternative<Merchandiser>]>()

    init(
      _ winBack: EligibilityEngine,
      _ others: [EligibilityEngine],
      _ rules: CheckedRuleSet,
      _ policies: PolicyChoice,
      _ conditions: [Expression]
    ) {
      self.winBack = winBack
      self.others = others
      self.rules = rules
      self.policies = policies
      self.conditions = conditions
      attributes = rules.ruleSet.attributes.map { attribute in
        winBack.rules.ruleSet.attributes.firstIndex(of: attribute)
      }
    }
  }

  private let parts: Parts

  /// Decides which win-back offers a customer is eligible for.
  public var winBack: EligibilityEngine { parts.winBack }

  /// Decide which offers of other kinds a customer is eligible for, one engine a kind (M2, section 8).
  package var others: [EligibilityEngine] { parts.others }

  /// The conditions of each screen; the app shows the first one whose condition holds.
  public var rules: CheckedRuleSet { parts.rules }

  package var policies: PolicyChoice { parts.policies }
  /// The conditions with the values of the policies.
  var conditions: [Expression] { parts.conditions }
  /// The index of each attribute of the conditions among those of the win-back rules.
  var attributes: [Int?] { parts.attributes }

  /// Creates a merchandiser.
  ///
  /// - Parameters:
  ///   - engine: Decides on win-back offers, and opens the histories.
  ///   - rules: The conditions of each screen, `Rules/Merchandising.json` or the app's own.
  ///   - otherRules: The rules of offers of other kinds, such as `Rules/IntroductoryOffer.json`, one
  ///     rule set a kind.
  ///   - policies: Values that replace those of these rule sets, by the name of the policy.
  /// - Throws: ``EngineError`` if a policy or a value is unknown, if a rule set is of the wrong kind, or
  ///   if the screens read about a kind of which there are no rules.
  /// - Complexity: O(*o* · *r*) for *o* offers of other kinds and *r* rules.
  public init(
    _ engine: EligibilityEngine,
    rules: CheckedRuleSet,
    others otherRules: [CheckedRuleSet],
    policies: [String: String] = [:]
  ) throws(EngineError) {
    guard rules.ruleSet.combination == .first else {
      throw .ruleSet("expected 'screens' in the rule set '\(rules.ruleSet.name)', found 'rules'")
    }
    guard engine.kind == .winBack else {
      throw .ruleSet(
        "expected the rules of win-back offers beside screens, found those of \(engine.kind.plural)"
      )
    }
    var kinds: Set<OfferKind> = [engine.kind]
    for set in otherRules.map({ $0.ruleSet }) {
      guard set.combination == .all else {
        throw .ruleSet("expected 'rules' in the rule set '\(set.name)', found 'screens'")
      }
      guard kinds.insert(set.kind).inserted else {
        throw .ruleSet("expected one rule set for \(set.kind.plural), found '\(set.name)' as well")
      }
      guard set.attributes.isEmpty else {
        throw .ruleSet(
          "expected no attributes in the rule set '\(set.name)', found '\(set.attributes[0].name)'"
        )
      }
    }
    if let missing = rules.kindsRead.first(where: { !kinds.contains($0) }) {
      throw .ruleSet(
        "expected the rules of \(missing.plural), of which the rule set '\(rules.ruleSet.name)' reads"
      )
    }
    let known = engine.rules.ruleSet.attributes
    if let unknown = rules.ruleSet.attributes.first(where: { !known.contains($0) }) {
      throw .ruleSet(
        "expected attributes that the rule set '\(engine.rules.ruleSet.name)' declares, too, found "
          + "'\(unknown.name)' in the rule set '\(rules.ruleSet.name)'"
      )
    }
    let sets = otherRules.map { $0.ruleSet } + [rules.ruleSet]
    for set in sets {
      guard let policy = set.policies.first(where: { FactPolicy.named($0.name) != nil }) else {
        continue
      }
      throw .ruleSet(
        "expected no policy of facts in the rule set '\(set.name)', found '\(policy.name)': facts are "
          + "read by the policies of the rule set '\(engine.rules.ruleSet.name)'"
      )
    }
    for name in policies.keys.ordered() where !sets.contains(where: { $0.has(name) }) {
      throw .policy(.unknown(name, among: sets.flatMap { $0.policies }.map { $0.name }))
    }
    var choices: [PolicyChoice] = []
    for set in sets {
      do {
        var choice = try PolicyChoice(of: set, overrides: policies.filter { set.has($0.key) })
        choice.facts = engine.policies.facts
        choices.append(choice)
      } catch {
        throw .policy(error)
      }
    }
    let others = zip(otherRules, choices).map { rules, choice in
      EligibilityEngine(engine.catalog, engine.index.deciding(rules.ruleSet.kind), rules, choice)
    }
    let own = choices[otherRules.count]
    parts = Parts(engine, others, rules, own, rules.conditions(under: own))
  }

  private init(_ parts: Parts) { self.parts = parts }

  /// The engine of a kind of offer; nil if the screens do not need it.
  package func engine(of kind: OfferKind) -> EligibilityEngine? {
    engines.first { $0.kind == kind }
  }

  /// The engines of all kinds.
  package var engines: [EligibilityEngine] { others + [winBack] }

  /// The merchandisers that differ in one policy: of win-back offers, of other offers, of screens.
  var alternatives: [Alternative<Merchandiser>] {
    parts.alternatives.value {
      winBack.alternatives.map { alternative in
        alternative.map { engine in
          // All kinds of offers read facts in the same way.
          let others = others.map { other in
            var policies = other.policies
            policies.facts = engine.policies.facts
            return other.assuming(policies)
          }
          return deciding(by: engine, others)
        }
      }
        + others.indices.flatMap { index in
          others[index].alternatives.map { alternative in
            alternative.map { engine in
              var others = others
              others[index] = engine
              return deciding(by: winBack, others)
            }
          }
        }
        + rules.alternatives(to: policies) { policies in
          Merchandiser(
            Parts(winBack, others, rules, policies, rules.conditions(under: policies))
          )
        }
    }
  }

  private func deciding(
    by winBack: EligibilityEngine,
    _ others: [EligibilityEngine]
  ) -> Merchandiser {
    Merchandiser(Parts(winBack, others, rules, policies, conditions))
  }

  func binding(of id: VariableID, _ snapshot: Snapshot, _ answers: Answers) -> Binding {
    switch rules.vocabulary.role(of: id) {
    case .fact(let fact): snapshot.binding(of: fact)
    case .offer: .absent
    case .policy(let index): .value(.string(policies.values[index]))
    case .attribute(let index): attributes[index].map { snapshot.attribute(at: $0) } ?? .absent
    case .answer(let answer): answers.binding(of: answer)
    }
  }

  struct Choice {
    /// The index of the condition that decides; nil if it cannot be decided, or if none holds.
    var index: Int?
    /// The indices of the undecided conditions before the first that holds; also that one, if it is not
    /// known which offer is the best.
    var undecided: [Int] = []
  }

  func choice(on snapshot: Snapshot, _ answers: Answers) -> Choice {
    var choice = Choice()
    for (index, condition) in conditions.enumerated() {
      switch condition.truth({ binding(of: $0, snapshot, answers) }) {
      case .fails: continue
      case .unknown: choice.undecided.append(index)
      case .holds:
        let kind = screen(at: index).offerKind
        if kind.map({ answers[$0].mayHaveBetter }) ?? false { choice.undecided.append(index) }
        choice.index = choice.undecided.isEmpty ? index : nil
        return choice
      }
    }
    return choice
  }

  func screen(at index: Int) -> Screen { Screen(rawValue: rules.rules[index].rule.id) ?? .plain }

  /// Returns the screen of a choice: the plain products if no condition holds.
  func screen(of choice: Choice) -> Screen {
    guard choice.undecided.isEmpty else { return .undetermined }
    return choice.index.map(screen(at:)) ?? .plain
  }

  func shown(_ choice: Choice, _ answers: Answers) -> Shown {
    let screen = screen(of: choice)
    return Shown(screen, of: screen.offerKind.flatMap { answers[$0].best })
  }

  func shown(on snapshot: Snapshot, _ answers: Answers) -> Shown {
    shown(choice(on: snapshot, answers), answers)
  }

  /// Returns what is shown to a customer, without reasons and windows.
  package func shown(on snapshot: Snapshot) -> Shown {
    shown(on: snapshot, winBack.verdicts(on: snapshot))
  }

  /// Returns the same where the verdicts on the win-back offers of the group are known.
  func shown(on snapshot: Snapshot, _ verdicts: [Verdict]) -> Shown {
    shown(on: snapshot, answers(on: snapshot, verdicts))
  }

  func answers(on snapshot: Snapshot, _ winBackVerdicts: [Verdict]) -> Answers {
    var answers = Answers()
    for engine in engines {
      let verdicts = engine.kind == .winBack ? winBackVerdicts : engine.verdicts(on: snapshot)
      for (index, verdict) in zip(engine.offerIndices(in: snapshot.group), verdicts) {
        answers.add(verdict, on: engine.programs[index])
      }
    }
    return answers
  }
}

extension RuleSet { func has(_ policy: String) -> Bool { policies.contains { $0.name == policy } } }

extension Merchandiser {
  /// Creates a merchandiser and its engine: each policy goes to the rule sets that have it, and the
  /// win-back rules declare the attributes that the screens read.
  package init(
    catalog: Catalog,
    rules: CheckedRuleSet,
    screens: CheckedRuleSet,
    others: [CheckedRuleSet],
    policies: [String: String],
    dataThrough: Instant? = nil,
    after symbols: SymbolTable = SymbolTable()
  ) throws(EngineError) {
    let declaring: CheckedRuleSet
    do throws(RuleSetError) {
      declaring = try rules.declaring(attributesOf: screens)
    } catch {
      throw .ruleSet(error.description)
    }
    let own = Set(PolicyChoice.names(of: rules.ruleSet))
    let foreign = Set((others + [screens]).flatMap { $0.ruleSet.policies }.map { $0.name })
    for name in policies.keys.ordered() where !own.contains(name) && !foreign.contains(name) {
      throw .policy(.unknown(name, among: foreign.union(own)))
    }
    let engine = try EligibilityEngine(
      catalog: catalog,
      rules: declaring,
      policies: policies.filter { own.contains($0.key) },
      dataThrough: dataThrough,
      after: symbols
    )
    try self.init(
      engine,
      rules: screens,
      others: others,
      policies: policies.filter { foreign.contains($0.key) }
    )
  }

  /// Follows what a customer is shown over time.
  ///
  /// - Complexity: O(*b* · (*n* + *o*)) for *b* breakpoints, *n* transactions and *o* offers that
  ///   the customer is eligible for at any time.
  package func shown(to history: GroupHistory) -> Steps<Shown> {
    let verdicts = engines.flatMap { engine in
      zip(engine.programs, engine.verdicts(of: history)).filter { $1 != Steps(.ineligible) }
    }
    func answers(at now: Instant) -> Answers {
      var answers = Answers()
      for (program, steps) in verdicts { answers.add(steps.value(at: now), on: program) }
      return answers
    }
    return history.steps(
      of: conditions,
      besides: Set(verdicts.flatMap { $1.starts }),
      reading: { binding(of: $1, $0, answers(at: $0.asOf)) }
    ) { shown(on: $0, answers(at: $0.asOf)) }
  }
}

/// The answers of the rule sets about offers for a customer at an instant.
struct Answers {
  /// The answer about the offers of one kind.
  struct Answer {
    /// Whether the customer is eligible for any of them (R1, M2).
    private(set) var truth = Truth.fails
    /// Those that the customer is eligible for, best first (R2).
    private(set) var offers: [OfferProgram] = []

    /// Whether a better offer than the first of these may be one of them.
    private(set) var mayHaveBetter = false

    var best: PlacedOffer? { offers.first?.offer }

    fileprivate mutating func add(_ verdict: Verdict, on program: OfferProgram) {
      truth = truth || verdict.truth
      if verdict == .eligible { offers.append(program) }
      mayHaveBetter = mayHaveBetter || offers.isEmpty && verdict == .undetermined
    }
  }

  private var answers: [OfferKind: Answer] = [:]

  subscript(kind: OfferKind) -> Answer { answers[kind] ?? Answer() }

  /// The offers of all kinds that the customer is eligible for.
  var offers: [OfferProgram] { OfferKind.allCases.flatMap { self[$0].offers } }

  /// Adds the verdict on an offer; better offers must come first.
  mutating func add(_ verdict: Verdict, on program: OfferProgram) {
    // Most offers are closed, and change nothing.
    guard verdict != .ineligible else { return }
    answers[program.offer.kind, default: Answer()].add(verdict, on: program)
  }

  func binding(of variable: AnswerVariable) -> Binding {
    let answer = self[variable.kind]
    return switch variable.part {
    case .isEligible: answer.truth.binding
    case .offerId: Self.text(answer.best?.terms.offerId)
    case .productId: Self.text(answer.best?.subscription.productId)
    }
  }

  private static func text(_ text: String?) -> Binding {
    text.map { .value(.string($0)) } ?? .absent
  }
}

extension Truth {
  var binding: Binding { bool.map { .value(.bool($0)) } ?? .unknown }
}
