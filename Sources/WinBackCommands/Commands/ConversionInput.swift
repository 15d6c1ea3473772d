import WinBack
import WinBackFormats

/// The input of a conversion: files that are one input together.
struct ConversionInput: Sendable {
  /// What the files hold.
  enum Contents {
    case histories([CustomerHistory])
    case catalog(Catalog)
  }

  /// The names of all formats.
  static var formatNames: [String] {
    let histories = InputFormat.names(of: HistoryFormat.self)
    let catalogs = InputFormat.names(of: CatalogFormat.self)
    return histories + catalogs.filter { !histories.contains($0) }
  }

  private let files: InputFiles
  private let histories: HistoryInputOptions
  private let catalogFormat: CatalogFormat?
  private let catalogOptions: CatalogOptions
  private let isVerbose: Bool

  init(
    _ arguments: ParsedArguments,
    paths: [String],
    _ catalogOptions: CatalogOptions
  ) throws(CommandFailure) {
    files = InputFiles(paths)
    histories = try HistoryInputOptions(arguments, files: paths)
    catalogFormat = InputFormat.named(arguments.value(.format([])))
    self.catalogOptions = catalogOptions
    isVerbose = arguments.flag(.verbose)
  }

  /// Reads the files.
  func read(on console: Console) throws(CommandFailure) -> Contents {
    let historyOptions = try histories.readerOptions(on: console)
    let text = try files.read(on: console)
    do throws(FormatError) {
      if try holdsCatalog(text.bytes) {
        let input = try CatalogInput(
          reading: text.bytes,
          as: catalogFormat,
          options: catalogOptions
        )
        report(input.format.rawValue, input.warnings, in: text, on: console)
        return .catalog(input.catalog)
      }
      let input = try HistoryInput(
        reading: text.bytes,
        as: histories.format,
        options: historyOptions
      )
      report(input.format.rawValue, input.warnings, in: text, on: console)
      return .histories(input.histories)
    } catch {
      throw CommandFailure(.badData, [text.diagnostic(.error, FormatWarning(error))])
    }
  }

  /// Returns whether the input is a catalog: by its format, or by its looks.
  private func holdsCatalog(_ bytes: ContiguousArray<UInt8>) throws(FormatError) -> Bool {
    switch (histories.format, catalogFormat) {
    case (nil, _?): true
    case (_?, nil): false
    default: try CatalogFormat.isLikelier(for: bytes.rawBytes)
    }
  }

  private func report(
    _ format: String,
    _ warnings: [FormatWarning],
    in text: InputFiles.Text,
    on console: Console
  ) {
    if isVerbose {
      console.report(Diagnostic(.note, "read as the format '\(format)'", file: files.name))
    }
    for warning in warnings { console.report(text.diagnostic(.warning, warning)) }
  }
}
