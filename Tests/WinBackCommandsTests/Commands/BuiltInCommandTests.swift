import Testing
import WinBackFiles

@Suite("What is built in")
struct BuiltInCommandTests {
  @Test("is the App Store's rule set, which can be read again")
  func rules() throws {
    let run = CommandRun(["print", "rules", "AppStore"])
    #expect(run.status == .done)
    #expect(run.errors == "")
    let rules = try CheckedRuleSet(json: run.output.utf8)
    #expect(try rules.ruleSet == CheckedRuleSet.appStore().ruleSet)
    #expect(run.output.hasSuffix("}\n"))
  }

  @Test(
    "is the rule set of each other kind of offer, and the conditions of what is shown",
    arguments: [
      ("introductoryOffer", false), ("promotionalOffer", false), ("offerCode", false),
      ("merchandising", true),
    ]
  )
  func otherRules(name: String, hasScreens: Bool) throws {
    let run = CommandRun(["print", "rules", name])
    #expect(run.status == .done)
    let rules = try CheckedRuleSet(json: run.output.utf8).ruleSet
    #expect((rules.combination == .first) == hasScreens)
  }

  @Test(
    "is the schema of each native format",
    arguments: [
      ("catalog", "Native catalog"), ("history", "Native history"), ("mapping", "Mapping"),
      ("compare", "Comparison"), ("plan", "Plan"),
      ("result", "Result"), ("rules", "Rule set"),
    ]
  )
  func schemas(name: String, title: String) throws {
    let run = CommandRun(["print", "schema", name])
    #expect(run.status == .done)
    let root = try JSONDocument(parsing: ContiguousArray(run.output.utf8)).root.object()
    #expect(try root.required("title").string() == title)
    #expect(run.output.hasSuffix("}\n"))
  }

  @Test("is the mapping of each table format, which can be read again")
  func mappings() throws {
    let list = CommandRun(["print", "mapping"])
    #expect(list.status == .done)
    let names = list.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    #expect(names == ["revenuecat", "revenuecat-events", "adapty", "subscriber-report"])
    for name in names {
      let run = CommandRun(["print", "mapping", name])
      #expect(run.status == .done)
      let mapping = try Mapping(json: run.output.utf8)
      #expect(mapping.name == name)
      #expect(list.output.contains("  \(mapping.title)\n"))
    }
  }

  @Test(
    "is listed where no name is given",
    arguments: [
      ("rules", "AppStore\nintroductoryOffer\npromotionalOffer\nofferCode\nmerchandising\n"),
      (
        "schema",
        "catalog\ncheck\ncompare\nhistory\nmapping\nplan\nredemption\nresult\nrules\nscenarios\nsummary\n"
      ),
    ]
  )
  func list(kind: String, names: String) {
    #expect(CommandRun(["print", kind]) == CommandRun(status: .done, output: names))
  }

  @Test(
    "is suggested where a name is misspelt",
    arguments: [
      (
        ["rules", "Appstore"],
        "'AppStore', 'introductoryOffer', 'promotionalOffer', 'offerCode' or 'merchandising', found "
          + "'Appstore'; did you mean 'AppStore'?"
      ),
      (
        ["rules", "PlayStore"],
        "'AppStore', 'introductoryOffer', 'promotionalOffer', 'offerCode' or 'merchandising', found "
          + "'PlayStore'"
      ),
      (
        ["schema", "catalogue"],
        "'catalog', 'check', 'compare', 'history', 'mapping', 'plan', 'redemption', 'result', 'rules', "
          + "'scenarios' or 'summary', found 'catalogue'; did you mean 'catalog'?"
      ),
    ]
  )
  func misspelt(arguments: [String], message: String) {
    let expected = "argument 'NAME' expects \(message)"
    #expect(CommandRun(["print"] + arguments) == .wrongUsage(of: "winback print", expected))
  }

  @Test(
    "has had commands of its own, which errors replace",
    arguments: ["rules", "schema", "mapping"]
  )
  func oldWord(name: String) {
    let run = CommandRun([name, "x"])
    #expect(run.status == .wrongUsage)
    #expect(
      run.errors.hasPrefix(
        "winback: error: unknown command '\(name)'; did you mean 'print \(name)'?\n"
      )
    )
  }
}
