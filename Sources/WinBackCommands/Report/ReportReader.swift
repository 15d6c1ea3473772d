import CalendarTime
import WinBack
import WinBackFormats

/// Reads histories and makes of them what one of the two pages needs.
///
/// Many customers in JSON Lines are counted as they come; everything else is read as a whole first.
struct ReportReader {
  /// What a page is about.
  enum Page: String, Sendable, CaseIterable {
    /// Each customer with reasons.
    case customers
    /// Numbers of customers.
    case cohort
  }

  /// What was made of the histories.
  enum Subject {
    case customers([Decision])
    case cohort(CohortTally)
  }

  /// The most customers that are told of one by one where the user does not say.
  static let mostCustomers = 20

  /// The bytes that are read before it is known what they are.
  private static let beginningSize = 1 << 20

  let program: CohortProgram
  let history: HistoryInputOptions
  /// The page that the user wants; nil to go by the number of customers.
  let page: Page?
  let console: Console

  /// Reads the input.
  ///
  /// - Throws: ``CommandFailure`` where it cannot be read, or is not what was expected.
  func read() throws(CommandFailure) -> Subject {
    try ScoreInput.with(history.file, on: console) { input throws(CommandFailure) in
      var bytes = try input.read(atMost: Self.beginningSize)
      if isCohort(bytes) { return .cohort(try count(input, after: bytes)) }
      bytes += try input.read(atMost: InputFile.defaultLimit)
      if isCohort(bytes) { return .cohort(try count(input, after: bytes)) }
      guard page != .customers, !holdsLines(bytes) else {
        return .customers(try decisions(in: bytes))
      }
      let histories = try history.histories(for: program.engine, in: bytes, on: console)
      return page == .cohort || isMany(histories.count)
        ? .cohort(try tally(of: histories)) : .customers(try decisions(in: bytes))
    }
  }

  /// Returns whether an input that begins so can be counted line by line, and is to be.
  ///
  /// What is wrong with it is told by those who read all of it.
  private func isCohort(_ bytes: ContiguousArray<UInt8>) -> Bool {
    guard page != .customers, holdsLines(bytes) else { return false }
    return page == .cohort || isMany(bytes.lineCount)
  }

  private func holdsLines(_ bytes: ContiguousArray<UInt8>) -> Bool {
    (try? history.format(ofInputBeginningWith: bytes)) == .native
      && JSONScanner.holdsLines(bytes.rawBytes)
  }

  private func count(
    _ input: ScoreInput,
    after beginning: ContiguousArray<UInt8>
  ) throws(CommandFailure) -> CohortTally {
    history.report(.native, [], on: console)
    let job = CohortJob(program: program, file: history.file, console: console)
    return try job.run(input, after: beginning)
  }

  private func isMany(_ count: Int) -> Bool { count > Self.mostCustomers }

  private func decisions(
    in bytes: ContiguousArray<UInt8>
  ) throws(CommandFailure) -> [Decision] {
    try history.decisions(of: program.engine, in: bytes, asOf: program.now, on: console).flatMap {
      $0
    }
  }

  private func tally(of histories: [CustomerHistory]) throws(CommandFailure) -> CohortTally {
    var counter = CohortCounter(program)
    for history in histories {
      do {
        try counter.count(history)
      } catch {
        throw CommandFailure(
          .badData,
          [
            Diagnostic(
              .error,
              "customer '\(history.customerId.printable)': \(error.description)",
              file: self.history.file.name
            )
          ]
        )
      }
    }
    return counter.tally
  }
}

extension ScoreInput {
  /// Reads the next bytes, up to a limit or the end.
  fileprivate func read(atMost limit: Int) throws(CommandFailure) -> ContiguousArray<UInt8> {
    var bytes: ContiguousArray<UInt8> = []
    var count = 0
    while count < limit {
      if count == bytes.count {
        let room = min(max(1 << 16, count), limit - count)
        bytes.append(contentsOf: repeatElement(0, count: room))
      }
      let read = try read(into: &bytes, from: count)
      guard read > 0 else { break }
      count += read
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}

extension ContiguousArray<UInt8> {
  /// The number of lines that are not blank.
  fileprivate var lineCount: Int {
    split(separator: UInt8(ascii: "\n")).count { line in
      line.contains { $0 > UInt8(ascii: " ") }
    }
  }
}
