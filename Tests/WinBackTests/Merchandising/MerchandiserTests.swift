import CEL
import Testing
import WinBackFormats

@Suite("What makes a merchandiser")
struct MerchandiserTests {
  @Test("is no paywall that reads an attribute which the rules of the offers do not declare (M1)")
  func attributes() throws {
    let paywall = try CheckedRuleSet(
      RuleSet(
        name: "paywall",
        title: "",
        attributes: [RuleSet.Attribute(name: "vip", type: .bool)],
        rules: [
          Rule(id: "plain", title: "", require: "customer.attributes.vip", because: ""),
          Rule(id: "hidden", title: "", require: "true", because: ""),
        ],
        combination: .first
      )
    )
    let engine = try EligibilityEngine(catalog: Catalog(subscriptionGroups: []), rules: .appStore())
    let error = #expect(throws: EngineError.self) {
      try Merchandiser(engine, rules: paywall, others: [.introductoryOffer()])
    }
    #expect(
      error?.description
        == "expected attributes that the rule set 'AppStore' declares, too, found 'vip' in the rule "
        + "set 'paywall'"
    )
    // The rules of the offers need not be copied for it.
    let declaring = try EligibilityEngine(
      catalog: Catalog(subscriptionGroups: []),
      rules: .appStore().declaring(attributesOf: paywall)
    )
    _ = try Merchandiser(declaring, rules: paywall, others: [.introductoryOffer()])
    #expect(declaring.rules.ruleSet.attributes == paywall.ruleSet.attributes)
    #expect(
      try CheckedRuleSet.appStore().declaring(attributesOf: .merchandising()).ruleSet.attributes
        == []
    )
    var other = paywall.ruleSet
    other.attributes = [RuleSet.Attribute(name: "vip", type: .int)]
    other.rules.removeFirst()
    #expect(throws: RuleSetError.self) {
      try declaring.rules.declaring(attributesOf: CheckedRuleSet(other))
    }
  }

  @Test("does not show an offer while it is not decided whether the customer has a better one (M1)")
  func better() throws {
    let customer = history(in: nil) {
      subscribe("basic", on: "2024-01-01", months: 6)
      renewalInfo(status: 0)
    }
    func shown(_ better: WinBackOffer) throws -> Merchandising {
      let offers = catalog(better, offer("everywhere"))
      let engine = try EligibilityEngine(catalog: offers, rules: .appStore())
      let group = try #require(engine.groups(of: customer).first)
      let merchandiser = try Merchandiser.builtIn(engine)
      return merchandiser.merchandising(on: group.snapshot(asOf: instant("2024-09-01")))
    }
    let open = try shown(offer("here", priority: .high, territories: ["USA"]))
    #expect(open.show == .undetermined && open.offerId == nil)
    #expect(open.missing == ["customer.storefront"])
    let worse = try shown(offer("worse", .payUpFront, territories: ["USA"]))
    #expect(worse.show == .winBack && worse.offerId == "everywhere")
  }

  @Test("is no rule set of screens with a policy of facts, which would have no effect")
  func factPolicies() throws {
    var paywall = try CheckedRuleSet.merchandising().ruleSet
    paywall.policies = [Policy(name: "gapTolerance", title: "", value: "none")]
    let engine = try EligibilityEngine(catalog: Catalog(subscriptionGroups: []), rules: .appStore())
    let error = #expect(throws: EngineError.self) {
      try Merchandiser(engine, rules: CheckedRuleSet(paywall), others: [.introductoryOffer()])
    }
    #expect(
      error?.description == """
        expected no policy of facts in the rule set '\(paywall.name)', found 'gapTolerance': facts are \
        read by the policies of the rule set 'AppStore'
        """
    )
  }

  @Test("names the policy that a key of the order reads, where it decides which offer is shown")
  func orderKeys() throws {
    var ruleSet = try CheckedRuleSet.appStore().ruleSet
    ruleSet.policies.append(
      Policy(
        name: "first",
        title: "",
        value: "a",
        alternatives: [Policy.Alternative(value: "b", title: "")]
      )
    )
    ruleSet.order = [OrderKey(title: "", key: "offer.offerId == policy.first ? 0 : 1")]
    let engine = try EligibilityEngine(
      catalog: catalog(offer("a", lapse: 1...24), offer("b", lapse: 1...24)),
      rules: CheckedRuleSet(ruleSet)
    )
    let merchandiser = try Merchandiser.builtIn(engine)
    let history = history {
      subscribe("basic", on: "2024-01-01", months: 3)
      renewalInfo(status: 0)
    }
    let group = try #require(try engine.groups(of: history).first)
    let shown = merchandiser.merchandising(on: group.snapshot(asOf: instant("2024-06-15")))
    #expect(shown.offerId == "a")
    #expect(shown.hingesOn.map(\.policy) == ["first"] && shown.hingesOn.map(\.offerId) == ["b"])
  }
}
