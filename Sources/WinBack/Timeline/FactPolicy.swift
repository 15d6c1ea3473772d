import CalendarTime

/// The definition of a policy of facts; a new policy needs only this and the code that reads it.
package struct FactPolicy: Sendable {
  package enum Effect: Sendable, Hashable {
    /// The instants of dates, in the catalog and in histories (T4).
    case dates
    /// The paid months (F7).
    case months
    /// The instant since which the customer has lapsed (F2).
    case lapse
    /// The instant since which an offer counts as redeemed (F9).
    case wait
    /// Whether the subscription has ended permanently (F13a).
    case ending
  }

  package let name: String
  /// The allowed values; nil if they are open.
  package let values: [String]?
  package let effect: Effect
  package let text: @Sendable (FactPolicies) -> String
  /// Sets the policy, and returns whether the value is allowed.
  let set: @Sendable (inout FactPolicies, String) -> Bool

  /// All policies, in the order of messages.
  package static let all: [FactPolicy] = [
    FactPolicy("freeService", .months, { $0.freeService }, { $0.freeService = $1 }),
    FactPolicy("refundedService", .months, { $0.refundedService }, { $0.refundedService = $1 }),
    FactPolicy("lapseStart", .lapse, { $0.lapseStart }, { $0.lapseStart = $1 }),
    FactPolicy("paidStreak", .months, { $0.paidStreak }, { $0.paidStreak = $1 }),
    FactPolicy("monthLength", .months, { $0.monthLength }, { $0.monthLength = $1 }),
    FactPolicy("gapTolerance", .months, { $0.gapTolerance }, { $0.gapTolerance = $1 }),
    FactPolicy("waitStart", .wait, { $0.waitStart }, { $0.waitStart = $1 }),
    FactPolicy(
      "missingRenewalInfo",
      .ending,
      { $0.missingRenewalInfo },
      { $0.missingRenewalInfo = $1 }
    ),
    FactPolicy(
      name: "timeZone",
      values: nil,
      effect: .dates,
      text: { "\($0.timeZone)" },
      set: { policies, value in
        guard let offset = UTCOffset(value) else { return false }
        policies.timeZone = offset
        return true
      }
    ),
  ]

  /// Returns the policy with a name; nil for a policy that only rules read.
  package static func named(_ name: String) -> FactPolicy? { all.first { $0.name == name } }

  private init(
    name: String,
    values: [String]?,
    effect: Effect,
    text: @escaping @Sendable (FactPolicies) -> String,
    set: @escaping @Sendable (inout FactPolicies, String) -> Bool
  ) {
    self.name = name
    self.values = values
    self.effect = effect
    self.text = text
    self.set = set
  }

  private init<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String,
    _ effect: Effect,
    _ choice: @escaping @Sendable (FactPolicies) -> Choice,
    _ choose: @escaping @Sendable (inout FactPolicies, Choice) -> Void
  ) {
    self.init(
      name: name,
      values: Choice.allCases.map { $0.rawValue },
      effect: effect,
      text: { choice($0).rawValue },
      set: { policies, value in
        guard let choice = Choice(rawValue: value) else { return false }
        choose(&policies, choice)
        return true
      }
    )
  }
}

extension FactPolicies {
  /// Returns whether the value is allowed; true for a policy that only rules read.
  package mutating func set(_ name: String, to value: String) -> Bool {
    FactPolicy.named(name).map { $0.set(&self, value) } ?? true
  }
}
