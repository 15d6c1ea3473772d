package import CalendarTime

/// The verdict on an offer over all time, as stretches between the instants at which it changes.
package struct VerdictTimeline: Sendable, Hashable {
  /// Where each stretch starts; the first starts with time itself.
  package private(set) var starts: ContiguousArray<Instant> = []
  package private(set) var verdicts: ContiguousArray<Verdict> = []

  package init() {}

  /// Adds a stretch that follows all others.
  mutating func append(_ verdict: Verdict, from start: Instant) {
    guard verdict != verdicts.last else { return }
    starts.append(start)
    verdicts.append(verdict)
  }

  /// Adds a stretch, after which the customer is ineligible as before it.
  mutating func append(_ stretch: VerdictStretch) {
    if verdicts.isEmpty, stretch.from > .minimum { append(.ineligible, from: .minimum) }
    if starts.last == stretch.from {
      starts.removeLast()
      verdicts.removeLast()
    }
    append(stretch.isEligible ? .eligible : .undetermined, from: stretch.from)
    if stretch.through < .maximum {
      append(.ineligible, from: stretch.through.adding(milliseconds: 1))
    }
  }

  /// The stretches in which the verdict is `eligible` (R4).
  package var windows: [Window] { stretches(of: .eligible) }

  /// Returns the stretches that have a verdict.
  func stretches(of verdict: Verdict) -> [Window] {
    starts.indices.compactMap { index in
      guard verdicts[index] == verdict else { return nil }
      let next = index + 1
      return Window(
        from: starts[index],
        through: next < starts.endIndex ? starts[next].adding(milliseconds: -1) : nil
      )
    }
  }

  /// Returns the verdict at an instant.
  func verdict(at now: Instant) -> Verdict {
    starts.lastIndex { $0 <= now }.map { verdicts[$0] } ?? .ineligible
  }

  /// Returns the first instant after another at which the verdict changes.
  func change(after now: Instant) -> Instant? {
    starts.first { $0 > now }
  }

  /// Returns whether the customer is ever eligible, or perhaps eligible, after an instant.
  func canOpen(after now: Instant) -> Bool { nextOpening(after: now) != nil }

  /// Returns the place of the first stretch after an instant that is not ineligible.
  func nextOpening(after now: Instant) -> Int? {
    starts.indices.first { starts[$0] > now && verdicts[$0] != .ineligible }
  }

  /// Returns the first instant after another at which the customer becomes or ceases to be eligible.
  func eligibilityChange(after now: Instant) -> Instant? {
    let current = starts.lastIndex { $0 <= now }
    let isEligible = current.map { verdicts[$0] == .eligible } ?? false
    return starts.indices.first { index in
      starts[index] > now && (verdicts[index] == .eligible) != isEligible
    }.map { starts[$0] }
  }
}
