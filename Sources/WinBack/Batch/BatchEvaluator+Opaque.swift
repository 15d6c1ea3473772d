import CalendarTime

// What could not be solved, and is evaluated as it is.

extension BatchEvaluator {
  /// Returns whether the conditions of an offer that could not be solved hold at an instant.
  func opaqueTruth(at position: Int, asOf now: Instant) -> Truth {
    guard let history = history?.reading(by: policies) else { return .unknown }
    let offer = program.engine.programs[program.offers[position].index]
    return OfferEvaluator(offer, history.snapshot(asOf: now)).truth(of: program.opaque[position])
  }

  /// Adds what there is in a range of the timeline of an offer whose rules could not be solved.
  mutating func appendOpaque(_ offer: Int, from start: Instant, to end: Instant) {
    guard let history = history?.reading(by: policies) else { return }
    let timeline =
      opaqueTimelines[offer]
      ?? VerdictSweep(history).timeline(of: program.engine.programs[offer], in: followed)
    opaqueTimelines[offer] = timeline
    for index in timeline.starts.indices {
      let next = index + 1
      let from = max(start, timeline.starts[index])
      let to = next < timeline.starts.endIndex ? min(end, timeline.starts[next]) : end
      guard from < to else { continue }
      append(offer, timeline.verdicts[index].truth, from: from, to: to)
    }
  }
}
