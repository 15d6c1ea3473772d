import CEL
import WinBack

/// What is to be told of an offer beside its rules: when it is open, what comes next, what would
/// open it now, and what the verdict hangs on.
struct OfferNotes {
  /// A name and what is said under it.
  struct Row {
    let name: String
    let lines: [String]
  }

  private let offer: OfferDecision

  init(_ offer: OfferDecision) {
    self.offer = offer
  }

  /// The notes; those that have nothing to say are left out.
  var rows: [Row] {
    [
      Row(name: offer.windows.count > 1 ? "windows" : "window", lines: windows),
      Row(name: "next change", lines: [nextChange]),
      Row(name: "eligible if", lines: edits),
      Row(name: "hinges on", lines: hinges),
    ].filter { !$0.lines.isEmpty }
  }

  private var windows: [String] {
    guard !offer.windows.isEmpty else { return ["none"] }
    return offer.windows.map { window in
      // To the millisecond, since both ends are inside the window. No-break spaces keep an instant
      // and its preposition together.
      "\(window.from) " + (window.through.map { "through\u{A0}\($0)" } ?? "without\u{A0}end")
    }
  }

  /// What comes next, in a few words.
  var nextChange: String {
    guard let change = offer.changesAt else {
      return offer.verdict == .ineligible ? "none: never eligible without a new purchase" : "none"
    }
    let opensThen = offer.windows.contains { $0.from == change }
    let opensLater = offer.windows.first { $0.from > change }
    switch offer.verdict {
    case .eligible: return "no longer eligible from \(change.brief)"
    case _ where opensThen: return "eligible from \(change.brief)"
    case .undetermined: return "not eligible from \(change.brief)"
    case .ineligible:
      return "undetermined from \(change.brief)"
        + (opensLater.map { ", eligible from \($0.from.brief)" } ?? "")
    }
  }

  /// The edits of the offer that are needed together; none where waiting is all that helps.
  private var edits: [String] {
    for case .offer(let edits) in offer.smallestChanges {
      return edits.map(Self.line)
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

  /// The policies with the values that lead to another verdict, as `--policy` takes them.
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
      "\(line.hinge.policy)=\(line.hinge.value): \(line.hinge.verdict.phrase) with "
        + line.alternatives.joined(separator: " or ")
    }
  }
}

extension Verdict {
  /// The verdict within a sentence.
  var phrase: String {
    switch self {
    case .eligible: "eligible"
    case .ineligible: "not eligible"
    case .undetermined: "undetermined"
    }
  }
}
