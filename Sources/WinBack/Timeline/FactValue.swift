/// What is known of a fact: the number that stands for its value, that it is absent, the least that the
/// number can be, or nothing.
///
/// Text has a number, too, so that every fact is one: a product that of its symbol, a storefront its
/// letters, a state its place among all.
enum FactValue: Sendable, Hashable {
  case number(Int64)
  case absent
  case unknown
  /// The fact has a number that is not below this one (F13).
  case atLeast(Int64)

  /// Creates the value of a fact that is absent if it has no number.
  @inline(__always)
  init(_ number: Int64?) {
    self = number.map { .number($0) } ?? .absent
  }

  /// Creates the value of a fact that is a Boolean value.
  @inline(__always)
  init(_ truth: Truth) {
    self =
      switch truth {
      case .holds: .number(1)
      case .fails: .number(0)
      case .unknown: .unknown
      }
  }
}
