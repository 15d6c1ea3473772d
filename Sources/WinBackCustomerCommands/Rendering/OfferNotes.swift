import WinBackCommandLine

/// What is to be told of an offer beside its rules: when it is open, what comes next, what would
/// open it now, and what the verdict depends on.
struct OfferNotes {
  struct Row {
    let name: String
    let lines: [String]
    /// The line about the window that is open now.
    var openLine: Int?
  }

  let offer: OfferDecision
  let decision: Decision
  let names: CatalogNames
  /// Whether instants are written to the millisecond.
  var isExact = false

  var rows: [Row] {
    let needs = names.conditions(of: offer.offerId, in: decision.subscriptionGroupIdentifier)
    return [
      Row(
        name: offer.windows.count > 1 ? "windows" : "window",
        lines: offer.windows.map(text),
        openLine: offer.windows.firstIndex { $0.contains(decision.asOf) }
      ), Row(name: "next change", lines: [nextChange]),
      Row(name: "to see it", lines: offer.verdict == .eligible ? [needs].compactMap(\.self) : []),
      Row(name: "eligible if", lines: edits), Row(name: "depends on", lines: hinges),
    ].filter { !$0.lines.isEmpty }
  }

  private func text(_ window: Window) -> String {
    isExact
      ? "\(window.from) " + (window.through.map { "through\u{A0}\($0)" } ?? "without\u{A0}end")
      : window.days(asOf: decision.asOf)
  }

  private func time(_ instant: Instant) -> String {
    isExact ? instant.description : instant.brief(beside: decision.asOf)
  }

  var nextChange: String {
    guard let change = offer.changesAt else {
      guard offer.verdict == .ineligible else { return "none" }
      return decision.renewal?.autoRenews == true
        ? "none while the subscription renews" : "none without a new purchase"
    }
    switch offer.nextVerdict {
    case .eligible: return "eligible from \(time(change))"
    case .undetermined:
      let opening = offer.opening(after: change)
      return "not decided from \(time(change))"
        + (opening.map { ", eligible from \(time($0))" } ?? "")
    default:
      return (offer.verdict == .eligible ? "no longer" : "not") + " eligible from \(time(change))"
    }
  }

  /// The edits of the offer that are needed together; none if waiting is all that helps.
  ///
  /// The store locks the criteria of an offer when it starts, so that they are a new offer's then.
  private var edits: [String] {
    for case .offer(let edits) in offer.smallestChanges {
      let start = names.start(of: offer.offerId, in: decision.subscriptionGroupIdentifier)
      let isLocked = start.map { $0 <= decision.asOf } ?? false
      return edits.map(Self.line) + (isLocked ? ["in a new offer: this one is locked"] : [])
    }
    return []
  }

  private static func line(_ edit: SmallestChange.Edit) -> String {
    if case .list(let from) = edit.from, case .list(let to) = edit.to, to.starts(with: from) {
      let added = to.dropFirst(from.count).map(\.text).joined(separator: ", ")
      return "\(edit.attribute) + \(added)"
    }
    // No-break spaces keep the two values together.
    return "\(edit.attribute) \(edit.from?.text ?? "none")\u{A0}→\u{A0}\(edit.to?.text ?? "none")"
  }

  /// The assumptions that another one would turn into another verdict, in words and as `--policy` takes
  /// them.
  private var hinges: [String] {
    var lines: [(hinge: Hinge, alternatives: [String])] = []
    for hinge in offer.hingesOn {
      if let last = lines.last, last.hinge.policy == hinge.policy,
        last.hinge.verdict == hinge.verdict
      {
        lines[lines.count - 1].alternatives.append(hinge.alternative)
      } else {
        lines.append((hinge, [hinge.alternative]))
      }
    }
    return lines.map { line in
      let policy = names.policy(line.hinge.policy)
      let meaning = policy?.answer(line.hinge.value) ?? "\(line.hinge.value)."
      return "\(line.hinge.policy)=\(line.hinge.value): \(meaning) With "
        + line.alternatives.joined(separator: " or ") + ": \(line.hinge.verdict.phrase)"
    }
  }
}

extension Decision {
  /// Returns when the next verdict changes, in words.
  func nextChange(_ time: (Instant) -> String) -> String {
    guard let change = changesAt else { return "none" }
    let isDecided = offers.contains { $0.changesAt == change && $0.nextVerdict != .undetermined }
    return isDecided ? time(change) : "not decided from \(time(change))"
  }
}
