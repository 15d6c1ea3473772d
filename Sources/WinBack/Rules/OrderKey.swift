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
