import CalendarTime
import WinBack
import WinBackCommandLine
import WinBackFiles
package import WinBackFormats

/// How far a run has come, kept in a file so that an interrupted one can continue.
///
/// It is written only after everything it counts is in the files that it counts; what those hold
/// beyond it is cut off before continuing, so that the result is the same to the byte.
package struct Checkpoint: Sendable {
  /// What the run is: a run that continues must do the same.
  let job: String
  let asOf: Instant
  var reading = HistoryReading()
  /// The bytes of the output so far.
  var outputSize = 0
  /// The bytes of the rejected lines so far.
  var rejectsSize = 0
  var scores: ScoreTally
  /// Whether everything is scored, and files only lack their names.
  var isWhole = false
  var holder: Holder

  struct Holder: Sendable, Hashable {
    let process: Int
    let since: Instant

    var text: String { "process \(process), since \(since)" }
  }

  private(set) var isResumed = false

  init(job: String, asOf: Instant, offerCount: Int, since now: Instant) {
    self.job = job
    self.asOf = asOf
    holder = Holder(process: Int(Platform.processIdentifier), since: now)
    scores = ScoreTally(offerCount: offerCount)
  }

  /// The whole numbers of a checkpoint, by their names in the file.
  private static let numbers:
    [(name: String, path: any WritableKeyPath<Checkpoint, Int> & Sendable)] = [
      ("file", \.reading.place.file), ("inputOffset", \.reading.place.offset),
      ("fileLines", \.reading.place.lines), ("outputSize", \.outputSize),
      ("rejectsSize", \.rejectsSize), ("lines", \.reading.tally.lines),
      ("blankLines", \.reading.tally.blankLines), ("customers", \.reading.tally.customers),
      ("repeated", \.reading.tally.repeated), ("continuations", \.reading.tally.continuations),
      ("others", \.reading.tally.others), ("rejected", \.reading.tally.rejected),
      ("rows", \.reading.tally.rows.scored), ("rejectedRows", \.reading.tally.rows.rejected),
      ("otherRows", \.reading.tally.rows.others), ("results", \.scores.results),
      ("undecided", \.scores.undecided),
    ]

  private static let lists:
    [(name: String, path: any WritableKeyPath<Checkpoint, [Int]> & Sendable)] = [
      ("eligible", \.scores.eligible), ("undetermined", \.scores.undetermined),
      ("found", \.found),
    ]

  /// Which of the wanted customers have been found.
  private var found: [Int] {
    get { reading.found.sorted() }
    set { reading.found = Set(newValue) }
  }

  /// Numbers that no run reaches could not be counted on.
  fileprivate static let counts = 0...(1 << 56)

  package init(json bytes: ContiguousArray<UInt8>) throws(FormatError) {
    let object = try JSONDocument(parsing: bytes).root.object(
      keys: ["job", "process", "since", "isWhole", "asOf", "layout", "skippedRows", "evidence"]
        + Self.numbers.map(\.name) + Self.lists.map(\.name)
    )
    job = try object.required("job").string()
    asOf = try object.required("asOf").instant()
    holder = Holder(
      process: try object.required("process").integer(in: Self.counts),
      since: try object.required("since").instant()
    )
    isWhole = try object.required("isWhole").bool()
    scores = ScoreTally(offerCount: 0)
    if let layout = object.optional("layout") {
      let layout: HistoryLayout = try layout.choice()
      reading.enter(layout)
    }
    for (others, count) in try object.required("skippedRows").object().members {
      let count = try count.integer(in: Self.counts)
      reading.addSkipped(try others.string(), count)
      reading.tally.rows.skipped.append(count)
    }
    for (name, path) in Self.numbers {
      self[keyPath: path] = try object.required(name).integer(in: Self.counts)
    }
    for (name, path) in Self.lists {
      for node in try object.required(name).array() {
        self[keyPath: path].append(try node.integer(in: Self.counts))
      }
    }
    reading.tally.evidence = try EvidenceTally(try object.required("evidence"))
    guard scores.undetermined.count == scores.eligible.count else {
      throw try object.required("undetermined").error(
        "expected \(scores.eligible.count) numbers, found \(scores.undetermined.count)"
      )
    }
  }

  package var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("job", job)
      json.member("process", holder.process)
      json.member("since", holder.since.milliseconds)
      json.member("isWhole", isWhole)
      json.member("asOf", asOf.milliseconds)
      json.member("layout", reading.layout?.rawValue)
      json.object("skippedRows") { json in
        for (others, count) in reading.skippedRows { json.member(others, count) }
      }
      json.object("evidence") { json in
        let evidence = reading.tally.evidence
        for count in EvidenceTally.Count.allCases { json.member("\(count)", evidence[count]) }
        json.member("firstPurchase", evidence.firstPurchase?.milliseconds)
        json.member("lastPurchase", evidence.lastPurchase?.milliseconds)
        json.member("newestSigning", evidence.newestSigning?.milliseconds)
        json.counts("unknownProducts", of: evidence.unknownProducts)
        json.counts("unknownGroups", of: evidence.unknownGroups)
      }
      for (name, path) in Self.numbers { json.member(name, self[keyPath: path]) }
      for (name, path) in Self.lists { json.member(name, self[keyPath: path]) }
    }
  }
}

extension EvidenceTally {
  fileprivate init(_ node: JSONNode) throws(FormatError) {
    self.init()
    let object = try node.object(
      keys: Count.allCases.map { "\($0)" }
        + ["firstPurchase", "lastPurchase", "newestSigning", "unknownProducts", "unknownGroups"]
    )
    for count in Count.allCases {
      self[count] = try object.required("\(count)").integer(in: Checkpoint.counts)
    }
    firstPurchase = try object.optional("firstPurchase")?.instant()
    lastPurchase = try object.optional("lastPurchase")?.instant()
    newestSigning = try object.optional("newestSigning")?.instant()
    unknownProducts = try Names(object.required("unknownProducts"))
    unknownGroups = try Names(object.required("unknownGroups"))
  }
}

extension EvidenceTally.Names {
  fileprivate init(_ node: JSONNode) throws(FormatError) {
    self.init()
    for (name, count) in try node.object().members {
      add(try name.string(), try count.integer(in: Checkpoint.counts))
    }
  }
}

extension JSONWriter {
  fileprivate mutating func counts(_ name: String, of names: EvidenceTally.Names) {
    object(name) { json in for (name, count) in names.counts { json.member(name, count) } }
  }
}

extension JSONNode {
  /// Returns an instant that is written as milliseconds.
  fileprivate func instant() throws(FormatError) -> Instant {
    let range = Instant.minimum.milliseconds...Instant.maximum.milliseconds
    return Instant(
      milliseconds: Int64(try integer(in: Int(range.lowerBound)...Int(range.upperBound)))
    )
  }
}

// MARK: - Continuing

extension Checkpoint {
  func beginning(_ size: Int) -> PendingFile.Beginning {
    isResumed ? (isWhole ? .whole(size) : .bytes(size)) : .anew
  }

  /// Returns the checkpoint that an interrupted run has left, or this one if there is none; its own instant
  /// counts unless the user gives one.
  func resumed(from file: CheckpointFile, isAsOfGiven: Bool) throws(CommandFailure) -> Checkpoint {
    let bytes = try file.read()
    guard !bytes.isEmpty else { return self }
    var found: Checkpoint
    do {
      found = try Checkpoint(json: bytes)
    } catch {
      throw CommandFailure(error, in: file.path)
    }
    guard found.job == job, found.scores.eligible.count == scores.eligible.count,
      !isAsOfGiven || found.asOf == asOf
    else {
      throw CommandFailure(
        .badData,
        "this is the checkpoint of another run: expected the same options, and input files that "
          + "nobody has changed; remove the file, and those that end in "
          + "'\(OutputPlace.partialSuffix)', to begin again",
        file: file.path
      )
    }
    found.holder = holder
    found.isResumed = true
    return found
  }
}
