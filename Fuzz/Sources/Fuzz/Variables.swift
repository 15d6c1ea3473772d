import CEL
import CalendarTime

/// Variables of every type, some of which are absent or unknown.
enum Variables {
  static let environment = Environment([
    Variable("now", .timestamp, isClock: true),
    Variable("late.months", .int),
    Variable("late.state", .string),
    Variable("offer.wait", .int, isOptional: true),
    Variable("offer.none", .int, isOptional: true),
    Variable("offer.territories", .list(.string)),
    Variable("customer.score", .double),
    Variable("customer.isNew", .bool),
    Variable("customer.since", .timestamp, isOptional: true),
    Variable("customer.hidden", .bool),
  ])

  /// What is known of a variable.
  static func binding(of id: VariableID) -> Binding {
    switch environment[id].name {
    case "now": .value(.timestamp(Instant(milliseconds: 1_734_652_800_000)))
    case "late.months": .value(.int(7))
    case "late.state": .value(.string("expired"))
    case "offer.wait": .value(.int(6))
    case "offer.territories": .value(.list([.string("USA"), .string("JPN")]))
    case "customer.score": .value(.double(0.25))
    case "customer.isNew": .value(.bool(true))
    case "customer.since": .value(.timestamp(Instant(milliseconds: 1_706_659_200_000)))
    case "customer.hidden": .unknown
    default: .absent
    }
  }

  /// Whether a variable stays free when an expression is specialised.
  static func isLate(_ id: VariableID) -> Bool {
    id.index < 3
  }
}
