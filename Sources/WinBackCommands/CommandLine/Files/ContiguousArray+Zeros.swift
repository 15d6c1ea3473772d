extension ContiguousArray<UInt8> {
  /// Zeros to copy.
  ///
  /// Copying is fast in a build that is not optimized, too; repeating an element is not.
  private static let zeros = ContiguousArray(repeating: 0, count: 1 << 14)

  /// Appends zeros, which make room for bytes to come.
  ///
  /// - Complexity: O(*n*) for *n* zeros.
  mutating func appendZeros(_ count: Int) {
    var rest = count
    while rest >= Self.zeros.count {
      append(contentsOf: Self.zeros)
      rest -= Self.zeros.count
    }
    append(contentsOf: repeatElement(0, count: rest))
  }
}
