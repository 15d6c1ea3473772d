import WinBack
import WinBackFormats

/// What lint has found, in the Static Analysis Results Interchange Format 2.1.0 of OASIS.
enum SARIF {
  /// Returns a log with one run.
  static func log(of report: LintReport) -> ContiguousArray<UInt8> {
    var writer = JSONWriter(.pretty)
    writer.beginObject()
    writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
    writer.member("version", "2.1.0")
    writer.key("runs")
    writer.beginArray()
    writer.beginObject()
    writer.key("tool")
    writer.beginObject()
    writer.key("driver")
    writer.beginObject()
    writer.member("name", "winback")
    writer.member("version", Version.current)
    writer.key("rules")
    writer.beginArray()
    for code in LintCode.allCases { append(code, to: &writer) }
    writer.endArray()
    writer.endObject()
    writer.endObject()
    writer.member("columnKind", "unicodeCodePoints")
    writer.key("results")
    writer.beginArray()
    for result in report.results { append(result, in: report.file, to: &writer) }
    writer.endArray()
    writer.endObject()
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func append(_ code: LintCode, to writer: inout JSONWriter) {
    let page = code.page
    writer.beginObject()
    writer.member("id", code.rawValue)
    text("shortDescription", page.title, to: &writer)
    text("fullDescription", page.explanation, to: &writer)
    text("help", page.remedy, to: &writer)
    writer.key("defaultConfiguration")
    writer.beginObject()
    writer.member("level", code.severity.rawValue)
    writer.endObject()
    writer.endObject()
  }

  private static func append(
    _ result: LintResult,
    in file: String,
    to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("ruleId", result.code.rawValue)
    writer.member("ruleIndex", LintCode.allCases.firstIndex(of: result.code).map(Int64.init))
    writer.member("level", result.code.severity.rawValue)
    var message = result.finding.message
    if let example = result.finding.example {
      message +=
        "; such as \(WitnessText.facts(of: example.witness)); "
        + WitnessText.eligible(example.eligible)
    }
    text("message", message, to: &writer)
    writer.key("locations")
    writer.beginArray()
    writer.beginObject()
    writer.key("physicalLocation")
    writer.beginObject()
    writer.key("artifactLocation")
    writer.beginObject()
    writer.member("uri", uri(of: file))
    writer.endObject()
    if let location = result.location {
      writer.key("region")
      writer.beginObject()
      writer.member("startLine", location.line)
      writer.member("startColumn", location.column)
      writer.endObject()
    }
    writer.endObject()
    if let path = result.location?.path, !path.isEmpty {
      writer.key("logicalLocations")
      writer.beginArray()
      writer.beginObject()
      writer.member("fullyQualifiedName", path)
      writer.endObject()
      writer.endArray()
    }
    writer.endObject()
    writer.endArray()
    if let reason = result.suppression {
      writer.key("suppressions")
      writer.beginArray()
      writer.beginObject()
      writer.member("kind", "external")
      writer.member("justification", reason)
      writer.endObject()
      writer.endArray()
    }
    writer.endObject()
  }

  private static func text(_ key: String, _ text: String, to writer: inout JSONWriter) {
    writer.key(key)
    writer.beginObject()
    writer.member("text", text)
    writer.endObject()
  }

  /// Returns a path as a relative reference, or as a URI where it is absolute.
  private static func uri(of path: String) -> String {
    var uri = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        uri += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return uri
  }
}
