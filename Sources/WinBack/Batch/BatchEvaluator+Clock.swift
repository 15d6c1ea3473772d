import CEL
import CalendarTime

extension BatchEvaluator {
  /// Takes from a range of time what comparisons with the clock do not hold in, and returns whether
  /// something is left.
  mutating func clip(
    _ range: inout (start: Instant, end: Instant),
    by conditions: Range<Int>,
    _ truth: inout Truth
  ) -> Bool {
    for index in conditions {
      let condition = program.clockConditions[index]
      switch facts.value(of: condition.subject, attributes) {
      case .number(let number): condition.clip(&range, number)
      case .absent where condition.holdsWhenAbsent: continue
      case .absent: return false
      case .unknown, .atLeast: truth = .unknown
      }
    }
    return range.start < range.end
  }

  /// Asks the comparisons of the clock that do not hold in one range of time, piece by piece.
  mutating func askClock(
    of offer: BatchProgram.Offer,
    _ truth: Truth,
    from start: Instant,
    to end: Instant,
    asOf now: Instant
  ) {
    var begin = start
    while begin < end {
      var pieceEnd = end
      var pieceTruth = truth
      for index in offer.otherClockConditions {
        let condition = program.clockConditions[index]
        switch facts.value(of: condition.subject, attributes) {
        case .number(let number):
          pieceTruth = condition.truth(at: begin, until: &pieceEnd, number) && pieceTruth
        case .absent: if !condition.holdsWhenAbsent { pieceTruth = .fails }
        case .unknown, .atLeast: pieceTruth = .unknown && pieceTruth
        }
      }
      if pieceTruth != .fails {
        askMonths(of: offer, pieceTruth, from: begin, to: pieceEnd, asOf: now)
      }
      begin = pieceEnd
    }
  }
}
