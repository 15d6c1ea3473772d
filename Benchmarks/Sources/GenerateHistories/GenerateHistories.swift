#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@main
struct GenerateHistories {
  private static let blockSize = 4 << 20

  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.wantsHelp {
        print(Options.help)
      } else {
        try generate(options)
      }
    } catch let mistake as Options.Mistake {
      fail(mistake.message, status: 64)
    } catch let failure as OutputFile.Failure {
      fail("cannot write '\(failure.path)' (error \(failure.code))", status: 74)
    } catch {
      fail("\(error)", status: 70)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    var line = ByteBuffer()
    line.append("error: \(message)\n")
    try? OutputFile.standardError().write(line)
    exit(status)
  }

  private static func generate(_ options: Options) throws {
    let catalog = Catalog(offerCount: options.offers)
    if let path = options.catalog {
      var writer = CatalogWriter()
      writer.write(catalog)
      try OutputFile(path: path).write(writer.buffer)
    }
    if let path = options.output {
      let file = try OutputFile(path: path)
      let story = LifeStory(catalog: catalog, seed: options.seed)
      var writer = HistoryWriter(
        catalog: catalog,
        dates: options.dates,
        payload: options.payload,
        seed: options.seed
      )
      writer.buffer.reserve(blockSize * 5 / 4)
      for number in 0..<options.customers {
        writer.write(story.customer(number))
        if writer.buffer.count >= blockSize {
          try file.write(writer.buffer)
          writer.buffer.removeAll()
        }
      }
      try file.write(writer.buffer)
    }
  }
}
