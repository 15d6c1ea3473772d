internal import CalendarTime

/// How a value depends on one variable: the steps from the variable to the value.
struct Dependence: Sendable, Hashable {
  private(set) var steps: [Step] = []

  /// A Boolean value indicating whether the steps lead to the value.
  ///
  /// They do not if an operand has no value. The value then has none either, but an earlier step
  /// can fail first.
  private(set) var isComplete = true

  /// Creates the dependence of a node on a variable of type timestamp, duration or int; `bindings`
  /// are what is known of the other variables.
  ///
  /// It is nil if the variable is not read exactly once, or if no step describes how it is read.
  init?(of node: Node, on variable: VariableID, _ bindings: (VariableID) -> Binding) {
    guard follow(node, from: variable, bindings) else { return nil }
  }

  /// Adds the steps from the variable to a node, or returns false if there are none.
  private mutating func follow(
    _ node: Node,
    from variable: VariableID,
    _ bindings: (VariableID) -> Binding
  ) -> Bool {
    switch node {
    case .variable(variable, .timestamp), .variable(variable, .duration), .variable(variable, .int):
      return true
    case .arithmetic(let first, let links): return follow(first, links, from: variable, bindings)
    case .call(.addMonths, let arguments):
      guard arguments.count == 2, !arguments[1].reads(variable),
        follow(arguments[0], from: variable, bindings)
      else { return false }
      append(arguments[1].evaluate(bindings)) { .months(Int64(clamping: $0)) }
      return true
    case .call(.int, let arguments):
      guard arguments.count == 1, arguments[0].type == .timestamp,
        follow(arguments[0], from: variable, bindings)
      else { return false }
      if isComplete { steps.append(.seconds) }
      return true
    default: return false
    }
  }

  private mutating func follow(
    _ first: Node,
    _ links: [Node.Link],
    from variable: VariableID,
    _ bindings: (VariableID) -> Binding
  ) -> Bool {
    var rest = links[...]
    var type = first.type
    if first.reads(variable) {
      guard follow(first, from: variable, bindings) else { return false }
    } else {
      // The operands before the variable are computed first; then the variable is the right
      // operand.
      guard let index = links.firstIndex(where: { $0.operand.reads(variable) }) else {
        return false
      }
      let link = links[index]
      let before = Node.arithmetic(of: first, Array(links[..<index]))
      guard link.sign.isAdditive, let result = link.sign.result(before.type, link.operand.type),
        let range = result.numbers, follow(link.operand, from: variable, bindings)
      else { return false }
      append(before.evaluate(bindings)) { number in
        .move(isMirrored: link.sign == .subtract, by: number, into: IntervalSet(range))
      }
      rest = links[(index + 1)...]
      type = result
    }
    for link in rest {
      guard link.sign.isAdditive, !link.operand.reads(variable),
        let result = link.sign.result(type, link.operand.type), let range = result.numbers
      else { return false }
      append(link.operand.evaluate(bindings)) { number in
        .move(isMirrored: false, by: link.sign == .add ? number : -number, into: IntervalSet(range))
      }
      type = result
    }
    return true
  }

  private mutating func append(_ operand: Outcome, _ step: (Int128) -> Step) {
    guard isComplete, case .value(let value) = operand, let number = value.ordinal else {
      isComplete = false
      return
    }
    let step = step(Int128(number))
    if let last = steps.last, let both = last.followed(by: step) {
      // Chains can be long, but after this there is at most one step for each level of nesting.
      steps[steps.count - 1] = both
    } else {
      steps.append(step)
    }
  }

  /// Returns the least and the greatest number that the value can have for a range of the variable;
  /// nil if a step can fail.
  func image(of range: ClosedRange<Int64>) -> ClosedRange<Int64>? {
    guard isComplete else { return nil }
    var image = range
    for step in steps {
      guard let next = step.image(of: image) else { return nil }
      image = next
    }
    return image
  }

  func preimage(of set: IntervalSet) -> IntervalSet {
    steps.reversed().reduce(set) { $1.preimage(of: $0) }
  }

  /// The numbers of the variable at which a step begins to fail, or to have a result.
  var edgesOfFailure: [Int64] {
    steps.indices.flatMap { index in
      steps[...index].reversed().reduce(IntervalSet.all) { $1.preimage(of: $0) }.edges
    }
  }
}

extension Node {
  /// Returns the least and the greatest number that the node can have, if it depends on one variable
  /// that has a range and is not absent; nil otherwise.
  func range(
    readFrom variable: VariableID,
    _ bindings: (VariableID) -> Binding
  ) -> ClosedRange<Int64>? {
    guard case .range(let range, mayBeAbsent: false) = bindings(variable) else { return nil }
    return Dependence(of: self, on: variable, bindings)?.image(of: range)
  }
}

extension ValueType {
  /// The numbers that arithmetic of this type can result in; nil for a type without numbers.
  var numbers: ClosedRange<Int64>? {
    switch self {
    case .int: .min ... .max
    case .timestamp: Instant.minimum.milliseconds...Instant.maximum.milliseconds
    case .duration: DurationText.range
    case .bool, .double, .string, .null, .list, .nothing: nil
    }
  }
}

extension Value {
  /// The number of an int, an instant or a duration; nil for other values.
  package var ordinal: Int64? {
    switch self {
    case .int(let int): int
    case .timestamp(let instant): instant.milliseconds
    case .duration(let milliseconds): milliseconds
    case .bool, .double, .string, .list, .null: nil
    }
  }
}
