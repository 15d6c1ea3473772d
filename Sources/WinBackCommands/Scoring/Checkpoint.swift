import CalendarTime
import WinBackFormats

/// How far a run has come, kept in a file so that an interrupted one can go on.
///
/// It is written only after everything it counts is in the files that it counts; what those hold
/// beyond it is cut off before going on, so that the result is the same to the byte.
struct Checkpoint: Sendable, Hashable {
  /// What the run is: whoever goes on must do the same.
  let job: String
  /// The instant that the run asks about.
  let asOf: Instant
  /// The offset of the first byte of the input that is not scored yet.
  var inputOffset = 0
  /// The bytes of the output so far.
  var outputSize = 0
  /// The bytes of the rejected lines so far.
  var rejectsSize = 0
  /// What was read so far.
  var reading = ReadingTally()
  /// What came of it.
  var scores: ScoreTally
  /// Whether everything is scored, and files only lack their names.
  var isWhole = false
  /// The process that goes on with the run, and since when.
  var holder: Holder

  /// A process that holds a checkpoint.
  struct Holder: Sendable, Hashable {
    let process: Int
    let since: Instant

    /// Who holds it, as a part of a message.
    var text: String { "process \(process), since \(since)" }
  }

  /// Whether an earlier run has left the checkpoint.
  private(set) var isResumed = false

  /// Creates the checkpoint of a run that has not begun.
  init(job: String, asOf: Instant, offerCount: Int, since now: Instant) {
    self.job = job
    self.asOf = asOf
    holder = Holder(process: Int(Platform.processIdentifier), since: now)
    scores = ScoreTally(offerCount: offerCount)
  }

  /// Reads a checkpoint.
  init(json bytes: ContiguousArray<UInt8>) throws(FormatError) {
    let object = try JSONDocument(parsing: bytes).root.object(keys: Key.allCases.map(\.rawValue))
    // Numbers that no run reaches could not be counted on.
    let counts = 0...(1 << 56)
    func number(_ key: Key) throws(FormatError) -> Int {
      try object.required(key.rawValue).integer(in: counts)
    }
    func numbers(_ key: Key) throws(FormatError) -> [Int] {
      var numbers: [Int] = []
      for node in try object.required(key.rawValue).array() {
        numbers.append(try node.integer(in: counts))
      }
      return numbers
    }
    job = try object.required(Key.job.rawValue).string()
    let range = Instant.minimum.milliseconds...Instant.maximum.milliseconds
    func instant(_ key: Key) throws(FormatError) -> Instant {
      let node = try object.required(key.rawValue)
      let number = try node.integer(in: Int(range.lowerBound)...Int(range.upperBound))
      return Instant(milliseconds: Int64(number))
    }
    asOf = try instant(.asOf)
    holder = Holder(process: try number(.process), since: try instant(.since))
    isWhole = try object.required(Key.isWhole.rawValue).bool()
    inputOffset = try number(.inputOffset)
    outputSize = try number(.outputSize)
    rejectsSize = try number(.rejectsSize)
    let eligible = try numbers(.eligible)
    let undetermined = try numbers(.undetermined)
    guard undetermined.count == eligible.count else {
      throw try object.required(Key.undetermined.rawValue).error(
        "expected \(eligible.count) numbers, found \(undetermined.count)"
      )
    }
    scores = ScoreTally(offerCount: eligible.count)
    scores.eligible = eligible
    scores.undetermined = undetermined
    reading.lines = try number(.lines)
    reading.blankLines = try number(.blankLines)
    reading.customers = try number(.customers)
    scores.results = try number(.results)
    reading.rejected = try number(.rejected)
    reading.skippedTransactions = try number(.skippedTransactions)
  }

  private enum Key: String, CaseIterable {
    case job, process, since, isWhole, asOf, inputOffset, outputSize, rejectsSize
    case lines, blankLines, customers, results, rejected, skippedTransactions
    case eligible, undetermined
  }

  /// The checkpoint as JSON.
  var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      func write(_ key: Key, _ value: some JSONWritable) { json.member(key.rawValue, value) }
      write(.job, job)
      write(.process, holder.process)
      write(.since, holder.since.milliseconds)
      write(.isWhole, isWhole)
      write(.asOf, asOf.milliseconds)
      write(.inputOffset, inputOffset)
      write(.outputSize, outputSize)
      write(.rejectsSize, rejectsSize)
      write(.lines, reading.lines)
      write(.blankLines, reading.blankLines)
      write(.customers, reading.customers)
      write(.results, scores.results)
      write(.rejected, reading.rejected)
      write(.skippedTransactions, reading.skippedTransactions)
      write(.eligible, scores.eligible)
      write(.undetermined, scores.undetermined)
    }
  }
}

// MARK: - Going on

extension Checkpoint {
  /// Returns what is there of a file of which the checkpoint counts some bytes.
  func beginning(_ size: Int) -> ResumableFile.Beginning {
    isResumed ? (isWhole ? .whole(size) : .bytes(size)) : .anew
  }

  /// Returns the checkpoint that an interrupted run has left, or this one where there is none.
  ///
  /// - Parameters:
  ///   - file: The file, which this run holds.
  ///   - isAsOfGiven: Whether the user gave the instant; an interrupted run's own counts otherwise.
  /// - Returns: Where to begin.
  /// - Throws: ``CommandFailure`` where the file is not the checkpoint of such a run.
  func resumed(
    from file: CheckpointFile,
    isAsOfGiven: Bool
  ) throws(CommandFailure) -> Checkpoint {
    let bytes = try file.read()
    guard !bytes.isEmpty else { return self }
    var found: Checkpoint
    do {
      found = try Checkpoint(json: bytes)
    } catch {
      throw CommandFailure(.badData, [Diagnostic(error, file: file.path)])
    }
    guard found.job == job, found.scores.eligible.count == scores.eligible.count,
      !isAsOfGiven || found.asOf == asOf
    else {
      throw CommandFailure(
        .badData,
        [
          Diagnostic(
            .error,
            "this is the checkpoint of another run: expected the same input, catalog, rules, "
              + "policies and options; remove the file, and those that end in "
              + "'\(ResumableFile.suffix)', to begin anew",
            file: file.path
          )
        ]
      )
    }
    found.holder = holder
    found.isResumed = true
    return found
  }
}
