import CEL
import Testing
import WinBackFormats

@Suite("A native rule set")
struct RuleSetReaderTests {
  @Test("is read with all its keys")
  func everyKey() throws {
    let expected = RuleSet(
      name: "Sample",
      title: "A rule set with every key",
      attributes: [
        RuleSet.Attribute(name: "marketingOptIn", type: .bool),
        RuleSet.Attribute(name: "visits", type: .int),
        RuleSet.Attribute(name: "tags", type: .list(.string)),
      ],
      policies: [
        Policy(
          name: "churn",
          title: "What churn is",
          value: "any",
          meaning: "Every end.",
          alternatives: [Policy.Alternative(value: "voluntary", title: "Only a cancellation.")],
          apple: "Nothing is said.",
          source: "nowhere",
          certainty: .implied
        )
      ],
      rules: [
        Rule(
          id: "paid",
          title: "The customer has paid",
          require: "subscription.paidMonths >= 3 && policy.churn == 'any'",
          because: "paid {subscription.paidMonths} months",
          reasons: [
            Rule.Reason(
              id: "little",
              when: "subscription.paidMonths > 0",
              because: "paid too little"
            ),
            Rule.Reason(id: "nothing", when: nil, because: "paid nothing"),
          ],
          apple: "Months of paid service.",
          source: "WWDC24",
          certainty: .stated
        )
      ],
      order: [
        OrderKey(
          title: "High priority comes first.",
          key: "offer.priority == 'HIGH' ? 1 : 0",
          isDescending: true
        )
      ]
    )
    #expect(try CheckedRuleSet(json: NativeSamples.rules.utf8).ruleSet == expected)
  }

  @Test("may leave out what has a default")
  func defaults() throws {
    let rules = try CheckedRuleSet(
      json: #"{"name":"N","rules":[{"id":"r","require":"true","because":"b"}]}"#.utf8
    )
    #expect(
      rules.ruleSet
        == RuleSet(
          name: "N",
          title: "",
          attributes: [],
          policies: [],
          rules: [Rule(id: "r", title: "r", require: "true", because: "b")],
          order: []
        )
    )
    let policy = #"{"name":"p","value":"v"}"#
    let key = #"{"key":"1"}"#
    let more = try CheckedRuleSet(
      json: #"{"name":"N","rules":[],"policies":[\#(policy)],"order":[\#(key)],"title":null}"#.utf8
    )
    #expect(more.ruleSet.policies == [Policy(name: "p", title: "", value: "v")])
    #expect(more.ruleSet.order == [OrderKey(title: "", key: "1")])
  }

  @Test(
    "has attributes of every type that a rule can read",
    arguments: [
      ("bool", .bool), ("int", .int), ("double", .double), ("string", .string),
      ("timestamp", .timestamp), ("list(string)", .list(.string)), ("list(int)", .list(.int)),
    ] as [(String, ValueType)]
  )
  func attributeTypes(name: String, type: ValueType) throws {
    let rules = try CheckedRuleSet(
      json: #"{"name":"N","rules":[],"attributes":{"a":"\#(name)"}}"#.utf8
    )
    #expect(rules.ruleSet.attributes == [RuleSet.Attribute(name: "a", type: type)])
  }

  @Test("is built in: the App Store's")
  func builtIn() throws {
    #expect(try CheckedRuleSet.appStore().ruleSet.name == "AppStore")
  }
}
