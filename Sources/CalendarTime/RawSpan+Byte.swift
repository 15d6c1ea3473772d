extension RawSpan {
  /// Returns the byte at an offset, which the span must have.
  @inlinable
  @inline(__always)
  package func existingByte(at offset: Int) -> UInt8 {
    // The offset is checked, and every byte is a number; so this load is safe.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
