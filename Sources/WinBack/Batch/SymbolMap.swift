/// Values by symbol, in a table whose size depends on the number of values: a catalog has a map for
/// each of its groups.
struct SymbolMap<Value: Sendable>: Sendable {
  /// The indices of the values, at their hash or in the next free slot; -1 in a free slot.
  private var slots: ContiguousArray<Int32> = [-1]
  private var symbols: ContiguousArray<Symbol> = []
  private(set) var values: ContiguousArray<Value> = []

  init() {}

  func index(of symbol: Symbol) -> Int? {
    let index = Int(slots[slot(of: symbol)])
    return index < 0 ? nil : index
  }

  /// A value cannot be removed.
  subscript(symbol: Symbol) -> Value? {
    get { index(of: symbol).map { values[$0] } }
    set {
      guard let newValue else { return }
      if let index = index(of: symbol) {
        values[index] = newValue
        return
      }
      symbols.append(symbol)
      values.append(newValue)
      // At least half of the slots are free, so that a search ends soon.
      if slots.count < 2 * values.count { grow() } else { fill(values.count - 1) }
    }
  }

  private mutating func grow() {
    slots = ContiguousArray(repeating: -1, count: 2 * slots.count)
    for index in symbols.indices { fill(index) }
  }

  private mutating func fill(_ index: Int) {
    slots[slot(of: symbols[index])] = Int32(truncatingIfNeeded: index)
  }

  /// Returns the slot of a symbol, or the free one that it would get.
  @inline(__always)
  private func slot(of symbol: Symbol) -> Int {
    let mask = slots.count &- 1
    // The golden ratio spreads numbers that follow one another, as those of a group's products do.
    let hash = UInt64(UInt32(bitPattern: symbol.index)) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[slot] >= 0, symbols[Int(slots[slot])] != symbol { slot = (slot &+ 1) & mask }
    return slot
  }
}

extension SymbolMap: Equatable where Value: Equatable {}
