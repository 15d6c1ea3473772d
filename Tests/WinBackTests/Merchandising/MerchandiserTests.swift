import CEL
import Testing
import WinBack
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
    let engine = try EligibilityEngine(
      catalog: Catalog(subscriptionGroups: []),
      rules: .appStore()
    )
    let error = #expect(throws: EngineError.self) {
      try Merchandiser(engine, rules: paywall, introductory: .introductoryOffer())
    }
    #expect(
      error?.description
        == "expected attributes that the rule set 'AppStore' declares, too, found 'vip' in the rule "
        + "set 'paywall'"
    )
  }
}
