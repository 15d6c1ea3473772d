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

  /// Creates the checkpoint of a run that has not begun.
  init(job: String, asOf: Instant, offerCount: Int) {
    self.job = job
    self.asOf = asOf
    scores = ScoreTally(offerCount: offerCount)
  }

  /// Reads a checkpoint.
  private init(json bytes: ContiguousArray<UInt8>) throws(FormatError) {
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
    asOf = Instant(
      milliseconds: Int64(
        try object.required(Key.asOf.rawValue).integer(
          in: Int(range.lowerBound)...Int(range.upperBound)
        )
      )
    )
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
    case job, asOf, inputOffset, outputSize, rejectsSize
    case lines, blankLines, customers, results, rejected, skippedTransactions
    case eligible, undetermined
  }

  /// The checkpoint as JSON.
  private var json: ContiguousArray<UInt8> {
    var writer = JSONWriter(.pretty)
    func write(_ key: Key, _ number: Int) {
      writer.key(key.rawValue)
      writer.integer(Int64(number))
    }
    func write(_ key: Key, _ numbers: [Int]) {
      writer.key(key.rawValue)
      writer.beginArray()
      for number in numbers { writer.integer(Int64(number)) }
      writer.endArray()
    }
    writer.beginObject()
    writer.key(Key.job.rawValue)
    writer.string(job)
    writer.key(Key.asOf.rawValue)
    writer.integer(asOf.milliseconds)
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
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}

// MARK: - The file

extension Checkpoint {
  /// Returns the checkpoint of an interrupted run, or this one where there is no file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isAsOfGiven: Whether the user gave the instant; an interrupted run's own counts otherwise.
  ///   - console: Where standard input comes from.
  /// - Returns: Where to begin.
  /// - Throws: ``CommandFailure`` where the file is not the checkpoint of such a run.
  func resumed(
    from path: String,
    isAsOfGiven: Bool,
    on console: Console
  ) throws(CommandFailure) -> Checkpoint {
    guard (try? Platform.status(ofPath: path)) != nil else { return self }
    let found = try InputFile(path).parse(on: console) { bytes throws(FormatError) in
      try Checkpoint(json: bytes)
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
              + "policies and options; remove the file to begin anew",
            file: path
          )
        ]
      )
    }
    return found
  }

  /// Writes the checkpoint; whatever happens, the file is this one or the last one.
  func save(to path: String) throws(CommandFailure) {
    let file = try PendingFile(path: path, keeping: 0)
    let channel = OutputChannel(name: "'\(path)'", sink: file.descriptor)
    do {
      try channel.write(json.span)
      try file.synchronize()
    } catch {
      file.discard()
      throw error
    }
    try file.finish()
  }
}
