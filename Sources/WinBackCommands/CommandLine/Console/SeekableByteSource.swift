/// A source of bytes that may be able to go to any of them.
package protocol SeekableByteSource: ByteSource {
  /// Goes to an offset from the start.
  ///
  /// - Throws: ``SystemError`` if the source is read as it comes, as a pipe is.
  func seek(to offset: Int) throws(SystemError)
}
