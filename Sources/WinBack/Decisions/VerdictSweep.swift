import CEL
package import CalendarTime

/// Follows the verdict on an offer over all time, with the same rules that answer for one instant.
///
/// This is the definition of windows (R4); a ``BatchEvaluator`` gives the same ones faster, where it
/// can solve the rules.
///
/// Between two breakpoints of the timeline every fact is constant but the clock and the months of a
/// paid period that continues. So a verdict can change there only where a rule compares the clock
/// with something, or where a month is completed; both are found exactly, and only looked for where
/// the verdict is open while they are hidden.
package struct VerdictSweep {
  let history: GroupHistory

  package init(_ history: GroupHistory) {
    self.history = history
  }

  /// Returns the timeline of the verdict on an offer.
  ///
  /// - Parameters:
  ///   - program: The offer.
  ///   - range: The time; nil for all time.
  /// - Returns: The timeline from the first instant on; what it says of later ones is not asked for.
  /// - Complexity: O(*b* · *n*) for *b* breakpoints in the range and *n* transactions.
  package func timeline(
    of program: OfferProgram,
    in range: ClosedRange<Instant> = Instant.minimum...Instant.maximum
  ) -> VerdictTimeline {
    var timeline = VerdictTimeline()
    var starts: ContiguousArray<Instant> = [range.lowerBound]
    starts.append(
      contentsOf: history.timeline.breakpoints().filter {
        range.lowerBound < $0 && $0 <= range.upperBound
      }
    )
    for position in starts.indices {
      let start = starts[position]
      let end =
        position + 1 < starts.endIndex
        ? starts[position + 1] : range.upperBound.adding(milliseconds: 1)
      extend(&timeline, of: program, through: start..<end)
    }
    return timeline
  }

  /// Extends a timeline over a range in which the history has no breakpoint.
  private func extend(
    _ timeline: inout VerdictTimeline,
    of program: OfferProgram,
    through range: Range<Instant>
  ) {
    let snapshot = history.snapshot(asOf: range.lowerBound)
    let service = snapshot.facts.paidService
    let isGrowing = service.openSince != nil
    var evaluator = OfferEvaluator(program, snapshot)
    evaluator.hidden = isGrowing ? [.now, .paidMonths] : .now
    let verdict = evaluator.verdict()
    guard verdict == .undetermined else {
      timeline.append(verdict, from: range.lowerBound)
      return
    }
    guard isGrowing else {
      followClock(&timeline, of: program, through: range, snapshot)
      return
    }
    // The months only matter where the verdict stays open once the clock is seen.
    var start = range.lowerBound
    let changes = service.changes(in: range, history.policies.monthLength)
    for change in changes + [range.upperBound] where change > start {
      let snapshot = history.snapshot(asOf: start)
      followClock(&timeline, of: program, through: start..<change, snapshot)
      start = change
    }
  }

  /// Extends a timeline over a range in which all facts but the clock are constant.
  private func followClock(
    _ timeline: inout VerdictTimeline,
    of program: OfferProgram,
    through range: Range<Instant>,
    _ snapshot: Snapshot
  ) {
    let evaluator = OfferEvaluator(program, snapshot)
    let last = range.upperBound.adding(milliseconds: -1)
    var instants: ContiguousArray<Instant> = [range.lowerBound]
    for condition in program.rules.joined() {
      instants.append(
        contentsOf: condition.thresholds(
          of: Vocabulary.id(of: .now),
          in: range.lowerBound...last,
          evaluator.binding(of:)
        )
      )
    }
    instants.sort()
    for instant in instants {
      timeline.append(snapshot.moved(to: instant).verdict(on: program), from: instant)
    }
  }
}
