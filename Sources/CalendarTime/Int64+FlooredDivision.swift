extension Int64 {
  /// Returns the quotient rounded down, and the remainder, which is never negative.
  ///
  /// - Parameter divisor: A positive number.
  /// - Returns: The quotient, and the remainder from 0 to below the divisor.
  @inlinable
  package func flooredQuotientAndRemainder(
    dividingBy divisor: Int64
  ) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient &- 1, remainder &+ divisor) : (quotient, remainder)
  }
}
