/// Values by symbol, in a table that is as large as there are values: a catalog has a map for each of
/// its groups.
struct SymbolMap<Value: Sendable>: Sendable {
  /// The places of the values, by hash and in the next slot that is free; -1 where a slot is.
  private var slots: ContiguousArray<Int32> = [-1]
  private var symbols: ContiguousArray<Symbol> = []
  private(set) var values: ContiguousArray<Value> = []

  init() {}

  /// Returns the place of a symbol's value among the values; nil if it has none.
  ///
  /// - Complexity: O(1) on average.
  func place(of symbol: Symbol) -> Int? {
    let place = Int(slots[slot(of: symbol)])
    return place < 0 ? nil : place
  }

  /// The value of a symbol; nil if it has none.
  ///
  /// A value that was set stays set.
  subscript(symbol: Symbol) -> Value? {
    get {
      place(of: symbol).map { values[$0] }
    }
    set {
      guard let newValue else { return }
      if let place = place(of: symbol) {
        values[place] = newValue
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
    for place in symbols.indices { fill(place) }
  }

  private mutating func fill(_ place: Int) {
    slots[slot(of: symbols[place])] = Int32(truncatingIfNeeded: place)
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
