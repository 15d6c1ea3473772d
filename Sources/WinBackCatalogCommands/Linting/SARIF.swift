import WinBackCommandLine

/// What lint has found, in the Static Analysis Results Interchange Format 2.1.0 of OASIS.
enum SARIF {
  /// The codes, and what lint tells besides findings.
  fileprivate static let rules: [(id: String, level: String, page: LintPage)] =
    LintCode.allCases.map { (id: $0.rawValue, level: $0.severity.rawValue, page: $0.page) } + [
      (LintReport.unreadable, "error", .unreadable),
      (LintReport.unusedSuppression, "warning", .unusedSuppression),
    ]

  static func log(of report: LintReport) -> ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.member("version", "2.1.0")
      json.objects("runs", CollectionOfOne(report)) { json, report in
        json.object("tool") { json in
          json.object("driver") { json in
            json.member("name", "winback")
            json.member("version", Version.current)
            json.objects("rules", rules) { json, rule in
              json.member("id", rule.id)
              json.message("shortDescription", rule.page.title)
              json.message("fullDescription", rule.page.explanation)
              json.message("help", rule.page.remedy)
              json.object("defaultConfiguration") { $0.member("level", rule.level) }
            }
          }
        }
        json.member("columnKind", "unicodeCodePoints")
        json.array("results") { json in
          for fault in report.faults {
            json.result(of: LintReport.unreadable, fault.sentence, at: fault, in: report)
          }
          for warning in report.unusedSuppressions {
            json.result(of: LintReport.unusedSuppression, warning.sentence, at: warning, in: report)
          }
          for result in report.results {
            let example = result.finding.example.map { "; such as \($0.sentence)" } ?? ""
            json.result(
              of: result.code.rawValue,
              result.finding.message + example,
              at: result.diagnostic,
              in: report,
              suppression: result.suppression
            )
          }
        }
      }
    }
  }

  /// Returns a path as a relative reference, or as a URI where it is absolute.
  fileprivate static func uri(of path: String) -> String {
    var uri = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default: uri += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return uri
  }
}

extension JSONWriter {
  fileprivate mutating func message(_ name: String, _ text: String) {
    object(name) { $0.member("text", text) }
  }

  fileprivate mutating func result(
    of rule: String,
    _ message: String,
    at diagnostic: Diagnostic,
    in report: LintReport,
    suppression: String? = nil
  ) {
    object { json in
      json.member("ruleId", rule)
      let index = SARIF.rules.firstIndex { $0.id == rule }
      json.member("ruleIndex", index)
      json.member("level", index.map { SARIF.rules[$0].level })
      json.message("message", message)
      json.objects("locations", [diagnostic]) { json, diagnostic in
        json.object("physicalLocation") { json in
          json.object("artifactLocation") {
            $0.member("uri", SARIF.uri(of: diagnostic.file ?? report.file))
          }
          guard let line = diagnostic.line else { return }
          json.object("region") { json in
            json.member("startLine", line)
            json.member("startColumn", diagnostic.column)
          }
        }
        guard let path = diagnostic.path else { return }
        json.objects("logicalLocations", [path]) { json, path in
          json.member("name", diagnostic.subject)
          json.member("fullyQualifiedName", path)
        }
      }
      guard let suppression else { return }
      json.objects("suppressions", [suppression]) { json, reason in
        json.member("kind", "external")
        json.member("justification", reason)
      }
    }
  }
}
