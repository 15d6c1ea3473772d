extension Dictionary {
  /// Creates a dictionary; of several values of one key, it has the first.
  ///
  /// The standard library's own initializer calls a closure that may throw any error, which
  /// Embedded Swift does not have.
  ///
  /// - Complexity: O(*n*) for *n* pairs.
  package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
    self.init()
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }
}
