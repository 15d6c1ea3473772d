import WinBack
import WinBackAnalysis
import WinBackCommandLine
import WinBackFormats

/// How many lists of customers, or of timelines, depend on each policy.
struct SensitivityTally: Sendable {
  struct Count: Sendable {
    let alternative: Alternative<EligibilityEngine>
    var customers = 0
    var gained = 0
    var lost = 0
    /// How many timelines gain an offer, and how many lose one.
    var gaining = 0
    var losing = 0
    var samples: [String] = []

    fileprivate mutating func add(_ other: Count) {
      customers += other.customers
      gained += other.gained
      lost += other.lost
      gaining += other.gaining
      losing += other.losing
      samples += other.samples.prefix(sampleLimit - samples.count)
    }
  }

  private static let sampleLimit = 3

  private(set) var counts: [Count]
  private(set) var customers = 0
  private(set) var hinging = 0
  private(set) var hingingByPolicy: [String: Int] = [:]

  init(_ alternatives: [Alternative<EligibilityEngine>]) {
    counts = alternatives.map { Count(alternative: $0) }
  }

  /// Adds a customer, or a timeline; `name` returns what a sample is called, nil for no sample.
  mutating func add(_ changes: [Sensitivity.Change], named name: () -> String? = { nil }) {
    customers += 1
    guard !changes.isEmpty else { return }
    hinging += 1
    for policy in Set(changes.map { counts[$0.alternative].alternative.policy }) {
      hingingByPolicy[policy, default: 0] += 1
    }
    for alternative in Set(changes.map(\.alternative)) {
      counts[alternative].customers += 1
      guard counts[alternative].samples.count < Self.sampleLimit, let name = name() else {
        continue
      }
      counts[alternative].samples.append(name)
    }
    for change in changes {
      counts[change.alternative].gained += change.gained
      counts[change.alternative].lost += change.lost
      counts[change.alternative].gaining += change.gained > 0 ? 1 : 0
      counts[change.alternative].losing += change.lost > 0 ? 1 : 0
    }
  }

  /// Adds the customers of another tally, who come after these.
  mutating func add(_ other: SensitivityTally) {
    customers += other.customers
    hinging += other.hinging
    hingingByPolicy.merge(other.hingingByPolicy, uniquingKeysWith: +)
    for index in counts.indices { counts[index].add(other.counts[index]) }
  }

  func text(on page: TextPage) -> String {
    let rows = zip(counts, [nil] + counts.map(\.alternative.policy)).map { count, latest in
      let policy = count.alternative.policy
      let all = hingingByPolicy[policy] ?? 0
      let first =
        policy == latest ? ["", "", ""] : [policy.printable, all.grouped, share(of: all)]
      return first + [
        count.alternative.value.printable, count.customers.grouped, count.gained.grouped,
        count.lost.grouped, count.samples.joined(separator: ", ").printable,
      ]
    }
    let titles = [
      "policy", "customers", "share", "under", "customers", "gained", "lost", "such as",
    ]
    return "the lists of \(hinging.grouped) of \(customers.counted("customer")) depend on a "
      + "policy (\(share(of: hinging)))\n\n"
      + ResultTable(titles, numbers: [1, 2, 4, 5, 6], rows).text(style: page.style)
  }

  private func share(of count: Int) -> String {
    guard customers > 0 else { return "0.0 %" }
    let tenths = Int((Double(count) * 1_000 / Double(customers)).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  var json: ContiguousArray<UInt8> {
    var policies: [String] = []
    for count in counts where !policies.contains(count.alternative.policy) {
      policies.append(count.alternative.policy)
    }
    return JSONWriter.document { json in
      json.member("customers", customers)
      json.member("hinging", hinging)
      json.objects("policies", policies) { json, policy in
        json.member("policy", policy)
        json.member("customers", hingingByPolicy[policy] ?? 0)
        let counts = counts.filter { $0.alternative.policy == policy }
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
