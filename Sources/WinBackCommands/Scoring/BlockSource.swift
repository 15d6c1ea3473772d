/// An input that is handed out in blocks, to whichever thread asks next.
package protocol BlockSource: Sendable {
  /// Fills a block with what comes next.
  ///
  /// - Returns: Whether there was anything; not after a failure.
  /// - Throws: ``CommandFailure`` where the input cannot be read.
  func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool
}
