import WinBack
import WinBackFormats

/// A calibration as one JSON object for programs.
struct CalibrationJSON {
  /// How many of the best assignments are written in full.
  private static let assignmentLimit = 1_000

  private var writer = JSONWriter(.pretty)

  init(
    _ result: CalibrationResult,
    _ space: PolicySpace,
    _ alternatives: [PolicyFlip],
    deciding: [[String]]
  ) {
    writer.beginObject()
    write("answers", result.answers)
    write("combinations", space.count)
    write("explainedAsAssumed", result.current)
    write("explainedByBest", result.most)
    write("explainedByNone", result.never)
    writer.key("best")
    append(space.values(of: result.nearest), space)
    writer.key("policies")
    writer.beginArray()
    for finding in result.policies {
      writer.beginObject()
      writer.key("policy")
      writer.string(finding.policy)
      writer.key("isDecided")
      writer.bool(finding.isDecided)
      writer.key("values")
      writer.beginArray()
      for value in finding.values {
        writer.beginObject()
        writer.key("value")
        writer.string(value.value)
        write("explains", value.agreement)
        write("against", value.agreement == result.most ? [] : value.witnesses)
        let place = alternatives.firstIndex {
          $0.policy == finding.policy && $0.value == value.value
        }
        write("wouldTell", place.map { deciding[$0] } ?? [])
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    write("bestCombinationCount", result.best.count)
    writer.key("bestCombinations")
    writer.beginArray()
    for assignment in result.best.prefix(Self.assignmentLimit) {
      append(space.values(of: assignment), space)
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
  }

  /// The text.
  var bytes: ContiguousArray<UInt8> { writer.bytes }

  private mutating func append(_ values: [String: String], _ space: PolicySpace) {
    writer.beginObject()
    for dimension in space.dimensions {
      writer.key(dimension.name)
      writer.string(values[dimension.name] ?? "")
    }
    writer.endObject()
  }

  private mutating func write(_ key: String, _ count: Int) {
    writer.key(key)
    writer.integer(Int64(count))
  }

  private mutating func write(_ key: String, _ texts: [String]) {
    writer.key(key)
    writer.beginArray()
    for text in texts { writer.string(text) }
    writer.endArray()
  }
}
