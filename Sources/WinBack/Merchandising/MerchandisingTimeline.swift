import CEL
package import CalendarTime

/// What is shown over all time, as stretches between the instants at which it changes.
package struct MerchandisingTimeline: Sendable, Hashable {
  /// Where each stretch starts; the first starts with time itself.
  package private(set) var starts: [Instant] = []
  package private(set) var shown: [Shown] = []

  /// Adds a stretch that follows all others.
  fileprivate mutating func append(_ other: Shown, from start: Instant) {
    guard other != shown.last else { return }
    starts.append(start)
    shown.append(other)
  }

  /// Returns when something is shown.
  func windows(of wanted: Shown) -> [Window] {
    starts.indices.compactMap { index in
      guard shown[index] == wanted else { return nil }
      let next = index + 1
      return Window(
        from: starts[index],
        through: next < starts.endIndex ? starts[next].adding(milliseconds: -1) : nil
      )
    }
  }

  /// Returns the first instant after another at which something else is shown.
  func change(after now: Instant) -> Instant? {
    starts.first { $0 > now }
  }
}

extension Merchandiser {
  /// Follows what a customer is shown over all time.
  ///
  /// Facts are constant between the breakpoints of a history, and verdicts between their own changes.
  /// What is left is where a condition compares the clock with something, or asks for paid months.
  ///
  /// - Complexity: O(*b* · (*n* + *o*)) for *b* breakpoints, *n* transactions and *o* offers that may
  ///   be had at some time.
  package func timeline(of history: GroupHistory) -> MerchandisingTimeline {
    let verdicts = [introductory, winBack].flatMap { engine in
      var evaluator = engine.evaluator(for: history)
      return zip(
        engine.offerIndices(in: history.group).map { engine.programs[$0] },
        engine.verdictTimelines(of: history, by: &evaluator)
      ).filter { $1.verdicts != [.ineligible] }
    }
    var instants = Set(verdicts.flatMap { $1.starts })
    instants.formUnion(history.timeline.breakpoints())
    instants.insert(.minimum)
    let sorted = instants.sorted()
    var timeline = MerchandisingTimeline()
    for (index, start) in sorted.enumerated() {
      let end = index + 1 < sorted.count ? sorted[index + 1] : .maximum.adding(milliseconds: 1)
      var answers = Answers()
      for (program, timeline) in verdicts { answers.add(timeline.verdict(at: start), on: program) }
      extend(&timeline, of: history, answers, through: start..<end)
    }
    return timeline
  }

  /// Extends a timeline over a range in which all answers and all facts but the clock and the months
  /// are constant.
  private func extend(
    _ timeline: inout MerchandisingTimeline,
    of history: GroupHistory,
    _ answers: Answers,
    through range: Range<Instant>
  ) {
    let snapshot = history.snapshot(asOf: range.lowerBound)
    var starts = [range.lowerBound]
    if reads(.paidMonths), snapshot.facts.paidService.openSince != nil {
      starts += snapshot.facts.paidService.changes(in: range, history.policies.monthLength)
    }
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : range.upperBound
      guard start < end else { continue }
      let snapshot = index == 0 ? snapshot : history.snapshot(asOf: start)
      var instants = [start]
      if reads(.now) {
        let last = end.adding(milliseconds: -1)
        for condition in conditions {
          instants += condition.thresholds(of: Vocabulary.id(of: .now), in: start...last) {
            binding(of: $0, snapshot, answers, policies)
          }
        }
        instants.sort()
      }
      for instant in instants {
        timeline.append(shown(on: snapshot.moved(to: instant), answers), from: instant)
      }
    }
  }

  private func reads(_ fact: FactVariable) -> Bool {
    conditions.contains { $0.variables.contains(Vocabulary.id(of: fact)) }
  }
}
