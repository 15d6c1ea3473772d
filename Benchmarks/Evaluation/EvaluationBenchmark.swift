import CalendarTime
import Foundation
import WinBack
import WinBackFormats

/// Measures the evaluation alone, from a history in memory to the list of offers, facts included,
/// with no reading and no writing; and the reading alone.
///
/// A customer whose history was just read is in the processor's cache, as scoring a file has it; one of
/// many in memory has to be fetched first, which takes longer than to evaluate it.
///
///     swift run -c release evaluation-benchmark HISTORIES CATALOG AS-OF
@main
enum EvaluationBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else {
      print("usage: evaluation-benchmark HISTORIES CATALOG AS-OF")
      exit(64)
    }
    let engine = try EligibilityEngine(
      catalog: Catalog(json: Data(contentsOf: URL(filePath: arguments[2]))),
      rules: .appStore()
    )
    let program = BatchProgram(engine, at: try Instant(iso8601: arguments[3]))
    let histories = ContiguousArray(try Data(contentsOf: URL(filePath: arguments[1])))
    var customers = try Customers(histories, program)

    var evaluator = BatchEvaluator(program)
    let symbols = customers.symbols
    let count = customers.timelines.count
    /// Returns the time that a customer takes where so many are evaluated over and over.
    func evaluation(of few: Int) -> (nanoseconds: Double, eligible: Int) {
      let rounds = max(1, count / few)
      var eligible = 0
      let time = nanoseconds {
        eligible = 0
        var timelines = customers.timelines.mutableSpan
        for _ in 0..<rounds {
          for index in 0..<min(few, count) {
            timelines[index].score(with: &evaluator, symbols)
            eligible += evaluator.results.eligible.count
          }
        }
      }
      return (time / Double(rounds * min(few, count)), eligible)
    }
    let (fetched, eligible) = evaluation(of: count)
    let cached = evaluation(of: cachedCount).nanoseconds
    var transactions = 0
    let reading = try nanoseconds {
      transactions = try Customers.countTransactions(histories, program)
    }
    let offers = engine.offerIds.count
    print("timelines of customers        \(count)")
    print("transactions a timeline       \(customers.transactionsPerTimeline)")
    print("offers                        \(offers)")
    print("eligible                      \(eligible)")
    print("ns a customer, in the cache   \(cached)")
    print("ns a customer and offer       \(cached / Double(offers))")
    print("ns a customer, from memory    \(fetched)")
    print("reading, ns a transaction     \(reading / Double(transactions))")
    print("reading, GB/s                 \(Double(histories.count) / reading)")
  }

  /// How many customers surely stay in the cache of a processor's core.
  private static let cachedCount = 256

  /// Returns the median of the times that some work takes, of 21 runs.
  private static func nanoseconds(_ work: () throws -> Void) rethrows -> Double {
    var durations: [Double] = []
    for _ in 0..<21 {
      let start = ProcessInfo.processInfo.systemUptime
      try work()
      durations.append((ProcessInfo.processInfo.systemUptime - start) * 1e9)
    }
    durations.sort()
    return durations[durations.count / 2]
  }
}
