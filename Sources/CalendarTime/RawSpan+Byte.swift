extension RawSpan {
  /// Returns the byte at an offset.
  func byte(at offset: Int) -> UInt8 {
    // The offset is checked, and every byte is a number; so this load is safe.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
