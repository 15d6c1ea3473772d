extension TypeChecker {
  func checkVariable(
    _ names: [SyntaxNode.Name],
    _ range: Range<Int>
  ) throws(ExpressionError) -> Typed {
    let id = try resolve(names, range)
    let variable = environment[id]
    let clock = variable.isClock ? ClockUse.moving(id) : .none
    return Typed(.variable(id, variable.type), variable.type, clock: clock, at: range)
  }

  private func resolve(
    _ names: [SyntaxNode.Name],
    _ range: Range<Int>
  ) throws(ExpressionError) -> VariableID {
    let name = names.map { $0.text }.joined(separator: ".")
    if let id = environment.id(of: name) { return id }
    if environment.isNamespace(name) { throw source.error(.incompleteName(name), at: range) }
    if Self.typeNames.contains(name) {
      throw source.error(.notInLanguage("the type '\(name)' as a value"), at: range)
    }
    var prefix = ""
    for (part, next) in zip(names, names.dropFirst()) {
      prefix += prefix.isEmpty ? part.text : "." + part.text
      guard let id = environment.id(of: prefix) else { continue }
      throw source.error(.noField(next.text, of: prefix, environment[id].type), at: next.range)
    }
    throw source.error(
      .unknownVariable(name),
      at: range,
      suggestion: nearestName(to: name, among: environment.variables.map { $0.name })
    )
  }

  /// The names of types in other implementations of the language.
  private static let typeNames: Set<String> = [
    "bool", "bytes", "double", "google.protobuf.Duration", "google.protobuf.Timestamp", "int",
    "list", "map", "null_type", "string", "type", "uint",
  ]

  func checkCall(
    _ name: SyntaxNode.Name,
    _ receiver: SyntaxNode?,
    _ arguments: [SyntaxNode],
    _ range: Range<Int>
  ) throws(ExpressionError) -> Typed {
    if name.text == "has", receiver == nil { return try checkPresence(arguments, name, range) }
    guard let function = Function(rawValue: name.text) else {
      if Function.outside.contains(name.text) {
        throw source.error(.notInLanguage("'\(name.text)'"), at: name.range)
      }
      let known = Function.allCases.map { $0.rawValue } + ["has"]
      throw source.error(
        .unknownFunction(name.text),
        at: name.range,
        suggestion: nearestName(to: name.text, among: known)
      )
    }
    guard receiver == nil ? function.isGlobal : function.isReceiver else {
      throw source.error(
        receiver == nil ? .notCalledOnValue(name.text) : .calledOnValue(name.text),
        at: name.range
      )
    }

    var operands: [Typed] = []
    if let receiver { operands.append(try check(receiver)) }
    for argument in arguments { operands.append(try check(argument)) }
    let types = operands.map { $0.type }
    guard let type = function.result(for: types) else {
      throw source.error(.noFunction(name.text, types), at: name.range)
    }
    // A conversion to the type that the operand has is the operand.
    if operands.count == 1, types[0] == type { return operands[0] }
    let call = Node.call(of: function, operands.map { $0.node })
    return Typed(call, type, clock: try clockUse(of: function, operands), at: range)
  }

  private func checkPresence(
    _ arguments: [SyntaxNode],
    _ name: SyntaxNode.Name,
    _ range: Range<Int>
  ) throws(ExpressionError) -> Typed {
    guard arguments.count == 1, case .path(let names) = arguments[0].kind, names.count > 1 else {
      throw source.error(.presenceOfExpression, at: arguments.first?.range ?? name.range)
    }
    let id = try resolve(names, arguments[0].range)
    guard environment[id].isOptional else {
      throw source.error(.presenceOfRequired(environment[id].name), at: arguments[0].range)
    }
    return Typed(.presence(id), clock: environment[id].isClock ? .compared : .none, at: range)
  }
}
