/// The histories of a file that is open: what they are, and how they come.
struct OpenHistories: Sendable {
  enum Contents: Sendable {
    case lines, document, documents
    case table(TableInput)
    case gathered(GatheredRows)
  }

  /// How many bytes are looked at to determine what the input is.
  private static let headSize = 1 << 16
  /// The most bytes of a table whose rows are gathered in memory.
  private static let gatheredSize = 1 << 24
  /// How many bytes of documents are read at once: a customer's may be many.
  private static let documentsSize = 1 << 22
  /// The bytes, from their start.
  let input: StreamedInput
  /// The index of the file among those of the run.
  let index: Int

  let format: HistoryFormat
  /// What the columns of a table mean; nil if there are none.
  let plan: ColumnPlan?
  /// Whether there is nothing in the input, so that its format is not known.
  let isEmpty: Bool
  let contents: Contents
  /// What the user says about them.
  let source: HistorySource

  /// Determines what an input is.
  ///
  /// - Throws: ``CommandFailure`` if the input is no histories, cannot be read, has another format than
  ///   the files before, or is a table whose header is broken.
  init(
    _ input: StreamedInput,
    _ source: HistorySource,
    after other: (format: HistoryFormat, file: String)?,
    _ own: inout Mapping?,
    at index: Int
  ) throws(CommandFailure) {
    self.source = source
    self.index = index
    let (head, whole) = try input.peeking(Self.headSize)
    isEmpty = head.isBlank && head.count < Self.headSize
    format = try input.file.parsing { () throws(FormatError) in
      try HistoryFormat(
        detectingMany: head.rawBytes,
        orGiven: source.options.format,
        after: other?.format
      )
    }
    if let mixture = format.mixture(with: other) { throw input.failure(mixture) }
    guard format.isTable, !isEmpty else {
      plan = nil
      self.input = whole
      contents =
        format.joinsFiles
        ? .documents : JSONScanner.startsDocument(head.rawBytes) ? .document : .lines
      return
    }
    let mapping = try source.options.mapping(of: format, knowing: &own, on: source.console)
    var (table, start) = try whole.openTable(by: mapping, peeking: Self.headSize)
    plan = table.plan
    self.input = input
    if source.gathers, !source.options.sorts {
      start = try input.preceded(by: start).peeking(Self.gatheredSize).head
      if start.count < Self.gatheredSize, let rows = try? GroupedRows(start.rawBytes, table) {
        contents = .gathered(GatheredRows(rows, ofFile: index))
        return
      }
    }
    contents = .table(TableInput(input, table, head: start, blockSize: source.blockSize))
  }

  /// What cannot be known from this input.
  var warnings: [FormatWarning] { plan?.warnings ?? [] }

  var layout: HistoryLayout {
    switch contents {
    case .lines: .lines
    case .document, .documents: .documents
    case .table, .gathered: .rows
    }
  }

  var blockSize: Int {
    format.joinsFiles ? max(source.blockSize, Self.documentsSize) : source.blockSize
  }

  /// Returns the blocks of customers.
  func source(after rest: CutSource.Rest) -> any BlockSource {
    switch contents {
    case .lines: CutSource(linesOf: input, blockSize: blockSize)
    case .document: CutSource(documentIn: input)
    case .documents:
      CutSource(
        documentsOf: input,
        after: rest,
        ofFile: index,
        isLast: index == source.options.files.count - 1,
        source.options.options,
        blockSize: blockSize
      )
    case .table(let table): CutSource(rowsOf: table, forThreads: source.threads)
    case .gathered(let rows): rows
    }
  }
}

extension ContiguousArray<UInt8> {
  fileprivate var isBlank: Bool { allSatisfy { $0 <= UInt8(ascii: " ") } }
}
