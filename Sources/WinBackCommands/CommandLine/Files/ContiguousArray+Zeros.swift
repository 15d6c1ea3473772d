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
    while rest > 0 {
      let part = Swift.min(rest, Self.zeros.count)
      unsafe Self.zeros.withUnsafeBufferPointer { zeros in
        unsafe append(contentsOf: UnsafeBufferPointer(rebasing: zeros[..<part]))
      }
      rest -= part
    }
  }
}
