import WinBack
import WinBackFormats

/// The numbers of a page about a plan, as the page's script reads them.
///
/// Of each storefront there is what stands at the corners of settings, as differences: of a million
/// customers these are a few thousand numbers, and adding them up gives every setting.
enum PlanNumbers {
  /// Returns the numbers as JSON.
  static func json(of result: PlanResult) -> String {
    var json = JSONWriter()
    json.object { json in
      json.objects("criteria", Criterion.allCases) { json, criterion in
        json.member("name", criterion.name)
        json.array("values") { json in
          // No wait is zero months here.
          for value in criterion.values { json.integer(Int64(value ?? 0)) }
        }
        json.member("current", result.current[place: criterion])
      }
      json.objects("parts", [result.all] + result.storefronts) { json, part in
        json.member("eligible", encoded(part.counts.eligible))
        json.member("undetermined", encoded(part.counts.undetermined))
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Returns cells and their numbers as Base64: the distance from the cell before, then the number, its
  /// sign in the lowest bit, each in groups of seven bits.
  private static func encoded(_ corners: [Int32: Int]) -> String {
    var bytes: ContiguousArray<UInt8> = []
    var last: Int32 = 0
    for (cell, count) in corners.sorted(by: { $0.key < $1.key }) where count != 0 {
      bytes.append(number: UInt64(cell - last))
      bytes.append(number: UInt64(count.magnitude) << 1 | (count < 0 ? 1 : 0))
      last = cell
    }
    return bytes.base64
  }
}

extension ContiguousArray<UInt8> {
  /// Appends a number in groups of seven bits, the lowest first; all but the last have the highest bit.
  fileprivate mutating func append(number: UInt64) {
    var rest = number
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}
