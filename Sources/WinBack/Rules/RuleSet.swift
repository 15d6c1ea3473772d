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
    attributes: [Attribute] = [],
    policies: [Policy] = [],
    rules: [Rule],
    order: [OrderKey] = [],
    combination: Combination = .all,
    prefer: [OrderKey] = []
  ) {
    self.name = name
    self.title = title
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
