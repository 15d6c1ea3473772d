import WinBackFormats

/// The histories of a file that is open: what they are, and how they come.
struct OpenHistories: Sendable {
  /// How customers come.
  private enum Contents: Sendable {
    case lines
    case document
    case server
    case table(TableInput)
    case blocks(any BlockSource)
  }

  /// How many bytes are looked at to determine what the input is.
  private static let headSize = 1 << 16

  /// The most bytes of a table whose rows are gathered in memory.
  private static let gatheredSize = 1 << 24

  /// The bytes, from their start.
  let input: StreamedInput

  let format: HistoryFormat

  /// What the columns of a table mean; nil if there are none.
  let plan: ColumnPlan?

  /// Whether there is nothing in the input, so that its format is not known.
  let isEmpty: Bool

  /// What cannot be known from this input.
  let warnings: [FormatWarning]

  /// How many bytes are read at once.
  private let blockSize: Int

  /// How many threads take the blocks.
  private let threads: Int

  private var contents: Contents

  /// Determines what an input is.
  ///
  /// - Parameters:
  ///   - input: The bytes, from their start.
  ///   - source: What the user says about them.
  ///   - other: The format of the files before, and the name of the first one; nil if there are none.
  ///   - index: The place of the file among those of the run.
  /// - Throws: ``CommandFailure`` if the input is no histories, cannot be read, has another format than
  ///   the files before, or is a table whose header is broken.
  init(
    _ input: StreamedInput,
    _ source: HistorySource,
    after other: (format: HistoryFormat, file: String)?,
    at index: Int
  ) throws(CommandFailure) {
    blockSize = source.blockSize
    threads = source.threads
    let (head, whole) = try input.peeking(Self.headSize)
    isEmpty = head.isBlank && head.count < Self.headSize
    do throws(FormatError) {
      format = try HistoryFormat(
        detectingMany: head.rawBytes,
        orGiven: source.options.format,
        after: other?.format
      )
    } catch {
      throw CommandFailure(.badData, [Diagnostic(error, file: input.file.name)])
    }
    if let other, other.format != format {
      throw CommandFailure(
        .badData,
        "expected the format '\(other.format.rawValue)' as in '\(other.file)', found "
          + "'\(format.rawValue)'; files of two formats need two runs",
        file: input.file.name
      )
    }
    guard format.isTable, !isEmpty else {
      plan = nil
      warnings = []
      self.input = whole
      contents =
        format == .appStoreServer
        ? .server : JSONScanner.startsDocument(head.rawBytes) ? .document : .lines
      return
    }
    let mapping = try source.options.mapping(of: format, on: source.console)
    var (table, start) = try whole.openTable(by: mapping, peeking: Self.headSize)
    plan = table.plan
    warnings = table.plan.warnings
    self.input = input
    if source.gathers, !source.options.sorts {
      start = try input.preceded(by: start).peeking(Self.gatheredSize).head
      if start.count < Self.gatheredSize,
        let rows = try? GroupedRows(start.rawBytes, table)
      {
        contents = .blocks(GatheredRows(rows, ofFile: index))
        return
      }
    }
    contents = .table(TableInput(input, table, head: start, blockSize: blockSize))
  }

  /// The table, whose rows have not been read.
  var table: TableInput? {
    if case .table(let table) = contents { table } else { nil }
  }

  /// How customers stand in the input.
  var layout: HistoryLayout {
    switch contents {
    case .lines: .lines
    case .document, .server: .documents
    case .table: .rows
    case .blocks: plan == nil ? .documents : .rows
    }
  }

  /// What a customer consists of; nil if each line or document is one.
  var parts: String? { plan != nil ? "rows" : format == .appStoreServer ? "documents" : nil }

  /// Whether the documents of a customer may continue in the next file.
  var isServer: Bool { if case .server = contents { true } else { false } }

  /// Returns the same histories, which come from elsewhere.
  func with(_ blocks: any BlockSource) -> OpenHistories {
    var histories = self
    histories.contents = .blocks(blocks)
    return histories
  }

  /// Returns the blocks of customers.
  ///
  /// - Parameters:
  ///   - range: The part of the input whose customers are wanted.
  ///   - place: Which file it is, and how far an earlier run has come in it.
  /// - Returns: The blocks.
  /// - Throws: ``CommandFailure`` if the input cannot be read.
  func source(
    _ range: ByteRange,
    from place: HistoryPlace
  ) throws(CommandFailure) -> any BlockSource {
    switch contents {
    case .lines:
      try CutSource(linesOf: input, range: range, from: place.offset, blockSize: blockSize)
    case .document, .server: CutSource(documentIn: input)
    case .table(let table): CutSource(rowsOf: table, forThreads: threads)
    case .blocks(let blocks): blocks
    }
  }
}

extension ContiguousArray<UInt8> {
  /// Whether there is nothing but whitespace.
  fileprivate var isBlank: Bool { allSatisfy { $0 <= UInt8(ascii: " ") } }
}
