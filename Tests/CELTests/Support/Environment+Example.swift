import CEL

extension Environment {
  /// Some of the variables of a rule.
  static let example = Environment([
    Variable("now", .timestamp, isClock: true),
    Variable("subscription.state", .string),
    Variable("subscription.paidMonths", .int),
    Variable("subscription.lapsedAt", .timestamp, isOptional: true),
    Variable("subscription.willAutoRenew", .bool),
    Variable("customer.storefront", .string),
    Variable("customer.score", .double),
    Variable("offer.territories", .list(.string), isOptional: true),
    Variable("offer.minimumMonths", .int, isOptional: true),
    Variable("offer.startDate", .timestamp),
    Variable("offer.grace", .duration),
  ])

  /// Returns the bindings of some variables by name, all others are unknown.
  func bindings(_ values: [String: Binding]) -> @Sendable (VariableID) -> Binding {
    { id in values[self[id].name] ?? .unknown }
  }
}
