/// The facts of one customer at one instant as numbers, in storage that is used again.
struct FactRow: Sendable {
  /// What is known of a fact.
  enum Content {
    case number(Int64)
    case absent
    case unknown
  }

  private enum Knowledge: UInt8 {
    case known
    case absent
    case unknown
  }

  private struct Fact {
    var number: Int64
    var knowledge: Knowledge
  }

  private var facts: ContiguousArray<Fact>

  /// Creates a row of absent facts.
  init(count: Int) {
    facts = ContiguousArray(repeating: Fact(number: 0, knowledge: .absent), count: count)
  }

  /// Sets a fact; nil is absent.
  mutating func set(_ slot: Int, to number: Int64?) {
    facts[slot] = Fact(number: number ?? 0, knowledge: number == nil ? .absent : .known)
  }

  /// Sets a fact that the input cannot tell (F12).
  mutating func setUnknown(_ slot: Int) {
    facts[slot].knowledge = .unknown
  }

  /// Returns what is known of a fact.
  func content(of slot: Int) -> Content {
    let fact = facts[slot]
    return switch fact.knowledge {
    case .known: .number(fact.number)
    case .absent: .absent
    case .unknown: .unknown
    }
  }

  /// Returns whether conditions all hold.
  func truth(
    of conditions: Span<PackedCondition>,
    _ ranges: borrowing ContiguousArray<ClosedRange<Int64>>
  ) -> Truth {
    let facts = facts.span
    var truth = Truth.holds
    for index in conditions.indices {
      let slot = conditions[index].slot
      switch facts[slot].knowledge {
      case .known:
        guard conditions[index].contains(facts[slot].number, ranges) else { return .fails }
      case .absent:
        guard conditions[index].holdsWhenAbsent else { return .fails }
      case .unknown:
        if !conditions[index].holdsWhenUnknown { truth = .unknown }
      }
    }
    return truth
  }
}
