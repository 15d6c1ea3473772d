import WinBack
import WinBackFormats

/// The input of a conversion: files that are one input together.
struct ConversionInput: Sendable {
  /// What the files hold.
  enum Contents {
    case histories([CustomerHistory])
    case catalog(Catalog)
  }

  /// A name, which may be that of two formats.
  struct Format: Sendable {
    let history: HistoryFormat?
    let catalog: CatalogFormat?
  }

  /// The format of histories or of a catalog.
  static let format = Option.format(
    .choice(names) { name -> Format? in
      Format(history: HistoryFormat(rawValue: name), catalog: CatalogFormat(rawValue: name))
    }
  )

  private static var names: [String] {
    let histories = ["auto"] + HistoryFormat.allCases.map(\.rawValue)
    return histories + CatalogFormat.allCases.map(\.rawValue).filter { !histories.contains($0) }
  }

  private let files: InputFiles
  private let historyFormat: HistoryFormat?
  private let catalogFormat: CatalogFormat?
  private let arguments: ParsedArguments
  private let isVerbose: Bool

  init(_ arguments: ParsedArguments, paths: [String]) throws(CommandFailure) {
    files = InputFiles(paths)
    self.arguments = arguments
    historyFormat = try HistoryInputOptions.format(
      in: arguments,
      arguments[Self.format]?.history
    )
    catalogFormat = arguments[Self.format]?.catalog
    isVerbose = arguments[.verbose]
  }

  /// Reads the files.
  func read(on console: Console) throws(CommandFailure) -> Contents {
    var historyOptions = HistoryInputOptions.options(in: arguments)
    historyOptions.mapping = try HistoryInputOptions.mapping(arguments, on: console)
    let text = try files.read(on: console)
    do throws(FormatError) {
      if try holdsCatalog(text.bytes) {
        let input = try CatalogInput(
          reading: text.bytes,
          as: catalogFormat,
          options: EngineOptions.catalogOptions(in: arguments)
        )
        report(input.format.rawValue, input.warnings, in: text, on: console)
        return .catalog(input.catalog)
      }
      let input = try HistoryInput(
        reading: text.bytes,
        as: historyFormat,
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
    switch (historyFormat, catalogFormat) {
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
      console.report(Diagnostic(.note, "read as the format '\(format)'", file: text.name))
    }
    for warning in warnings { console.report(text.diagnostic(.warning, warning)) }
  }
}
