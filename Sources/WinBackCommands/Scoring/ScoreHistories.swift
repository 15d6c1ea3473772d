import WinBack
import WinBackFormats

/// The histories of a run: what they are, and where they come from.
struct ScoreHistories: Sendable {
  /// The most bytes of the input that are looked at to find out what it is.
  private static let headSize = 1 << 16

  let source: any BlockSource

  /// What the columns of a table mean; nil where each line is a history.
  let plan: ColumnPlan?

  /// Whether a customer may come twice in a table, which was not sorted then.
  let mayRepeatCustomers: Bool

  /// Opens the histories of a run.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - options: The options of the run.
  ///   - checkpoint: How far an earlier run has come.
  ///   - blockSize: How many bytes are scored at once.
  ///   - console: Where to tell what the input was taken for.
  /// - Throws: ``CommandFailure`` where the input is none that can be scored.
  init(
    _ input: StreamedInput,
    _ options: ScoreOptions,
    from checkpoint: Checkpoint,
    blockSize: Int,
    on console: Console
  ) throws(CommandFailure) {
    mayRepeatCustomers = !options.sorts
    if input.isCompressed { try options.checkCompressed() }
    let (head, whole) = try input.peeking(Self.headSize)
    let format = try Self.format(of: head, options)
    guard HistoryFormat.tables.contains(format) else {
      guard format == .native else {
        throw input.failure(
          "expected a history on each line or a table, found the format '\(format.rawValue)'; "
            + "'winback convert' makes histories of it"
        )
      }
      try options.checkLines()
      if options.isVerbose { Self.report(format, [], options, on: console) }
      plan = nil
      source = try LineSource(
        whole,
        range: options.range,
        from: checkpoint.inputOffset,
        blockSize: blockSize
      )
      return
    }
    try options.checkTable()
    let mapping = try options.mapping(of: format, on: console)
    let (table, start) = try whole.openTable(by: mapping, peeking: Self.headSize)
    plan = table.plan
    Self.report(format, table.plan.warnings, options, on: console)
    if options.sorts {
      var sorter = try RowSorter(input, table, blockSize: blockSize)
      source = try sorter.sort(head: start)
    } else {
      source = TableInput(input, table, head: start, blockSize: blockSize)
        .blocks(forThreads: options.threads)
    }
  }

  /// Returns the format that the options name, or that the input looks like.
  ///
  /// What looks like no format is read line by line, and its lines are rejected one by one.
  private static func format(
    of head: ContiguousArray<UInt8>,
    _ options: ScoreOptions
  ) throws(CommandFailure) -> HistoryFormat {
    if let format = options.format { return format }
    return (try? HistoryFormat(detecting: head.rawBytes)) ?? .native
  }

  private static func report(
    _ format: HistoryFormat,
    _ warnings: [FormatWarning],
    _ options: ScoreOptions,
    on console: Console
  ) {
    InputFormat.report(
      format.rawValue,
      warnings,
      file: options.input,
      isVerbose: options.isVerbose,
      on: console
    )
  }
}
