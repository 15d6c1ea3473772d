#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// A scenario file, as `winback test` runs it: a collection of the results of its scenarios.
///
/// An element runs its scenario when it is read. A scenario that cannot be read is an element that fails,
/// and a file without scenarios is an error, so that no test passes without a scenario.
///
/// ```swift
/// @Test(arguments: try ScenarioFile(contentsOf: "Tests/OfferTests/offers.scenarios.json"))
/// func scenario(outcome: ScenarioFile.Outcome) { #expect(outcome.failures == []) }
/// ```
public struct ScenarioFile: Sendable {
  /// An error in the file, or in one that it names.
  public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file with the error.
    public let file: String

    /// What is wrong, and its location.
    public let error: FormatError

    /// The path, the location and the message.
    public var description: String { "\(file):\(error)" }
  }

  /// The result of a scenario.
  public struct Outcome: Sendable, Hashable, CustomStringConvertible {
    /// The name of the scenario.
    public let name: String

    /// The line of the file on which it starts, from 1.
    public let line: Int

    /// The expectations that failed, with the rules that decided; empty for a scenario that passed.
    public let failures: [String]

    /// The name, and the failures on lines of their own.
    public var description: String { ([name] + failures).joined(separator: "\n") }
  }

  /// The errors of scenarios that could not be read; the others are run.
  public var faults: [Fault] { suite.errors }

  private let suite: ScenarioSuite

  /// Reads a scenario file and the files that it names.
  ///
  /// - Parameters:
  ///   - bytes: A JSON document, by the schema that `winback print schema scenarios` prints.
  ///   - path: Its path, to which other paths are relative.
  ///   - read: Reads a file that it names.
  /// - Throws: ``Fault`` if the file, or a file that all scenarios need, has an error, or if there is no
  ///   scenario.
  /// - Complexity: O(*n*) for *n* bytes, besides the files that it names.
  public init(
    _ bytes: some Sequence<UInt8>,
    at path: String,
    read: @escaping (_ path: String) throws -> [UInt8]
  ) throws(Fault) {
    var library = ScenarioLibrary { path throws(UnreadableFile) in
      do {
        return ContiguousArray(try read(path))
      } catch {
        throw UnreadableFile(reason: "cannot read '\(path)': \(error)")
      }
    }
    suite = try ScenarioSuite(json: ContiguousArray(bytes), file: path, &library)
    guard !isEmpty else { throw Fault("expected a scenario, found none", in: path) }
  }

  /// Reads the scenario file at a path and the files that it names.
  ///
  /// - Throws: ``Fault`` if the file, or a file that all scenarios need, has an error.
  /// - Complexity: O(*n*) for *n* bytes, besides the files that it names.
  public init(contentsOf path: String) throws(Fault) {
    let bytes: [UInt8]
    do {
      bytes = try Self.contents(of: path)
    } catch {
      throw Fault("cannot read '\(path)': \(error)", in: path)
    }
    try self.init(bytes, at: path) { path in try Self.contents(of: path) }
  }

  private static func contents(of path: String) throws(UnreadableFile) -> [UInt8] {
    guard let file = unsafe fopen(path, "rb") else {
      throw UnreadableFile(reason: unsafe String(cString: strerror(errno)))
    }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&block, 1, block.count, file)
      guard count > 0 else { break }
      bytes += block.prefix(count)
    }
    guard unsafe ferror(file) == 0 else { throw UnreadableFile(reason: "it is no file") }
    return bytes
  }

  /// Runs the scenarios on all processors, and returns their results, in the order of the file.
  public func outcomes() -> [Outcome] {
    Array(indices).concurrentMap { self[$0] }
  }

  /// Returns the part of the offers' conditions that the scenarios show, at both sides of their
  /// edges.
  ///
  /// - Complexity: O(*s* · *o* · *c*) for *s* expectations, *o* offers and *c* conditions.
  public func coverage() -> SuiteMeasure {
    SuiteMeasure(SuiteScore(coverageOf: own, suite.engine))
  }

  /// Returns the part of small changes of the offers that the scenarios, which must pass, notice.
  ///
  /// - Complexity: O(*m* · *s*) for *m* changes and *s* expectations, on all processors.
  public func mutationScore() -> SuiteMeasure {
    SuiteMeasure(SuiteScore(mutantsOf: own, suite.engine))
  }

  /// The scenarios without policies of their own.
  private var own: [Scenario] { suite.scenarios.filter { $0.setting == suite.setting } }
}

extension ScenarioFile.Fault {
  /// Creates an error about a file as a whole.
  fileprivate init(_ message: String, in file: String) {
    self.init(file: file, error: FormatError(message: message, offset: 0, line: 1, column: 1))
  }
}

extension ScenarioFile: RandomAccessCollection {
  /// The position of the first scenario.
  public var startIndex: Int { 0 }

  /// The position after the last scenario.
  public var endIndex: Int { suite.scenarios.count + suite.errors.count }

  /// Runs the scenario at a position; those that cannot be read come last.
  public subscript(index: Int) -> Outcome {
    guard suite.scenarios.indices.contains(index) else {
      let fault = suite.errors[index - suite.scenarios.count]
      return Outcome(
        name: "a scenario that cannot be read",
        line: fault.error.line,
        failures: [fault.description]
      )
    }
    let scenario = suite.scenarios[index]
    return Outcome(
      name: scenario.name,
      line: scenario.line,
      failures: scenario.faults.map { "\(scenario.file):\($0)" }
        + scenario.run().failures.map { failure in
          (["line \(failure.expectation.line): \(failure.sentence)"]
            + failure.explanations.map(\.explanation)).joined(separator: "\n")
        }
    )
  }
}

/// How well the scenarios of a file cover something, and what is missing.
public struct SuiteMeasure: Sendable, Hashable {
  /// The covered part, in percent, rounded down; 100 if there is nothing to cover.
  public let percentage: Int

  /// What is missing, a sentence each.
  public let missing: [String]

  init(_ score: SuiteScore) {
    percentage = score.percentage
    missing = score.missing.map(\.line)
  }
}
