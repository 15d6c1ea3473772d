import CalendarTime
import CEL
import WinBack
import WinBackFormats

extension StoryEvent {
  /// Reads an event of the short form of histories: a verb, and what stands beside it.
  init(json node: JSONNode) throws(FormatError) {
    let members = try node.object().members
    var verbs: [StoryVerb] = []
    for (key, _) in members {
      if let verb = StoryVerb(rawValue: try key.string()) { verbs.append(verb) }
    }
    guard let verb = verbs.first else { throw try Self.unknownVerb(node, members.first?.key) }
    guard verbs.count == 1 else {
      let found = verbs.map { "'\($0.rawValue)'" }.joined(separator: " and ")
      throw node.error("expected one verb, found \(found)")
    }
    let object = try node.object(keys: [verb.rawValue] + verb.details.map(\.rawValue))
    let value = try object.required(verb.rawValue)
    switch verb {
    case .subscribe:
      self = .subscribe(
        to: try value.string(),
        on: try object.required(.on).storyDate(),
        stays: try object.stays(),
        offer: try object.offer()
      )
    case .renew:
      let offer = try object.offer()
      self = .renew(
        try value.integer(in: (offer == nil ? 1 : 0)...10_000),
        on: try object.optional(.on)?.storyDate(),
        offer: offer
      )
    case .switch: self = .crossgrade(to: try value.string(), stays: try object.stays())
    case .upgrade:
      self = .upgrade(
        to: try value.string(),
        on: try object.required(.on).storyDate(),
        stays: try object.stays()
      )
    case .cancel:
      try value.requireTrue()
      self = .cancel(
        on: try object.optional(.on)?.storyDate(),
        priceIncrease: try object.optional(.priceIncrease)?.bool() ?? false
      )
    case .resume:
      try value.requireTrue()
      self = .resume(on: try object.optional(.on)?.storyDate())
    case .refund:
      try value.requireTrue()
      self = .refund(
        on: try object.required(.on).storyDate(),
        isProrated: try object.optional(.prorated)?.bool() ?? false
      )
    case .billingRetry:
      try value.requireTrue()
      self = .billingRetry
    case .grace: self = .grace(days: try value.integer(in: 1...60))
    case .redeem:
      self = .redeem(
        offer: try value.string(),
        on: try object.required(.on).storyDate(),
        periods: try object.optional(.periods)?.integer(in: 1...10_000)
      )
    case .familyShare:
      self = .familyShare(
        of: try value.string(),
        on: try object.required(.on).storyDate(),
        stays: try object.stays(),
        until: try object.optional(.until)?.storyDate()
      )
    case .move: self = .move(to: StoryStorefront(try value.storefront()))
    case .buy: self = .buy(try value.string(), on: try object.required(.on).storyDate())
    }
  }

  private static func unknownVerb(
    _ node: JSONNode,
    _ key: JSONNode?
  ) throws(FormatError) -> FormatError {
    let verbs = StoryVerb.allCases.map(\.rawValue)
    guard let key else {
      return node.error("expected a verb such as 'subscribe', found an empty object")
    }
    let name = try key.string()
    if let suggestion = nearestName(to: name, among: verbs) {
      return key.error("expected a verb, found '\(name)'; did you mean '\(suggestion)'?")
    }
    let list = verbs.map { "'\($0)'" }.joined(separator: ", ")
    return key.error("expected one of the verbs \(list), found '\(name)'")
  }
}

extension JSONObject {
  fileprivate func optional(_ detail: StoryDetail) -> JSONNode? {
    optional(detail.rawValue)
  }

  fileprivate func required(_ detail: StoryDetail) throws(FormatError) -> JSONNode {
    try required(detail.rawValue)
  }

  /// Reads an offer that is no win-back offer, or the free trial that is short for one.
  fileprivate func offer() throws(FormatError) -> StoryOffer? {
    let trial = optional(.freeTrial)
    guard let node = optional(.offer) else {
      guard let trial else { return nil }
      return .freeTrial(try trial.choice())
    }
    if let trial { throw trial.error("expected either 'freeTrial' or 'offer', found both") }
    let object = try node.object(keys: ["kind", "mode", "duration", "periods"])
    return StoryOffer(
      try object.required("kind").choice(),
      try object.required("mode").choice(),
      try object.required("duration").choice(),
      periods: try object.optional("periods")?.integer(in: 1...10_000) ?? 1
    )
  }

  fileprivate func stays() throws(FormatError) -> StoryLength? {
    let months = optional(.months)
    if let periods = optional(.periods) {
      if let months {
        throw months.error("expected either 'months' or 'periods', found both")
      }
      return .periods(try periods.integer(in: 1...10_000))
    }
    guard let months else { return nil }
    return .months(try months.integer(in: 1...10_000))
  }
}

extension JSONNode {
  fileprivate func storyDate() throws(FormatError) -> StoryDate {
    StoryDate(try timelineDate())
  }

  /// Checks that the value of a verb without an object is true.
  fileprivate func requireTrue() throws(FormatError) {
    guard try bool() else { throw error("expected true, found false; leave the event out") }
  }
}
