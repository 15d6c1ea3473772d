/// Which histories are read and how, whatever is done with them.
package struct HistoryFiles: Sendable {
  /// The files, which are one input together.
  package let files: [InputFile]
  /// The format of all files; nil to find it out.
  package var format: HistoryFormat?
  /// What the columns of tables mean; nil for the mapping of their format.
  package var mappingFile: InputFile?
  /// What the user says to the readers of formats, but for the mapping, which is a file.
  package var options = HistoryOptions()
  /// The customers who are wanted; none for all.
  package var customers = WantedCustomers()
  /// Whether rows or documents are brought together by customer first.
  package var sorts = false
  /// Whether the user has said what is to become of what cannot be read.
  package var toleratesRejects = false
  /// Whether the user wants to know the format.
  package var isVerbose = false
  /// The command that reads them, as the user calls it.
  private let call: String

  package init(_ files: [InputFile], of call: String) {
    self.files = files
    self.call = call
  }

  package var name: String { files.map(\.name).joined(separator: ", ") }

  /// Returns a format that suits the mapping; with a mapping, an unknown one is a table.
  package func format(orTable format: HistoryFormat?) throws(CommandFailure) -> HistoryFormat? {
    let hasMapping = mappingFile != nil
    guard let format else { return hasMapping ? .table : nil }
    if hasMapping, !format.isTable {
      throw wrongUsage("option '--mapping' needs a table, not '\(format.rawValue)'")
    }
    if format == .table, !hasMapping {
      throw wrongUsage("the format 'table' needs '--mapping FILE'")
    }
    return format
  }

  package func ownMapping(on console: any InputConsole) throws(CommandFailure) -> Mapping? {
    try mappingFile?.parse(on: console) { bytes throws(FormatError) in try Mapping(json: bytes) }
  }

  /// Returns what the columns of a table mean: what the user says, or what its format has.
  ///
  /// `own` keeps what the user says for the next table: standard input can be read only once.
  package func mapping(
    of format: HistoryFormat,
    knowing own: inout Mapping?,
    on console: any InputConsole
  ) throws(CommandFailure) -> Mapping {
    if own == nil { own = try ownMapping(on: console) }
    do {
      var mapping = try format.mapping(orOwn: own)
      mapping.environment = options.environment
      return mapping
    } catch {
      throw wrongUsage("\(error.message); use '--mapping FILE'")
    }
  }

  var sortNeedsTable: CommandFailure {
    wrongUsage(
      "option '--sort' needs a table or documents of the App Store Server API, not a history on each line"
    )
  }

  private func wrongUsage(_ message: String) -> CommandFailure {
    CommandFailure(wrongUsage: message, of: call)
  }

  /// Reports the detected format of a file, where that was asked, and what its reader has to say.
  package func report(
    _ format: HistoryFormat?,
    _ warnings: [FormatWarning],
    of file: InputFile,
    on console: any InputConsole
  ) {
    file.report(
      format.map { "'\($0.rawValue)' (Documentation/Formats/\($0.page).md)" } ?? "",
      warnings,
      isVerbose: isVerbose && format != nil,
      on: console
    )
  }
}
