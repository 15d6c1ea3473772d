import CEL
import CalendarTime
import WinBack
import WinBackFormats

/// Writes scenarios in the form of scenario files.
package enum ScenarioWriter {
  /// Returns a scenario as an element of a file, on one line.
  package static func line(_ scenario: ScenarioDraft) -> String {
    var writer = JSONWriter()
    writer.object { $0.members(of: scenario) }
    return String(decoding: writer.bytes, as: UTF8.self)
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
    JSONWriter.document { json in
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
        json.member(
          isShort ? "storefronts" : "exceptStorefronts",
          (isShort ? storefronts : others).map(\.code)
        )
      }
      // The order says more than the set, if there is one.
      json.member(answer.eligible.count > 1 ? "order" : "eligible", answer.eligible)
      if !answer.undetermined.isEmpty { json.member("undetermined", answer.undetermined) }
    }
  }

  private mutating func members(of event: StoryEvent) {
    let verb = event.verb.rawValue
    switch event {
    case .subscribe(let product, let date, let stays, let offer):
      member(verb, product)
      detail(date)
      detail(offer)
      detail(stays)
    case .renew(let count, let date, let offer):
      member(verb, count)
      detail(date)
      detail(offer)
    case .crossgrade(let product, let stays):
      member(verb, product)
      detail(stays)
    case .upgrade(let product, let date, let stays):
      member(verb, product)
      detail(date)
      detail(stays)
    case .familyShare(let product, let date, let stays, let end):
      member(verb, product)
      detail(date)
      detail(stays)
      detail(end, as: .until)
    case .cancel(let date, let priceIncrease):
      member(verb, true)
      detail(date)
      if priceIncrease { member(StoryDetail.priceIncrease.rawValue, true) }
    case .resume(let date):
      member(verb, true)
      detail(date)
    case .refund(let date, let isProrated):
      member(verb, true)
      detail(date)
      if isProrated { member(StoryDetail.prorated.rawValue, true) }
    case .billingRetry: member(verb, true)
    case .move(let storefront): member(verb, storefront.code)
    case .buy(let product, let date):
      member(verb, product)
      detail(date)
    case .grace(let days): member(verb, days)
    case .redeem(let offer, let date, let periods):
      member(verb, offer)
      detail(date)
      member(StoryDetail.periods.rawValue, periods)
    }
  }

  private mutating func detail(_ date: StoryDate?, as detail: StoryDetail = .on) {
    // All dates of a story that has run are valid.
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

  private mutating func detail(_ stays: StoryLength?) {
    switch stays {
    case .months(let months): member(StoryDetail.months.rawValue, months)
    case .periods(let periods): member(StoryDetail.periods.rawValue, periods)
    case nil: break
    }
  }
}
