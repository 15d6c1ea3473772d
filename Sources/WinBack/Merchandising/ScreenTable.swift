import CEL

/// What is decided for each combination of the three truths that the conditions usually read: whether a
/// subscription will renew, and whether there are introductory and win-back offers.
struct ScreenTable: Sendable {
  /// What conditions decide.
  enum Choice: Sendable, Hashable {
    /// The condition at a place holds.
    case condition(Int)
    /// None holds.
    case none
    /// It cannot be decided.
    case undetermined
  }

  private var choices: ContiguousArray<Choice> = []

  /// Decides all combinations; nil where conditions read more than these.
  init?(_ merchandiser: Merchandiser) {
    let vocabulary = merchandiser.rules.vocabulary
    let variables = Set(merchandiser.conditions.flatMap { $0.variables })
    for id in variables {
      switch vocabulary.role(of: id) {
      case .fact(.willRenew), .answer(.introductoryEligible), .answer(.winBackEligible): continue
      default: return nil
      }
    }
    for renewal in Self.truths {
      for introductory in Self.truths {
        for winBack in Self.truths {
          let choice = merchandiser.choice { id in
            switch vocabulary.role(of: id) {
            case .fact: renewal.binding
            case .answer(.introductoryEligible): introductory.binding
            default: winBack.binding
            }
          }
          choices.append(
            choice.undecided.isEmpty
              ? choice.place.map { .condition($0) } ?? .none : .undetermined
          )
        }
      }
    }
  }

  private static let truths: [Truth] = [.fails, .unknown, .holds]

  private static func place(_ truth: Truth) -> Int {
    switch truth {
    case .fails: 0
    case .unknown: 1
    case .holds: 2
    }
  }

  /// Returns what is decided.
  func choice(renewal: Truth, introductory: Truth, winBack: Truth) -> Choice {
    choices[9 * Self.place(renewal) + 3 * Self.place(introductory) + Self.place(winBack)]
  }

  /// Returns the choice if it is the same with and without an introductory offer; otherwise nil.
  func choice(renewal: Truth, winBack: Truth) -> Choice? {
    let first = choice(renewal: renewal, introductory: .fails, winBack: winBack)
    return choice(renewal: renewal, introductory: .unknown, winBack: winBack) == first
      && choice(renewal: renewal, introductory: .holds, winBack: winBack) == first ? first : nil
  }
}
