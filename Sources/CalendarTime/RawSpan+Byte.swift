extension RawSpan {
  /// Returns the byte at an offset, which is checked.
  func byte(at offset: Int) -> UInt8 {
    // Unsafe are only loads of types that are not just bytes.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
