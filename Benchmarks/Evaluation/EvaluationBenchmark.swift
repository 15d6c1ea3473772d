import CalendarTime
import Foundation
import WinBack
import WinBackFormats

/// Measures the evaluation alone, from a history in memory to the list of offers, facts included,
/// with no reading and no writing; and the reading alone.
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
    let program = ScoringProgram(engine, asOf: try Instant(iso8601: arguments[3]))
    let histories = ContiguousArray(try Data(contentsOf: URL(filePath: arguments[1])))
    var customers = try Customers(histories, program)

    var scorer = Scorer(program)
    let symbols = customers.symbols
    var eligible = 0
    let evaluation = nanoseconds {
      eligible = 0
      var timelines = customers.timelines.mutableSpan
      for index in timelines.indices {
        timelines[index].score(with: &scorer, symbols)
        eligible += scorer.eligible.count
      }
    }
    let perCustomer = evaluation / Double(customers.timelines.count)
    var transactions = 0
    let reading = try nanoseconds {
      transactions = try Customers.countTransactions(histories, program)
    }
    let offers = engine.offerIds.count
    print("timelines of customers        \(customers.timelines.count)")
    print("transactions a timeline       \(customers.transactionsPerTimeline)")
    print("offers                        \(offers)")
    print("eligible                      \(eligible)")
    print("ns a customer, median of 21   \(perCustomer)")
    print("ns a customer and offer       \(perCustomer / Double(offers))")
    print("reading, ns a transaction     \(reading / Double(transactions))")
    print("reading, GB/s                 \(Double(histories.count) / reading)")
  }

  /// Returns the median of the times that some work takes, of 21 runs.
  private static func nanoseconds(_ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    var durations: [Double] = []
    for _ in 0..<21 { durations.append(try clock.measure(work) / .nanoseconds(1)) }
    durations.sort()
    return durations[durations.count / 2]
  }
}
