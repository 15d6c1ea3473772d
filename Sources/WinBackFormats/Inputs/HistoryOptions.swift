public import WinBack

/// What a reader of histories has to be told, because the input does not tell it.
public struct HistoryOptions: Sendable {
  /// The customer attributes that the rule set declares, which get their declared types.
  public var attributes: [RuleSet.Attribute]

  /// What the columns of a table mean; nil for the mapping that its format has.
  public var mapping: Mapping?

  /// Creates options.
  public init(attributes: [RuleSet.Attribute] = [], mapping: Mapping? = nil) {
    self.attributes = attributes
    self.mapping = mapping
  }
}
