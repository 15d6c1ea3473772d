import TestSupport
import Testing

/// Tries a property on random values, and records the first fault: what is wrong with some values, nil
/// if the property holds for them.
func expectAlways(
  seed: UInt64,
  count: Int = 5000,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ fault: (inout SplitMix64) throws -> String?
) rethrows {
  var random = SplitMix64(seed: seed)
  for _ in 0..<count {
    if let fault = try fault(&random) {
      Issue.record("seed \(seed): \(fault)", sourceLocation: sourceLocation)
      return
    }
  }
}
