public import CEL

/// The rules of eligibility as data: conditions that must hold, policies for what Apple leaves
/// open, and the order of the result.
///
/// ``CheckedRuleSet`` checks a rule set and prepares it for use. `Rules/AppStore.json` has the
/// rules of the App Store.
public struct RuleSet: Sendable, Hashable {
  /// An attribute of customers that histories have under `attributes`.
  public struct Attribute: Sendable, Hashable {
    /// The name, which rules read as `customer.attributes.NAME`.
    public var name: String

    /// The type of its values.
    public var type: ValueType

    /// Creates an attribute.
    public init(name: String, type: ValueType) {
      self.name = name
      self.type = type
    }
  }

  /// How the rules are combined.
  public enum Combination: Sendable, Hashable {
    /// An offer is eligible if all of them hold (R1).
    case all
    /// The first one that holds is what the customer is shown (M1).
    case first
  }

  /// The name of the rule set.
  public var name: String

  /// The purpose of the rule set, as a sentence.
  public var title: String

  /// The kind of the offers that the rules are for.
  public var kind: OfferKind

  /// Your own attributes of customers.
  public var attributes: [Attribute]

  /// The policies; a policy of the engine that is missing here has its default.
  public var policies: [Policy]

  /// The rules, in the order in which results list them (R3).
  public var rules: [Rule]

  /// The keys of the order of the result, the most important first; offer ids break ties (R2).
  public var order: [OrderKey]

  /// How the rules are combined.
  public var combination: Combination

  /// The keys by which the app ranks the offers of a product, including the introductory offer;
  /// without keys, the introductory offer comes first (M3).
  public var prefer: [OrderKey]

  /// Creates a rule set.
  public init(
    name: String,
    title: String,
    kind: OfferKind = .winBack,
    attributes: [Attribute] = [],
    policies: [Policy] = [],
    rules: [Rule],
    order: [OrderKey] = [],
    combination: Combination = .all,
    prefer: [OrderKey] = []
  ) {
    self.name = name
    self.title = title
    self.kind = kind
    self.attributes = attributes
    self.policies = policies
    self.rules = rules
    self.order = order
    self.combination = combination
    self.prefer = prefer
  }
}

/// One key of the order in which eligible offers are listed, best first (R2).
public struct OrderKey: Sendable, Hashable {
  /// What the key prefers, as a sentence.
  public var title: String

  /// A CEL expression over the offer and the policies, of type int, double, string or timestamp.
  public var key: String

  /// A Boolean value indicating whether greater values come first.
  public var isDescending: Bool

  /// Creates a key.
  public init(title: String, key: String, isDescending: Bool = false) {
    self.title = title
    self.key = key
    self.isDescending = isDescending
  }
}

/// One condition of eligibility: an offer is eligible if every rule of its rule set holds (R1).
public struct Rule: Sendable, Hashable {
  /// Why a rule does not hold.
  public struct Reason: Sendable, Hashable {
    /// The identifier, which results contain.
    public var id: String

    /// The CEL condition of this reason; nil if it always applies.
    public var when: String?

    /// The reason as a sentence, with CEL in braces.
    public var because: String

    /// Creates a reason.
    public init(id: String, when: String? = nil, because: String) {
      self.id = id
      self.when = when
      self.because = because
    }
  }

  /// The identifier, which results contain.
  public var id: String

  /// What the rule requires, as a sentence.
  public var title: String

  /// The CEL condition, of type bool.
  public var require: String

  /// Why the rule holds, as a sentence with CEL in braces.
  public var because: String

  /// Why it does not hold: the first reason whose condition is true applies.
  public var reasons: [Reason]

  /// What Apple says about it.
  public var apple: String?

  /// The source: Apple's page, or another one.
  public var source: String?

  /// How certain it is that the App Store applies this rule.
  public var certainty: Certainty

  /// Creates a rule.
  public init(
    id: String,
    title: String,
    require: String,
    because: String,
    reasons: [Reason] = [],
    apple: String? = nil,
    source: String? = nil,
    certainty: Certainty = .open
  ) {
    self.id = id
    self.title = title
    self.require = require
    self.because = because
    self.reasons = reasons
    self.apple = apple
    self.source = source
    self.certainty = certainty
  }
}

/// A question that Apple's text does not answer, with the answer of a rule set.
public struct Policy: Sendable, Hashable {
  /// Another answer to the question.
  public struct Alternative: Sendable, Hashable {
    /// The value that means this answer.
    public var value: String

    /// The answer as a sentence.
    public var title: String

    /// Creates an alternative.
    public init(value: String, title: String) {
      self.value = value
      self.title = title
    }
  }

  /// The name, which rules read as `policy.NAME`.
  public var name: String

  /// The question, in a few words.
  public var title: String

  /// The value in the rule set.
  public var value: String

  /// The meaning of that value, as a sentence.
  public var meaning: String

  /// The other answers; a verdict hinges on the policy if one of them changes it.
  public var alternatives: [Alternative]

  /// What Apple says about it.
  public var apple: String?

  /// The source: Apple's page, or another one.
  public var source: String?

  /// How certain the value is.
  public var certainty: Certainty

  /// Creates a policy.
  public init(
    name: String,
    title: String,
    value: String,
    meaning: String = "",
    alternatives: [Alternative] = [],
    apple: String? = nil,
    source: String? = nil,
    certainty: Certainty = .open
  ) {
    self.name = name
    self.title = title
    self.value = value
    self.meaning = meaning
    self.alternatives = alternatives
    self.apple = apple
    self.source = source
    self.certainty = certainty
  }
}

extension Policy {
  /// The values in the rule set, of which the first one holds.
  package var values: [String] { [value] + alternatives.map { $0.value } }

  /// The values that it can have; nil if they are open.
  ///
  /// The engine knows the values of its own policies. Policies that only rules read allow the values
  /// in the rule set, because rules give no meaning to others.
  var allowedValues: [String]? { FactPolicy.named(name).map { $0.values } ?? values }
}

/// How certain it is that the App Store applies a rule or a policy.
public enum Certainty: String, Sendable, Hashable, CaseIterable {
  /// Apple says it.
  case stated
  /// It follows from what Apple says about this or about something similar.
  case implied
  /// Apple does not say.
  case open
}
