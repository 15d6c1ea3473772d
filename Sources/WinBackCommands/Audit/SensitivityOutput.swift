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
      "the lists of \(tally.hinging.grouped) of \(tally.customers.counted("customer")) hang on a "
      + "policy (\(share(of: tally.hinging)))\n\n" + table.rendered(style: channel.style)
  }

  private func share(of count: Int) -> String {
    guard tally.customers > 0 else { return "0.0 %" }
    let tenths = Int((Double(count) * 1_000 / Double(tally.customers)).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// The JSON.
  var json: ContiguousArray<UInt8> {
    var writer = JSONWriter(.pretty)
    func write(_ key: String, _ count: Int) {
      writer.key(key)
      writer.integer(Int64(count))
    }
    func write(_ key: String, _ text: String) {
      writer.key(key)
      writer.string(text)
    }
    writer.beginObject()
    write("customers", tally.customers)
    write("hinging", tally.hinging)
    writer.key("policies")
    writer.beginArray()
    var policies: [String] = []
    for count in tally.counts where !policies.contains(count.alternative.policy) {
      policies.append(count.alternative.policy)
    }
    for policy in policies {
      writer.beginObject()
      write("policy", policy)
      write("customers", tally.hingingByPolicy[policy] ?? 0)
      writer.key("alternatives")
      writer.beginArray()
      for count in tally.counts where count.alternative.policy == policy {
        writer.beginObject()
        write("value", count.alternative.value)
        write("customers", count.customers)
        write("gained", count.gained)
        write("lost", count.lost)
        writer.key("samples")
        writer.beginArray()
        for sample in count.samples { writer.string(sample) }
        writer.endArray()
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
