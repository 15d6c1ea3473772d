import CEL
import CalendarTime
import WinBack
import WinBackFormats

/// Writes scenarios in the form of scenario files.
package struct ScenarioWriter {
  private var writer: JSONWriter

  private init(_ layout: JSONWriter.Layout) {
    writer = JSONWriter(layout)
  }

  /// Returns a scenario as an element of a file, on one line.
  package static func line(_ scenario: ScenarioDraft) -> String {
    var writer = ScenarioWriter(.compact)
    writer.append(scenario)
    return String(decoding: writer.writer.bytes, as: UTF8.self)
  }

  /// Returns a whole file, which ends with a line feed.
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios.
  ///   - setting: The paths of catalog and rules as the file names them, and the policies.
  /// - Returns: The bytes of the file.
  package static func file(
    _ scenarios: [ScenarioDraft],
    _ setting: EngineSetting
  ) -> ContiguousArray<UInt8> {
    var file = ScenarioWriter(.pretty)
    file.writer.beginObject()
    file.write("catalog", setting.catalog)
    if let rules = setting.rules { file.write("rules", rules) }
    if !setting.policies.isEmpty {
      file.writer.key("policies")
      file.writer.beginObject()
      for (name, value) in setting.policies.sorted(by: { $0.key < $1.key }) {
        file.write(name, value)
      }
      file.writer.endObject()
    }
    file.writer.key("scenarios")
    file.writer.beginArray()
    for scenario in scenarios { file.append(scenario) }
    file.writer.endArray()
    file.writer.endObject()
    file.writer.endLine()
    return file.writer.bytes
  }

  private mutating func append(_ scenario: ScenarioDraft) {
    writer.beginObject()
    write("name", scenario.name)
    if let storefront = scenario.story.storefront { write("storefront", storefront.code) }
    if let group = scenario.story.subscriptionGroupIdentifier {
      write("subscriptionGroupIdentifier", group)
    }
    append(scenario.story.attributes)
    writer.key("history")
    writer.beginArray()
    for event in scenario.story.events { append(event) }
    writer.endArray()
    writer.key("expect")
    writer.beginArray()
    for answer in scenario.answers { append(answer) }
    writer.endArray()
    writer.endObject()
  }

  private mutating func append(_ attributes: [String: Value]) {
    guard !attributes.isEmpty else { return }
    writer.key("attributes")
    writer.beginObject()
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      writer.key(name)
      append(value)
    }
    writer.endObject()
  }

  private mutating func append(_ answer: ScenarioDraft.Answer) {
    writer.beginObject()
    write("asOf", answer.isDay ? answer.asOf.date.description : answer.asOf.description)
    // The order says more than the set, where there is one.
    write(answer.eligible.count > 1 ? "order" : "eligible", answer.eligible)
    if !answer.undetermined.isEmpty { write("undetermined", answer.undetermined) }
    writer.endObject()
  }

  private mutating func append(_ value: Value) {
    switch value {
    case .bool(let bool): writer.bool(bool)
    case .int(let integer): writer.integer(integer)
    case .double(let double): writer.double(double)
    case .string(let text): writer.string(text)
    case .timestamp, .duration: writer.string(value.text)
    case .list(let elements):
      writer.beginArray()
      for element in elements { append(element) }
      writer.endArray()
    case .null: writer.null()
    }
  }

  // MARK: - Events

  private mutating func append(_ event: StoryEvent) {
    writer.beginObject()
    let verb = event.verb.rawValue
    switch event {
    case .subscribe(let product, let date, let stays, let offer):
      write(verb, product)
      write(date)
      write(offer)
      write(stays)
    case .renew(let count, let date, let offer):
      write(verb, count)
      if let date { write(date) }
      write(offer)
    case .crossgrade(let product, let stays):
      write(verb, product)
      write(stays)
    case .upgrade(let product, let date, let stays):
      write(verb, product)
      write(date)
      write(stays)
    case .familyShare(let product, let date, let stays, let end):
      write(verb, product)
      write(date)
      write(stays)
      if let end { write(end, as: .until) }
    case .cancel(let date, let priceIncrease):
      writeTrue(verb)
      if let date { write(date) }
      if priceIncrease { writeTrue(StoryDetail.priceIncrease.rawValue) }
    case .resume(let date):
      writeTrue(verb)
      if let date { write(date) }
    case .refund(let date, let isProrated):
      writeTrue(verb)
      write(date)
      if isProrated { writeTrue(StoryDetail.prorated.rawValue) }
    case .billingRetry: writeTrue(verb)
    case .move(let storefront): write(verb, storefront.code)
    case .buy(let product, let date):
      write(verb, product)
      write(date)
    case .grace(let days): write(verb, days)
    case .redeem(let offer, let date, let periods):
      write(verb, offer)
      write(date)
      if let periods { write(StoryDetail.periods.rawValue, periods) }
    }
    writer.endObject()
  }

  private mutating func write(_ date: StoryDate, as detail: StoryDetail = .on) {
    // A story that was told has no date that is none.
    if let date = try? date.date() { write(detail.rawValue, date.text) }
  }

  private mutating func write(_ offer: StoryOffer?) {
    guard let offer else { return }
    guard offer != .freeTrial(offer.duration) else {
      return write(StoryDetail.freeTrial.rawValue, offer.duration.rawValue)
    }
    writer.key(StoryDetail.offer.rawValue)
    writer.beginObject()
    write("kind", offer.kind.rawValue)
    write("mode", offer.mode.rawValue)
    write("duration", offer.duration.rawValue)
    write("periods", offer.periods)
    writer.endObject()
  }

  private mutating func writeTrue(_ key: String) {
    writer.key(key)
    writer.bool(true)
  }

  private mutating func write(_ stays: StoryLength?) {
    switch stays {
    case .months(let months): write(StoryDetail.months.rawValue, months)
    case .periods(let periods): write(StoryDetail.periods.rawValue, periods)
    case nil: break
    }
  }

  private mutating func write(_ key: String, _ text: String) {
    writer.key(key)
    writer.string(text)
  }

  private mutating func write(_ key: String, _ number: Int) {
    writer.key(key)
    writer.integer(Int64(number))
  }

  private mutating func write(_ key: String, _ names: [String]) {
    writer.key(key)
    writer.beginArray()
    for name in names { writer.string(name) }
    writer.endArray()
  }
}
