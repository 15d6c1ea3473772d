import CalendarTime
import Foundation
import WinBack
import WinBackFormats

/// Measures the evaluation alone: from a history in memory to the list of offers, facts included,
/// with no reading and no writing.
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
    let customers = try Customers(histories, program)

    var scorer = Scorer(program)
    var eligible = 0
    let clock = ContinuousClock()
    var nanoseconds: [Double] = []
    for _ in 0..<21 {
      eligible = 0
      let duration = clock.measure {
        let timelines = customers.timelines.span
        for index in timelines.indices {
          scorer.score(
            timelines[index].record,
            group: timelines[index].group,
            isOnlyGroup: timelines[index].isOnlyGroup,
            customers.symbols
          )
          eligible += scorer.eligible.count
        }
      }
      nanoseconds.append(duration / .nanoseconds(1) / Double(customers.timelines.count))
    }
    nanoseconds.sort()
    let median = nanoseconds[nanoseconds.count / 2]
    let offers = engine.offerIds.count
    print("timelines of customers      \(customers.timelines.count)")
    print("transactions a timeline     \(customers.transactionsPerTimeline)")
    print("offers                      \(offers)")
    print("eligible                    \(eligible)")
    print("ns a customer, median of 21 \(median)")
    print("ns a customer and offer     \(median / Double(offers))")
  }
}
