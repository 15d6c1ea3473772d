/// Values by symbol: an array, since symbols are small numbers and looking one up must cost nothing.
struct SymbolMap<Value: Sendable>: Sendable {
  private var places: ContiguousArray<Int32> = []
  private(set) var values: ContiguousArray<Value> = []

  init() {}

  /// Returns where the value of a symbol is among the values; nil where it has none.
  func place(of symbol: Symbol) -> Int? {
    let index = Int(symbol.index)
    guard places.indices.contains(index), places[index] >= 0 else { return nil }
    return Int(places[index])
  }

  /// The value of a symbol; nil where it has none.
  ///
  /// A value that was set stays set.
  subscript(symbol: Symbol) -> Value? {
    get {
      place(of: symbol).map { values[$0] }
    }
    set {
      guard let newValue else { return }
      let index = Int(symbol.index)
      while places.count <= index { places.append(-1) }
      guard places[index] < 0 else {
        values[Int(places[index])] = newValue
        return
      }
      places[index] = Int32(truncatingIfNeeded: values.count)
      values.append(newValue)
    }
  }
}
