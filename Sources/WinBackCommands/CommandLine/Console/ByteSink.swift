/// Something that bytes are written to.
package protocol ByteSink: Sendable {
  /// Writes all bytes, in one piece where the system can.
  ///
  /// - Throws: ``SystemError`` when the system cannot write.
  func write(_ bytes: Span<UInt8>) throws(SystemError)
}
