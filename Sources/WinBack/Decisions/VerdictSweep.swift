import CEL
import CalendarTime

/// Follows the verdicts on offers over all time, with the same rules that answer for one instant.
///
/// Between two breakpoints of the timeline every fact is constant but the clock and the months of a
/// paid period that goes on. So a verdict can change there only where a rule compares the clock with
/// something, or where a month is completed; both are found exactly, and only looked for where the
/// verdict is open while they are hidden.
struct VerdictSweep {
  let vocabulary: Vocabulary
  let policies: PolicyChoice
  let symbols: SymbolTable
  let attributes: ContiguousArray<Binding>

  /// Returns the course of the verdict on each offer.
  ///
  /// - Complexity: O(*b* · (*n* + *o*)) for *b* breakpoints, *n* transactions and *o* offers.
  func courses(of programs: [OfferProgram], in timeline: Timeline) -> [VerdictCourse] {
    var courses = Array(repeating: VerdictCourse(), count: programs.count)
    var starts: ContiguousArray<Instant> = [.minimum]
    starts.append(contentsOf: timeline.breakpoints().drop { $0 == .minimum })
    for position in starts.indices {
      let start = starts[position]
      let end =
        position + 1 < starts.endIndex
        ? starts[position + 1] : Instant.maximum.adding(milliseconds: 1)
      let reading = read(timeline, asOf: start)
      for index in programs.indices {
        extend(&courses[index], of: programs[index], through: start..<end, reading)
      }
    }
    return courses
  }

  /// Extends a course over a range in which the timeline has no breakpoint.
  private func extend(
    _ course: inout VerdictCourse,
    of program: OfferProgram,
    through range: Range<Instant>,
    _ reading: FactReading
  ) {
    let isGrowing = reading.facts.paidService.openSince != nil
    var question = question(about: program, reading)
    question.hidden = isGrowing ? [.now, .paidMonths] : .now
    let verdict = question.verdict()
    guard verdict == .undetermined else {
      course.append(verdict, from: range.lowerBound)
      return
    }
    guard isGrowing else {
      followClock(&course, of: program, through: range, reading)
      return
    }
    // The months only matter where the verdict stays open once the clock is seen.
    var start = range.lowerBound
    let changes = reading.facts.paidService.changes(in: range, policies.facts.monthLength)
    for change in changes + [range.upperBound] where change > start {
      followClock(
        &course,
        of: program,
        through: start..<change,
        read(reading.timeline, asOf: start)
      )
      start = change
    }
  }

  /// Extends a course over a range in which all facts but the clock are constant.
  private func followClock(
    _ course: inout VerdictCourse,
    of program: OfferProgram,
    through range: Range<Instant>,
    _ reading: FactReading
  ) {
    let question = question(about: program, reading)
    let last = range.upperBound.adding(milliseconds: -1)
    var instants: ContiguousArray<Instant> = [range.lowerBound]
    for condition in program.rules.joined() {
      instants.append(
        contentsOf: condition.thresholds(
          of: Vocabulary.id(of: .now),
          in: range.lowerBound...last,
          question.binding(of:)
        )
      )
    }
    instants.sort()
    for instant in instants {
      let moved = self.question(about: program, reading.moved(to: instant))
      course.append(moved.verdict(), from: instant)
    }
  }

  private func read(_ timeline: Timeline, asOf now: Instant) -> FactReading {
    FactReading(
      of: timeline,
      asOf: now,
      policies.facts,
      symbols: symbols,
      attributes: attributes
    )
  }

  private func question(about program: OfferProgram, _ reading: FactReading) -> Question {
    Question(
      vocabulary: vocabulary,
      program: program,
      policies: policies,
      reading: reading
    )
  }
}
