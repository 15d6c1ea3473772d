import CEL
import CalendarTime

// What could not be solved, and is evaluated as it is.

extension BatchEvaluator {
  /// Returns whether conditions of an offer that could not be solved hold at an instant.
  mutating func opaqueTruth(
    of conditions: [Expression],
    forOfferAt index: Int,
    asOf now: Instant
  ) -> Truth {
    if snapshot == nil { snapshot = history?.reading(by: policies)?.snapshot(asOf: now) }
    guard let snapshot else { return .unknown }
    return OfferEvaluator(program.engine.programs[index], snapshot).truth(of: conditions)
  }

  /// Adds what there is in a range of the timeline of an offer whose rules could not be solved.
  mutating func appendOpaque(_ offer: Int, from start: Instant, to end: Instant) {
    guard let history = history?.reading(by: policies) else { return }
    let timeline =
      opaqueTimelines[offer]
      ?? history.verdicts(on: program.engine.programs[offer], in: followed)
    opaqueTimelines[offer] = timeline
    for index in timeline.starts.indices {
      let next = index + 1
      let from = max(start, timeline.starts[index])
      let to = next < timeline.starts.endIndex ? min(end, timeline.starts[next]) : end
      guard from < to else { continue }
      append(offer, timeline.values[index].truth, from: from, to: to)
    }
  }
}
