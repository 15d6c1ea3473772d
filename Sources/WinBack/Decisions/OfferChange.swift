public import CEL

extension OfferEvaluator {
  /// Returns the smallest edits of the offer that would make the customer eligible now.
  ///
  /// For each rule that fails, it moves one criterion of the offer that the rule reads to the
  /// nearest value that satisfies the rule. It tries the result as a whole.
  ///
  /// - Returns: The edits, one for each failing rule; nil if no edit of the offer is enough.
  func smallestEdits(of rules: [CheckedRule]) -> [SmallestChange.Edit]? {
    var edited = self
    var edits: [SmallestChange.Edit] = []
    for rule in rules where edited.truth(of: rule.conditions) == .fails {
      guard let (variable, binding) = edited.nearestEdit(for: rule) else { return nil }
      edits.append(
        SmallestChange.Edit(
          attribute: variable.name,
          rule: rule.rule.id,
          from: shown(value(of: variable), variable),
          to: shown(binding.value, variable)
        )
      )
      edited.edits[variable] = binding
    }
    return edited.verdict(of: rules) == .eligible ? edits : nil
  }

  /// Returns a value as catalogs write it: dates as days, and the end as the last day (T4).
  private func shown(_ value: Value?, _ variable: OfferVariable) -> Value? {
    guard case .timestamp(let instant) = value else { return value }
    let local = instant.adding(milliseconds: policies.facts.timeZone.milliseconds)
    let isEnd = variable == .endDate
    let day = isEnd ? local.adding(milliseconds: -Instant.millisecondsPerDay).date : local.date
    return .string(day.description)
  }

  private func value(of variable: OfferVariable) -> Value? {
    binding(of: Vocabulary.id(of: variable)).value
  }

  /// Returns the nearest value of one criterion that satisfies a rule; nil if none does.
  private func nearestEdit(for rule: CheckedRule) -> (OfferVariable, Binding)? {
    for variable in OfferVariable.allCases
    where variable.isCriterion && rule.require.reads(Vocabulary.id(of: variable)) {
      for candidate in candidates(for: variable, rule) {
        var tried = self
        tried.edits[variable] = candidate
        if tried.truth(of: rule.conditions) == .holds { return (variable, candidate) }
      }
    }
    return nil
  }

  /// Returns other values of a criterion, the nearest first.
  private func candidates(for variable: OfferVariable, _ rule: CheckedRule) -> [Binding] {
    guard let current = value(of: variable) else { return [] }
    switch current {
    case .int(let months):
      var candidates = AppStoreLimits().months(of: variable).map(Int64.init)
        .filter { $0 != months }
        .ordered { (abs($0 - months), $0) < (abs($1 - months), $1) }
        .map { Binding.value(.int($0)) }
      if variable.variable.isOptional { candidates.append(.absent) }
      return candidates
    case .timestamp(let instant):
      return days(near: snapshot.asOf).ordered {
        $0.milliseconds(until: instant).magnitude < $1.milliseconds(until: instant).magnitude
      }.map { .value(.timestamp($0)) }
    case .list(let elements):
      return rule.require.variables.compactMap { id in
        guard case .fact = vocabulary.role(of: id), let value = binding(of: id).value,
          case .string = value
        else { return nil }
        return .value(.list(elements + [value]))
      }
    default: return []
    }
  }

  /// Returns the starts of the days around an instant, in the time zone of the policy.
  private func days(near instant: Instant) -> [Instant] {
    let offset = policies.facts.timeZone.milliseconds
    let today = Instant(instant.adding(milliseconds: offset).date)
    return (-1...1).map { day in
      today.adding(milliseconds: day * Instant.millisecondsPerDay - offset)
    }
  }
}

extension Binding {
  fileprivate var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}

/// The smallest change that would make an ineligible customer eligible for an offer.
public enum SmallestChange: Sendable, Hashable {
  /// Another value for one attribute of an offer.
  public struct Edit: Sendable, Hashable {
    /// The attribute, as catalogs write it.
    public let attribute: String

    /// The rule that the edit satisfies.
    public let rule: String

    /// The current value; nil if there is none.
    public let from: Value?

    /// The value that it would need; nil if it must be omitted.
    public let to: Value?
  }

  /// The customer waits until an instant, and buys nothing meanwhile.
  case wait(until: Instant)

  /// The customer never becomes eligible without buying something.
  case never

  /// The offer is configured differently; all edits are needed together.
  case offer([Edit])
}

/// An undocumented assumption that a verdict hinges on.
public struct Hinge: Sendable, Hashable {
  /// The policy.
  public let policy: String

  /// The value under which the verdict was reached.
  public let value: String

  /// Another value, which leads to another verdict.
  public let alternative: String

  /// The verdict under that other value.
  public let verdict: Verdict
}
