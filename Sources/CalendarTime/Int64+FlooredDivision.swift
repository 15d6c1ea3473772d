extension Int64 {
  /// The divisor must be positive; then the remainder is never negative.
  @inlinable
  package func flooredQuotientAndRemainder(
    dividingBy divisor: Int64
  ) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient &- 1, remainder &+ divisor) : (quotient, remainder)
  }
}
