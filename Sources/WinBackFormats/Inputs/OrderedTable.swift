/// Values by their identifiers, in the order in which they were added.
struct OrderedTable<ID: Hashable, Value> {
  private(set) var ids: [ID] = []
  private(set) var values: [Value] = []
  private var indices: [ID: Int] = [:]

  func value(_ id: ID) -> Value? { indices[id].map { values[$0] } }

  /// Changes the value of an identifier, if there is one.
  ///
  /// - Complexity: O(1) plus the change: the value is not copied.
  mutating func update(_ id: ID, _ change: (inout Value) -> Void) {
    if let index = indices[id] { change(&values[index]) }
  }

  /// Changes the value of an identifier and keeps its position; a new one is added at the end.
  ///
  /// - Complexity: O(1) plus the change: the value is not copied.
  mutating func update(
    _ id: ID,
    orInsert value: @autoclosure () -> Value,
    _ change: (inout Value) -> Void
  ) {
    let index = indices[id] ?? values.count
    if index == values.count {
      indices[id] = index
      ids.append(id)
      values.append(value())
    }
    change(&values[index])
  }

  mutating func set(_ value: Value, for id: ID) { update(id, orInsert: value) { $0 = value } }
}
