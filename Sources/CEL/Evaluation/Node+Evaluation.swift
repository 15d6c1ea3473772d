extension Node {
  /// Returns the outcome of the node.
  ///
  /// An operator or a function needs all of its operands. Its failure is the first failure of an
  /// operand, because the other operands cannot change that. If no operand fails, the unknown ones
  /// make it unknown. Only `&&`, `||` and `?:` can have an outcome without all operands.
  func evaluate(_ bindings: (VariableID) -> Binding) -> Outcome {
    switch self {
    case .value(let value): return .value(value)
    case .known(let outcome, _): return outcome
    case .variable(let id, let type):
      switch bindings(id) {
      case .value(let value): return type.contains(value) ? .value(value) : .failure(.wrongType(id))
      case .absent: return .failure(.absent(id))
      case .unknown, .range: return .unknown([id])
      }
    case .presence(let id):
      switch bindings(id) {
      case .value, .range(_, mayBeAbsent: false): return .value(.bool(true))
      case .absent: return .value(.bool(false))
      case .unknown, .range: return .unknown([id])
      }
    case .unary(let sign, let operand):
      var result = operand.evaluate(bindings)
      result.change { value throws(EvaluationFailure) in value = try sign.apply(value) }
      return result
    case .logic(let sign, let operands): return operands.evaluateLogic(sign.absorbing, bindings)
    case .conditional(let branches, let otherwise):
      for branch in branches {
        switch branch.condition.evaluate(bindings) {
        case .value(.bool(true)): return branch.result.evaluate(bindings)
        case .value(.bool(false)): continue
        case .value: return .failure(.noOverload)
        case let outcome: return outcome
        }
      }
      return otherwise.evaluate(bindings)
    case .comparison(let comparison, let left, let right):
      var result = left.evaluate(bindings)
      result.combine(with: right, bindings) { left, right throws(EvaluationFailure) in
        left = .bool(try comparison.holds(left, right))
      }
      guard case .unknown(let ids) = result, ids.count == 1,
        let holds = comparison.holds(left, right, knowing: ids[0], bindings)
      else { return result }
      return .value(.bool(holds))
    case .arithmetic(let first, let links):
      var result = first.evaluate(bindings)
      for link in links {
        result.combine(with: link.operand, bindings) { left, right throws(EvaluationFailure) in
          try link.sign.apply(&left, right)
        }
      }
      return result
    case .list(let elements): return elements.evaluateAll(bindings) { .list($0) }
    case .call(let function, let arguments):
      return arguments.evaluateAll(bindings) { values throws(EvaluationFailure) in
        try function.apply(values)
      }
    }
  }
}

extension [Node] {
  /// Returns the conjunction of the operands if false absorbs, or the disjunction if true does.
  ///
  /// An operand with the absorbing value decides the outcome, in any order. Without one, an unknown
  /// operand could still have that value, so the outcome is unknown; else it is the first failure.
  fileprivate func evaluateLogic(_ absorbing: Bool, _ bindings: (VariableID) -> Binding) -> Outcome
  {
    var unknown: [VariableID] = []
    var failure: EvaluationFailure?
    for operand in self {
      switch operand.evaluate(bindings) {
      case .value(.bool(let value)): if value == absorbing { return .value(.bool(absorbing)) }
      case .value: failure = failure ?? .noOverload
      case .unknown(let variables): unknown.merge(variables)
      case .failure(let reason): failure = failure ?? reason
      }
    }
    if !unknown.isEmpty { return .unknown(unknown) }
    return failure.map(Outcome.failure) ?? .value(.bool(!absorbing))
  }

  fileprivate func evaluateAll(
    _ bindings: (VariableID) -> Binding,
    _ function: ([Value]) throws(EvaluationFailure) -> Value
  ) -> Outcome {
    var values: [Value] = []
    values.reserveCapacity(count)
    var unknown: [VariableID] = []
    for element in self {
      switch element.evaluate(bindings) {
      case .value(let value): values.append(value)
      case .unknown(let variables): unknown.merge(variables)
      case .failure(let failure): return .failure(failure)
      }
    }
    guard unknown.isEmpty else { return .unknown(unknown) }
    do {
      return .value(try function(values))
    } catch {
      return .failure(error)
    }
  }
}

extension Outcome {
  /// Changes the value, if there is one.
  fileprivate mutating func change(
    _ function: (inout Value) throws(EvaluationFailure) -> Void
  ) {
    guard case .value(var value) = self else { return }
    // Now only the copy refers to the value, so a string or a list can grow without being copied.
    self = .value(.null)
    do {
      try function(&value)
      self = .value(value)
    } catch {
      self = .failure(error)
    }
  }

  fileprivate mutating func combine(
    with right: Node,
    _ bindings: (VariableID) -> Binding,
    _ function: (inout Value, Value) throws(EvaluationFailure) -> Void
  ) {
    if case .failure = self { return }
    switch right.evaluate(bindings) {
    case .failure(let failure): self = .failure(failure)
    case .unknown(let others):
      var variables = if case .unknown(let variables) = self { variables } else { [VariableID]() }
      variables.merge(others)
      self = .unknown(variables)
    case .value(let right):
      change { left throws(EvaluationFailure) in try function(&left, right) }
    }
  }
}

extension [VariableID] {
  fileprivate mutating func merge(_ others: [VariableID]) {
    self = isEmpty ? others : Set(self).union(others).sorted()
  }
}
