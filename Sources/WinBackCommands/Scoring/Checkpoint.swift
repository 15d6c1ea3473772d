import CalendarTime
import WinBackFormats

/// How far a run has come, kept in a file so that an interrupted one can go on.
///
/// It is written only after everything it counts is in the files that it counts; what those hold
/// beyond it is cut off before going on, so that the result is the same to the byte.
struct Checkpoint: Sendable, Hashable {
  /// What the run is: whoever goes on must do the same.
  var job: String
  /// The instant that the run asks about, in milliseconds.
  var asOf: Int64
  /// The offset of the first byte of the input that is not scored yet.
  var inputOffset = 0
  /// The bytes of the output so far.
  var outputSize = 0
  /// The bytes of the rejected lines so far.
  var rejectsSize = 0
  var tally: ScoreTally

  init(job: String, asOf: Int64, tally: ScoreTally) {
    self.job = job
    self.asOf = asOf
    self.tally = tally
  }

  /// Opens the checkpoint of an interrupted run, or begins anew where there is none.
  ///
  /// - Parameters:
  ///   - path: The file; nil where the run keeps none.
  ///   - job: What the run is.
  ///   - asOf: The instant that the run would ask about.
  ///   - isAsOfGiven: Whether the user gave that instant; an interrupted run's own counts otherwise.
  /// - Throws: ``CommandFailure`` where the file is the checkpoint of another run.
  static func open(
    _ path: String?, job: String, offerCount: Int, asOf: Instant, isAsOfGiven: Bool,
    on console: Console
  ) throws(CommandFailure) -> Checkpoint {
    let fresh = Checkpoint(
      job: job, asOf: asOf.milliseconds, tally: ScoreTally(offerCount: offerCount))
    guard let path, (try? Platform.status(ofPath: path)) != nil else { return fresh }
    let found = try InputFile(path).parse(on: console) { bytes throws(FormatError) in
      try Checkpoint(json: bytes)
    }
    guard found.job == job, found.tally.eligible.count == offerCount,
      !isAsOfGiven || found.asOf == asOf.milliseconds
    else {
      throw CommandFailure(
        .badData,
        [
          Diagnostic(
            .error,
            "this is the checkpoint of another run: expected the same input, catalog, rules, "
              + "policies and options; remove the file to begin anew",
            file: path)
        ])
    }
    return found
  }

  /// Reads a checkpoint.
  init(json bytes: ContiguousArray<UInt8>) throws(FormatError) {
    let object = try JSONDocument(parsing: bytes).root.object(keys: Key.allCases.map(\.rawValue))
    func number(_ key: Key) throws(FormatError) -> Int {
      try object.required(key.rawValue).integer(in: 0...Int.max)
    }
    func numbers(_ key: Key) throws(FormatError) -> [Int] {
      var numbers: [Int] = []
      for node in try object.required(key.rawValue).array() {
        numbers.append(try node.integer(in: 0...Int.max))
      }
      return numbers
    }
    job = try object.required(Key.job.rawValue).string()
    asOf = try object.required(Key.asOf.rawValue).integer()
    inputOffset = try number(.inputOffset)
    outputSize = try number(.outputSize)
    rejectsSize = try number(.rejectsSize)
    let eligible = try numbers(.eligible)
    tally = ScoreTally(offerCount: eligible.count)
    tally.eligible = eligible
    tally.undetermined = try numbers(.undetermined)
    guard tally.undetermined.count == eligible.count else {
      throw try object.required(Key.undetermined.rawValue).error(
        "expected \(eligible.count) numbers, found \(tally.undetermined.count)")
    }
    tally.lines = try number(.lines)
    tally.blankLines = try number(.blankLines)
    tally.customers = try number(.customers)
    tally.results = try number(.results)
    tally.rejected = try number(.rejected)
    tally.skippedTransactions = try number(.skippedTransactions)
  }

  private enum Key: String, CaseIterable {
    case job, asOf, inputOffset, outputSize, rejectsSize
    case lines, blankLines, customers, results, rejected, skippedTransactions
    case eligible, undetermined
  }

  /// The checkpoint as JSON.
  var json: ContiguousArray<UInt8> {
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
    writer.integer(asOf)
    write(.inputOffset, inputOffset)
    write(.outputSize, outputSize)
    write(.rejectsSize, rejectsSize)
    write(.lines, tally.lines)
    write(.blankLines, tally.blankLines)
    write(.customers, tally.customers)
    write(.results, tally.results)
    write(.rejected, tally.rejected)
    write(.skippedTransactions, tally.skippedTransactions)
    write(.eligible, tally.eligible)
    write(.undetermined, tally.undetermined)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
