import CEL

/// The attributes of one customer as numbers, in storage that is used again.
struct AttributeRow: Sendable {
  private var values: ContiguousArray<FactValue> = []

  /// Takes the attributes of a customer.
  mutating func set(_ attributes: ContiguousArray<Binding>, _ symbols: borrowing SymbolTable) {
    values.removeAll(keepingCapacity: true)
    for binding in attributes { values.append(Self.value(of: binding, symbols)) }
  }

  /// Returns what is known of an attribute.
  func value(at index: Int) -> FactValue {
    index < values.count ? values[index] : .absent
  }

  private static func value(of binding: Binding, _ symbols: borrowing SymbolTable) -> FactValue {
    switch binding {
    case .absent: .absent
    case .unknown, .atLeast: .unknown
    // Text that no rule names is equal to none that one names.
    case .value(.string(let text)): .number(symbols.find(text).map { Int64($0.index) } ?? -1)
    // Conditions over values without a number are solved only where they ask for presence.
    case .value(let value): .number(value.number ?? 0)
    }
  }
}
