import WinBackFormats

/// The result of a check, as JSON for programs.
enum CheckJSON {
  /// Returns one document with everything that was checked.
  static func document(of report: CheckReport) -> ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("asOf", report.asOf)
      json.member("passed", report.status == .done)
      json.objects("parts", CheckSummary(report).rows) { json, row in
        json.member("part", row.subject)
        json.member("passed", row.passes)
        json.member("result", row.result)
      }
      json.objects("faults", report.unreadable) { $0.members(of: $1) }
      json.objects("differences", report.differences) { $0.members(of: $1) }
      if let lint = report.lint { json.object("lint") { $0.members(of: lint) } }
      if let tests = report.tests { json.object("test") { $0.members(of: tests) } }
      if let comparison = report.comparison {
        json.object("compare") { json in
          json.member("base", comparison.base)
          json.member("baseHasCatalog", comparison.baseHasCatalog)
          json.members(of: comparison.result)
          json.objects("cohorts", comparison.result.cohortsAtStart) { $0.members(of: $1) }
        }
      }
      json.objects("locks", report.locks) { json, lock in
        json.member("date", "\(lock.date)")
        json.member("offers", lock.offers)
      }
    }
  }
}
