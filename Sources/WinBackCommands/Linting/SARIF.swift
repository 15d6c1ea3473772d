import WinBack
import WinBackFormats

/// What lint has found, in the Static Analysis Results Interchange Format 2.1.0 of OASIS.
enum SARIF {
  /// Returns a log with one run.
  static func log(of report: LintReport) -> ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.member("version", "2.1.0")
      json.objects("runs", CollectionOfOne(report)) { json, report in
        json.object("tool") { json in
          json.object("driver") { json in
            json.member("name", "winback")
            json.member("version", Version.current)
            json.objects("rules", LintCode.allCases) { $0.members(of: $1) }
          }
        }
        json.member("columnKind", "unicodeCodePoints")
        json.objects("results", report.results) { $0.members(of: $1, in: uri(of: $1.file)) }
      }
    }
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

extension JSONWriter {
  fileprivate mutating func members(of code: LintCode) {
    let page = code.page
    member("id", code.rawValue)
    object("shortDescription") { $0.member("text", page.title) }
    object("fullDescription") { $0.member("text", page.explanation) }
    object("help") { $0.member("text", page.remedy) }
    object("defaultConfiguration") { $0.member("level", code.severity.rawValue) }
  }

  fileprivate mutating func members(of result: LintResult, in file: String) {
    member("ruleId", result.code.rawValue)
    member("ruleIndex", LintCode.allCases.firstIndex(of: result.code))
    member("level", result.code.severity.rawValue)
    var message = result.finding.message
    if let example = result.finding.example {
      message +=
        "; such as \(WitnessText.facts(of: example.witness)); "
        + WitnessText.eligible(example.eligible)
    }
    object("message") { $0.member("text", message) }
    objects("locations", CollectionOfOne(result.location)) { json, location in
      json.object("physicalLocation") { json in
        json.object("artifactLocation") { $0.member("uri", file) }
        guard let location else { return }
        json.object("region") { json in
          json.member("startLine", location.line)
          json.member("startColumn", location.column)
        }
      }
      guard let path = location?.path, !path.isEmpty else { return }
      json.objects("logicalLocations", [path]) { $0.member("fullyQualifiedName", $1) }
    }
    guard let reason = result.suppression else { return }
    objects("suppressions", [reason]) { json, reason in
      json.member("kind", "external")
      json.member("justification", reason)
    }
  }
}
