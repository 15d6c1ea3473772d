import CalendarTime
import Dispatch
import Synchronization
import WinBack
import WinBackFormats

/// Counts a cohort that comes as JSON Lines, on all processors, in memory that does not grow.
struct CohortJob: Sendable {
  /// Small enough that a hundred thousand customers keep every processor busy.
  private static let blockSize = 1 << 16

  /// How many rejected lines are told of on standard error.
  private static let reportLimit = 5

  let program: CohortProgram
  let file: InputFile
  let console: Console

  /// Counts all customers.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - beginning: What has been read of them already.
  /// - Returns: What was counted.
  /// - Throws: ``CommandFailure`` where the input cannot be read.
  func run(
    _ input: ScoreInput,
    after beginning: ContiguousArray<UInt8>
  ) throws(CommandFailure) -> CohortTally {
    let source = try LineSource(input, after: beginning, blockSize: Self.blockSize)
    let total = Mutex<CohortTally>(program.emptyTally)
    // How many lines came before, and how many faults were told of.
    let reported = Mutex((lines: 0, faults: 0))
    let failure = Mutex<CommandFailure?>(nil)
    let order = OrderedResults()
    let work: @Sendable () -> Void = {
      var counter = CohortCounter(program)
      do throws(CommandFailure) {
        var block = LineBlock()
        while try source.next(&block) {
          let linesBefore = counter.tally.lines
          counter.count(block)
          let lines = counter.tally.lines - linesBefore
          let rejected = counter.rejected
          let isDone = try order.inTurn(block.number) { () throws(CommandFailure) in
            reported.withLock { report(rejected, lines: lines, &$0) }
          }
          guard isDone else { break }
        }
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
      total.withLock { $0.add(counter.tally) }
    }
    let group = DispatchGroup()
    for index in 0..<Platform.processorCount {
      DispatchQueue(label: "winback.cohort.\(index)").async(group: group, execute: work)
    }
    group.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
    return total.withLock { $0 }
  }

  private func report(
    _ rejected: [RejectedLine],
    lines: Int,
    _ reported: inout (lines: Int, faults: Int)
  ) {
    for line in rejected where reported.faults < Self.reportLimit {
      reported.faults += 1
      console.report(
        Diagnostic(
          .error,
          line.message,
          file: file.name,
          line: reported.lines + line.lineIndex + 1,
          column: line.column
        )
      )
    }
    reported.lines += lines
  }
}
