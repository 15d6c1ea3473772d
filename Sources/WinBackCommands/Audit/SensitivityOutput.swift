import WinBack
import WinBackFormats

/// A sensitivity as text for people, or as one JSON object for programs.
struct SensitivityOutput {
  let tally: SensitivityTally

  /// The text; it ends with a line feed.
  func text(for channel: OutputChannel) -> String {
    var table = TextTable(columns: [
      .init("policy"), .init("customers", .trailing), .init("share", .trailing), .init("under"),
      .init("customers", .trailing), .init("gained", .trailing), .init("lost", .trailing),
      .init("such as"),
    ])
    var latest: String?
    for count in tally.counts {
      let policy = count.alternative.policy
      let all = tally.hingingByPolicy[policy] ?? 0
      let isFirst = policy != latest
      latest = policy
      table.append([
        isFirst ? policy.printable : "", isFirst ? all.grouped : "", isFirst ? share(of: all) : "",
        count.alternative.value.printable, count.customers.grouped, count.gained.grouped,
        count.lost.grouped, count.samples.map(\.printable).joined(separator: ", "),
      ])
    }
    return
      "the lists of \(tally.hinging.grouped) of \(tally.customers.counted("customer")) depend on a "
      + "policy (\(share(of: tally.hinging)))\n\n" + table.rendered(style: channel.style)
  }

  private func share(of count: Int) -> String {
    guard tally.customers > 0 else { return "0.0 %" }
    let tenths = Int((Double(count) * 1_000 / Double(tally.customers)).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// The JSON.
  var json: ContiguousArray<UInt8> {
    var policies: [String] = []
    for count in tally.counts where !policies.contains(count.alternative.policy) {
      policies.append(count.alternative.policy)
    }
    return JSONWriter.document { json in
      json.member("customers", tally.customers)
      json.member("hinging", tally.hinging)
      json.objects("policies", policies) { json, policy in
        json.member("policy", policy)
        json.member("customers", tally.hingingByPolicy[policy] ?? 0)
        let counts = tally.counts.filter { $0.alternative.policy == policy }
        json.objects("alternatives", counts) { json, count in
          json.member("value", count.alternative.value)
          json.member("customers", count.customers)
          json.member("gained", count.gained)
          json.member("lost", count.lost)
          json.member("samples", count.samples)
        }
      }
    }
  }
}
