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
            json.array("rules") { json in
              for code in LintCode.allCases { json.object { $0.members(of: code) } }
              json.object { $0.unreadableMembers() }
            }
          }
        }
        json.member("columnKind", "unicodeCodePoints")
        json.array("results") { json in
          for fault in report.faults {
            json.object { $0.members(of: fault, in: uri(of: fault.file ?? report.file)) }
          }
          for result in report.results {
            json.object { $0.members(of: result, in: uri(of: result.file)) }
          }
        }
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

  /// What there is to know about files that cannot be read.
  fileprivate mutating func unreadableMembers() {
    member("id", LintReport.unreadable)
    object("shortDescription") { $0.member("text", "A file that cannot be read") }
    object("fullDescription") { json in
      json.member("text", "The file is missing, is damaged, or is not what it should be.")
    }
    object("help") { json in
      json.member("text", "Correct the file; `winback schema` prints what it may hold.")
    }
    object("defaultConfiguration") { $0.member("level", "error") }
  }

  fileprivate mutating func members(of fault: Diagnostic, in file: String) {
    member("ruleId", LintReport.unreadable)
    member("ruleIndex", LintCode.allCases.count)
    member("level", "error")
    let suggestion = fault.suggestion.map { "; did you mean '\($0)'?" } ?? ""
    object("message") { $0.member("text", fault.message + suggestion) }
    location(in: file, line: fault.line, column: fault.column, path: fault.path)
  }

  private mutating func location(in file: String, line: Int?, column: Int?, path: String?) {
    array("locations") { json in
      json.object { json in
        json.object("physicalLocation") { json in
          json.object("artifactLocation") { $0.member("uri", file) }
          guard let line else { return }
          json.object("region") { json in
            json.member("startLine", line)
            json.member("startColumn", column)
          }
        }
        guard let path, !path.isEmpty else { return }
        json.objects("logicalLocations", [path]) { $0.member("fullyQualifiedName", $1) }
      }
    }
  }

  fileprivate mutating func members(of result: LintResult, in file: String) {
    member("ruleId", result.code.rawValue)
    member("ruleIndex", LintCode.allCases.firstIndex(of: result.code))
    member("level", result.code.severity.rawValue)
    let example = result.finding.example.map { "; such as \($0.sentence)" } ?? ""
    object("message") { $0.member("text", result.finding.message + example) }
    let place = result.location
    location(in: file, line: place?.line, column: place?.column, path: place?.path)
    guard let reason = result.suppression else { return }
    objects("suppressions", [reason]) { json, reason in
      json.member("kind", "external")
      json.member("justification", reason)
    }
  }
}
