import CalendarTime
import WinBack
import WinBackFormats

/// The input of a conversion: files that are one input together.
struct ConversionInput: Sendable {
  /// How many bytes are looked at to determine what the input is.
  private static let headSize = 1 << 16

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

  private let histories: HistoryInputOptions
  private let catalogFormat: CatalogFormat?
  private let catalogOptions: CatalogOptions
  private let isVerbose: Bool

  init(_ arguments: ParsedArguments, paths: [String]) throws(CommandFailure) {
    let format = arguments[Self.format]
    histories = try HistoryInputOptions(
      arguments,
      files: paths,
      as: format?.history,
      ownsMapping: !arguments.has(StoreKitOptions.customer)
    )
    catalogFormat = format?.catalog
    catalogOptions = EngineOptions.catalogOptions(in: arguments)
    isVerbose = arguments[.verbose]
  }

  /// Reads the files as what they are; with histories comes the first file, which is open.
  func read(
    on console: Console,
    catalog convertCatalog: (Catalog) throws(CommandFailure) -> Void,
    histories convertHistories: (HistorySource, StreamedInput) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    try StreamedInput.with(histories.files[0], on: console) { input throws(CommandFailure) in
      let (head, whole) = try input.peeking(Self.headSize)
      let holdsCatalog: Bool
      do throws(FormatError) {
        holdsCatalog = try self.holdsCatalog(head)
      } catch {
        throw CommandFailure(error, in: input.file.name)
      }
      if holdsCatalog {
        try convertCatalog(try catalog(startingWith: whole.readAll(), on: console))
      } else {
        let source = HistorySource(
          options: histories,
          attributes: [],
          timeZone: .utc,
          threads: Platform.processorCount,
          isStrict: true,
          gathers: true,
          console: console
        )
        try convertHistories(source, whole)
      }
    }
  }

  private func catalog(
    startingWith first: ContiguousArray<UInt8>,
    on console: Console
  ) throws(CommandFailure) -> Catalog {
    var text = InputFiles.Text()
    for (index, file) in histories.files.enumerated() {
      text.append(try index == 0 ? first : file.read(on: console), of: file.name)
    }
    do throws(FormatError) {
      let input = try CatalogInput(
        reading: text.bytes,
        as: catalogFormat,
        options: catalogOptions
      )
      if isVerbose {
        console.report(
          Diagnostic(.note, "read as the format '\(input.format.rawValue)'", file: text.name)
        )
      }
      for warning in input.warnings { console.report(text.diagnostic(.warning, warning)) }
      return input.catalog
    } catch {
      throw CommandFailure(.badData, [text.diagnostic(.error, FormatWarning(error))])
    }
  }

  /// Returns whether the input is a catalog: by its format, or by its looks.
  private func holdsCatalog(_ head: ContiguousArray<UInt8>) throws(FormatError) -> Bool {
    switch (histories.format, catalogFormat) {
    case (nil, _?): true
    case (_?, nil): false
    default: try CatalogFormat.isLikelier(for: head.rawBytes)
    }
  }
}
