import WinBack
import WinBackFormats

/// A calibration, to be written.
struct CalibrationOutput {
  /// How many of the best assignments are written in full.
  private static let assignmentLimit = 1_000

  let result: CalibrationResult
  let space: PolicySpace
  /// The other values of policies.
  let alternatives: [Alternative<EligibilityEngine>]
  /// Customers whose answers would tell each alternative from what is assumed, by its place.
  let deciding: [[String]]

  /// One JSON object for programs; it ends with a line feed.
  var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("answers", result.answers)
      json.member("combinations", space.count)
      json.member("explainedAsAssumed", result.current)
      json.member("explainedByBest", result.most)
      json.member("explainedByNone", result.never)
      json.member("isTie", result.best.count > 1)
      json.object("best") { $0.members(of: result.nearest, in: space) }
      json.objects("policies", result.policies) { json, finding in
        json.member("policy", finding.policy)
        json.member("isDecided", finding.isDecided)
        json.objects("values", finding.values) { json, value in
          json.member("value", value.value)
          json.member("explains", value.agreement)
          json.member("against", value.agreement == result.most ? [] : value.witnesses)
          let place = alternatives.firstIndex {
            $0.policy == finding.policy && $0.value == value.value
          }
          json.member("wouldTell", place.map { deciding[$0] } ?? [])
        }
      }
      json.member("bestCombinationCount", result.best.count)
      json.objects("bestCombinations", result.best.prefix(Self.assignmentLimit)) {
        $0.members(of: $1, in: space)
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of assignment: Int, in space: PolicySpace) {
    let values = space.values(of: assignment)
    for dimension in space.dimensions { member(dimension.name, values[dimension.name] ?? "") }
  }
}
