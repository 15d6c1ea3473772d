import CEL

extension StoryEvent {
  /// Reads an event of the short form of histories: a verb with its details.
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
    let offer = try object.offer()
    self.init(
      verb,
      try Self.object(of: verb, object.required(verb.rawValue), hasOffer: offer != nil),
      on: try verb.needsDate ? object.required(.on).storyDate() : object.optional(.on)?.storyDate(),
      stays: try object.stays(),
      offer: offer,
      until: try object.optional(.until)?.storyDate(),
      isSpecial: try verb.flag.flatMap(object.optional)?.bool() ?? false
    )
  }

  private static func object(
    of verb: StoryVerb,
    _ value: JSONNode,
    hasOffer: Bool
  ) throws(FormatError) -> Object {
    switch verb {
    case .subscribe, .switch, .upgrade, .redeem, .familyShare, .buy:
      return .name(try value.string())
    case .renew: return .number(try value.integer(in: (hasOffer ? 0 : 1)...10_000))
    case .grace: return .number(try value.integer(in: 1...60))
    case .move: return .storefront(StoryStorefront(try value.storefront()))
    case .cancel, .resume, .refund, .billingRetry:
      guard try value.bool() else {
        throw value.error("expected true, found false; leave the event out")
      }
      return .nothing
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
      return key.error("expected a verb, found '\(name)'".suggesting(suggestion))
    }
    let list = verbs.map { "'\($0)'" }.joined(separator: ", ")
    return key.error("expected one of the verbs \(list), found '\(name)'")
  }
}

extension JSONObject {
  fileprivate func optional(_ detail: StoryDetail) -> JSONNode? { optional(detail.rawValue) }

  fileprivate func required(_ detail: StoryDetail) throws(FormatError) -> JSONNode {
    try required(detail.rawValue)
  }

  /// Reads an offer that is no win-back offer, or its short form, a free trial.
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
      if let months { throw months.error("expected either 'months' or 'periods', found both") }
      return .periods(try periods.integer(in: 1...10_000))
    }
    guard let months else { return nil }
    return .months(try months.integer(in: 1...10_000))
  }
}

extension JSONNode {
  fileprivate func storyDate() throws(FormatError) -> StoryDate { StoryDate(try timelineDate()) }
}
