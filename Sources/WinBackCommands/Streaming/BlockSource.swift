/// An input that is handed out in blocks, to whichever thread asks next unless it is for one only.
package protocol BlockSource: Sendable {
  /// Fills a block with what comes next.
  ///
  /// - Parameter block: A block that is used again; where it was open, set back to where it was read.
  /// - Returns: Whether there was anything; not after a failure.
  /// - Throws: ``CommandFailure`` where the input cannot be read.
  func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool
}
