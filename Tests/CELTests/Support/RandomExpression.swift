import CEL
import CalendarTime
import TestSupport

/// Writes random expressions whose types are right.
struct RandomExpression {
  let seed: UInt64
  var generator: SplitMix64

  /// A Boolean value that tells whether values are kept small and known, so that most things happen.
  var isTame = false

  /// Variables of every type, with and without `has`, and the clock.
  static let environment = Environment(
    [Variable("now", .timestamp, isClock: true)]
      + types.flatMap { name, type in
        [
          Variable("required.\(name)", type), Variable("optional.\(name)", type, isOptional: true),
        ]
      }
  )

  private static let types: [(name: String, type: ValueType)] = [
    ("flag", .bool), ("count", .int), ("ratio", .double), ("text", .string), ("time", .timestamp),
    ("length", .duration), ("texts", .list(.string)), ("counts", .list(.int)), ("nothing", .null),
  ]

  init(seed: UInt64) {
    self.seed = seed
    generator = SplitMix64(seed: seed)
  }

  /// A source that should have been an expression.
  struct Rejected: Error {
    let seed: UInt64
    let source: String
    let error: ExpressionError
  }

  /// Reads a source that should be an expression.
  func parse(_ source: String) throws -> Expression {
    do throws(ExpressionError) {
      return try Expression(source, in: Self.environment)
    } catch {
      throw Rejected(seed: seed, source: source, error: error)
    }
  }

  /// Returns an expression of a type, without the clock outside comparisons.
  mutating func source(_ type: ValueType, depth: Int) -> String {
    guard depth > 0, !generator.chance(1, in: 8) else { return leaf(type) }
    let below = depth - 1
    if generator.chance(1, in: 10) {
      return "(\(source(.bool, depth: below)) ? \(source(type, depth: below)) : "
        + "\(source(type, depth: below)))"
    }
    switch type {
    case .bool: return bool(depth: below)
    case .int: return int(depth: below)
    case .double: return arithmetic(.double, ["+", "-", "*", "/"], depth: below)
    case .string: return string(depth: below)
    case .timestamp: return timestamp(free(depth: below), depth: below)
    case .duration:
      return generator.chance(1, in: 2)
        ? arithmetic(.duration, ["+", "-"], depth: below)
        : "(\(free(depth: below)) - \(free(depth: below)))"
    case .list(let element):
      return generator.chance(1, in: 3)
        ? arithmetic(type, ["+"], depth: below)
        : "[\((0..<Int.random(in: 0...3, using: &generator)).map { _ in free(element, below) }.joined(separator: ", "))]"
    case .null, .nothing: return leaf(type)
    }
  }

  private mutating func leaf(_ type: ValueType) -> String {
    if generator.chance(1, in: 2) { return value(of: type).description }
    let name = Self.types.first { $0.type == type }?.name ?? "flag"
    return generator.pick(["required.\(name)", "optional.\(name)"])
  }

  /// Returns an expression that does not read the clock.
  private mutating func free(_ type: ValueType, _ depth: Int) -> String {
    let expression = source(type, depth: depth)
    return expression.contains("now") ? leaf(type) : expression
  }

  private mutating func free(depth: Int) -> String {
    free(.timestamp, depth)
  }

  private mutating func arithmetic(
    _ type: ValueType,
    _ signs: [String],
    depth: Int
  ) -> String {
    let sign = signs.randomElement(using: &generator) ?? "+"
    return "(\(free(type, depth)) \(sign) \(free(type, depth)))"
  }

  private mutating func bool(depth: Int) -> String {
    switch Int.random(in: 0..<11, using: &generator) {
    case 0, 1:
      return "(\(source(.bool, depth: depth)) && \(source(.bool, depth: depth)))"
    case 2, 3:
      return "(\(source(.bool, depth: depth)) || \(source(.bool, depth: depth)))"
    case 4: return "!\(source(.bool, depth: depth))"
    case 5:
      return "has(optional.\(Self.types.randomElement(using: &generator)?.name ?? "flag"))"
    case 6: return clockComparison(depth: depth)
    case 7:
      let name = generator.pick(["startsWith", "endsWith", "contains"])
      return "\(source(.string, depth: depth)).\(name)(\(source(.string, depth: depth)))"
    case 8:
      let type = generator.pick([ValueType.string, .int])
      return "(\(free(type, depth)) in \(free(.list(type), depth)))"
    default:
      let ordered: [ValueType] = [.bool, .int, .double, .string, .timestamp, .duration]
      let type = ordered.randomElement(using: &generator) ?? .int
      let other = type == .int && generator.chance(1, in: 3) ? ValueType.double : type
      return "(\(source(type, depth: depth)) \(comparison()) \(source(other, depth: depth)))"
    }
  }

  private mutating func comparison() -> String {
    generator.pick(["==", "!=", "<", "<=", ">", ">="])
  }

  /// Returns a comparison with the clock on one side, in all ways that are allowed.
  mutating func clockComparison(depth: Int) -> String {
    let instant = movingInstant(depth: depth)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0:
      return "(int(\(instant)) \(comparison()) int(\(free(depth: depth))))"
    case 1:
      let length =
        generator.chance(1, in: 2)
        ? "(\(instant) - \(free(depth: depth)))" : "(\(free(depth: depth)) - \(instant))"
      return "(\(length) + \(free(.duration, depth)) \(comparison()) \(free(.duration, depth)))"
    case 2: return "(\(instant) in [\(free(depth: depth)), \(free(depth: depth))])"
    case 3: return "(\(free(depth: depth)) \(comparison()) \(instant))"
    default: return "(\(instant) \(comparison()) \(free(depth: depth)))"
    }
  }

  private mutating func movingInstant(depth: Int) -> String {
    guard depth > 0, !generator.chance(1, in: 3) else { return "now" }
    return timestamp(movingInstant(depth: depth - 1), depth: depth - 1)
  }

  /// Returns an instant that is shifted from another.
  private mutating func timestamp(_ instant: String, depth: Int) -> String {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: "(\(instant) + \(free(.duration, depth)))"
    case 1: "(\(instant) - \(free(.duration, depth)))"
    case 2: "(\(free(.duration, depth)) + \(instant))"
    default: "addMonths(\(instant), \(free(.int, depth)))"
    }
  }

  private mutating func int(depth: Int) -> String {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: "-\(free(.int, depth))"
    case 1: "size(\(free(.string, depth)))"
    case 2: "int(\(free(generator.pick([.double, .timestamp, .string]), depth)))"
    case 3: "\(free(.list(.string), depth)).size()"
    default: arithmetic(.int, ["+", "-", "*", "/", "%"], depth: depth)
    }
  }

  private mutating func string(depth: Int) -> String {
    generator.chance(1, in: 2)
      ? arithmetic(.string, ["+"], depth: depth)
      : "string(\(free(generator.pick([.int, .bool, .timestamp, .duration, .double]), depth)))"
  }

  /// Returns a value that a literal can have, or now and then one that none can have.
  mutating func value(of type: ValueType, orExtreme: Bool = false) -> Value {
    switch type {
    case .bool: .bool(generator.chance(1, in: 2))
    case .int:
      .int(generator.pick(isTame ? [0, 1, 2, -1] : [0, 1, 2, 3, -1, -13, 7, .max, .min]))
    case .double:
      .double(
        orExtreme && generator.chance(1, in: 4)
          ? generator.pick([.nan, .infinity, -.infinity])
          : generator.pick([0, 1, -1.5, 2, -0.0, 1e300, 9.5e-7, 9_223_372_036_854_775_808])
      )
    case .string:
      .string(generator.pick(["", "a", "ab", "b", "'\\\n\u{1}é", "Ame\u{301}lie", "2"]))
    case .timestamp:
      .timestamp(
        orExtreme && generator.chance(1, in: 8)
          ? Instant(milliseconds: generator.pick([.min, .max, 253_402_300_800_000]))
          : time()
      )
    case .duration:
      .duration(
        milliseconds: orExtreme && generator.chance(1, in: 8)
          ? generator.pick([.min, .max])
          : generator.pick([0, 1, -1, 86_400_000, -43_200_000, 2_678_400_000, 9_223_372_036_854])
      )
    case .list(let element):
      .list((0..<Int.random(in: 0...3, using: &generator)).map { _ in value(of: element) })
    case .null, .nothing: .null
    }
  }

  /// Returns an instant within some months around the last days of January 2023.
  private mutating func time() -> Instant {
    guard isTame || !generator.chance(1, in: 20) else {
      return generator.pick([.minimum, .maximum, Instant(milliseconds: 0)])
    }
    let day: Int64 = generator.pick([
      19_385, 19_386, 19_387, 19_388, 19_389, 19_416, 19_447, 19_400,
    ])
    let hours = Int64.random(in: 0...3, using: &generator) * 6
    return Instant(
      milliseconds: (day * 24 + hours) * 3_600_000 + Int64.random(in: 0...1, using: &generator)
    )
  }

  /// Returns what is known of each variable: mostly a value.
  mutating func bindings() -> [Binding] {
    Self.environment.variables.map { variable in
      let rarity = isTame ? 5 : 1
      if variable.isOptional, generator.chance(1, in: 5 * rarity) { return .absent }
      if !variable.isClock, generator.chance(1, in: 6 * rarity) { return .unknown }
      return .value(value(of: variable.type, orExtreme: !isTame))
    }
  }
}

extension RandomExpression {
  /// Returns a bool over comparisons of single variables with constants, and a few others.
  mutating func solvable(depth: Int) -> String {
    guard depth > 0 else { return solvableComparison() }
    return switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1: "(\(solvable(depth: depth - 1)) && \(solvable(depth: depth - 1)))"
    case 2: "(\(solvable(depth: depth - 1)) || \(solvable(depth: depth - 1)))"
    case 3: "!\(solvable(depth: depth - 1))"
    case 4:
      "(\(solvable(depth: depth - 1)) ? \(solvable(depth: depth - 1)) "
        + ": \(solvable(depth: depth - 1)))"
    default: solvableComparison()
    }
  }

  private mutating func solvableComparison() -> String {
    let sign = generator.pick(["==", "!=", "<", "<=", ">", ">="])
    let group = generator.pick(["required", "optional"])
    return switch Int.random(in: 0..<13, using: &generator) {
    case 0: "\(group).flag"
    case 1: "has(optional.\(generator.pick(["flag", "count", "text", "time"])))"
    case 2: "(\(group).count \(sign) \(value(of: .int)))"
    case 3: "(\(value(of: .double)) \(sign) \(group).count)"
    case 4: "(\(group).count - \(value(of: .int)) in [\(value(of: .int)), \(value(of: .int))])"
    case 5: "(\(value(of: .int)) - \(group).count + 1 \(sign) \(value(of: .int)))"
    case 6: "(\(group).text \(generator.pick(["==", "!="])) \(value(of: .string)))"
    case 7: "(\(group).text in \(value(of: .list(.string))))"
    case 8: "(addMonths(\(group).time, \(value(of: .int))) \(sign) \(value(of: .timestamp)))"
    case 9: "(int(\(group).time) \(sign) int(\(value(of: .timestamp))))"
    case 10: "(\(group).time - \(value(of: .timestamp)) \(sign) \(value(of: .duration)))"
    case 11: "(\(group).flag == \(value(of: .bool)))"
    default:
      generator.chance(1, in: 4) ? "\(group).text.contains('a')" : "(1 \(sign) \(group).count)"
    }
  }
}
