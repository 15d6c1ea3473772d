import CEL

/// Writes scenarios in the form of scenario files.
package enum ScenarioWriter {
  /// Returns a scenario as an element of a file, on one line.
  package static func line(_ scenario: ScenarioDraft) -> String {
    var writer = JSONWriter()
    writer.object { $0.members(of: scenario) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The setting has the paths that the file names.
  package static func file(
    _ scenarios: [ScenarioDraft],
    _ setting: EngineSetting
  ) -> ContiguousArray<UInt8> {
    JSONWriter.document { json in
      if setting.kind != .winBack { json.member("kind", setting.kind.rawValue) }
      json.member("catalog", setting.catalog)
      json.member("rules", setting.rules)
      if !setting.policies.isEmpty { json.member("policies", setting.policies) }
      json.objects("scenarios", scenarios) { $0.members(of: $1) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of scenario: ScenarioDraft) {
    let story = scenario.story
    member("name", scenario.name)
    member("storefront", story.storefront?.code)
    member("subscriptionGroupIdentifier", story.subscriptionGroupIdentifier)
    if !story.attributes.isEmpty { member("attributes", story.attributes) }
    objects("history", story.events) { $0.members(of: $1) }
    objects("expect", scenario.answers) { json, answer in
      json.member("asOf", answer.isDay ? answer.asOf.date.description : answer.asOf.iso8601)
      if let storefronts = answer.storefronts {
        let others = Storefront.all.filter { !storefronts.contains($0) }
        let isShort = storefronts.count <= others.count
        let key = isShort ? "storefronts" : "exceptStorefronts"
        json.member(key, (isShort ? storefronts : others).map(\.code))
      }
      // An order is more precise than a set.
      json.member(answer.eligible.count > 1 ? "order" : "eligible", answer.eligible)
      if !answer.undetermined.isEmpty { json.member("undetermined", answer.undetermined) }
    }
  }

  private mutating func members(of event: StoryEvent) {
    let verb = event.verb.rawValue
    switch event.object {
    case .name(let name): member(verb, name)
    case .number(let number): member(verb, number)
    case .storefront(let storefront): member(verb, storefront.code)
    case .nothing: member(verb, true)
    }
    detail(event.date, as: .on)
    detail(event.offer)
    switch event.stays {
    case .months(let months): member(StoryDetail.months.rawValue, months)
    case .periods(let periods): member(StoryDetail.periods.rawValue, periods)
    case nil: break
    }
    detail(event.end, as: .until)
    if let flag = event.verb.flag, event.isSpecial { member(flag.rawValue, true) }
  }

  private mutating func detail(_ date: StoryDate?, as detail: StoryDetail) {
    // A story that has run has only valid dates.
    if let date = try? date?.date() { member(detail.rawValue, date.text) }
  }

  private mutating func detail(_ offer: StoryOffer?) {
    guard let offer else { return }
    guard offer != .freeTrial(offer.duration) else {
      return member(StoryDetail.freeTrial.rawValue, offer.duration.rawValue)
    }
    object(StoryDetail.offer.rawValue) { json in
      json.member("kind", offer.kind.rawValue)
      json.member("mode", offer.mode.rawValue)
      json.member("duration", offer.duration.rawValue)
      json.member("periods", offer.periods)
    }
  }
}
