/// The command line of the generator.
struct Options {
  static let help = """
    Makes up subscription histories and the catalog that they are scored against.

      generate-histories --customers 1000000 --catalog catalog.json --output histories.jsonl

      --customers N     how many lines to write (default 1000)
      --seed S          another seed gives other customers (default 1)
      --dates FORM      milliseconds (default) or iso8601
      --payload FORM    full (default): Apple's keys; trimmed: those that eligibility needs;
                        lean: seven keys; shuffled: full, keys in any order; nested: full, with
                        unknown objects and arrays; varied: full, with values that all differ
      --offers N        how many offers the catalog has: 10 (default) or more, as 350
      --catalog FILE    where to write the catalog
      --output FILE     where to write the histories
    """

  struct Mistake: Error {
    var message: String
  }

  var customers = 1000
  var seed: UInt64 = 1
  var dates = DateForm.milliseconds
  var payload = Payload.full
  var offers = 10
  var catalog: String?
  var output: String?
  var wantsHelp = false

  init(_ arguments: some Sequence<String>) throws(Mistake) {
    var arguments = arguments.makeIterator()
    while let option = arguments.next() {
      if option == "--help" {
        wantsHelp = true
        continue
      }
      guard let value = arguments.next() else {
        throw Mistake(message: "'\(option)' needs a value")
      }
      switch option {
      case "--customers": customers = try Self.parse(value, for: option)
      case "--seed": seed = try Self.parse(value, for: option)
      case "--dates": dates = try Self.choose(value, for: option)
      case "--payload": payload = try Self.choose(value, for: option)
      case "--offers": offers = try Self.parse(value, for: option)
      case "--catalog": catalog = value
      case "--output": output = value
      default: throw Mistake(message: "unknown option '\(option)'")
      }
    }
    guard offers >= Catalog.fewestOffers else {
      throw Mistake(message: "'--offers' is at least \(Catalog.fewestOffers), not \(offers)")
    }
  }

  private static func parse<Number: FixedWidthInteger>(
    _ value: String,
    for option: String
  ) throws(Mistake) -> Number {
    guard let number = Number(value), number >= 0 else {
      throw Mistake(message: "'\(option)' needs a number, not '\(value)'")
    }
    return number
  }

  private static func choose<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: String,
    for option: String
  ) throws(Mistake) -> Choice {
    guard let choice = Choice(rawValue: value) else {
      let known = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
      throw Mistake(message: "'\(option)' is \(known), not '\(value)'")
    }
    return choice
  }
}
