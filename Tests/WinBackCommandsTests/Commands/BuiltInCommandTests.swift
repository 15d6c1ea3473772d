import Testing
import WinBack
import WinBackCommands
import WinBackFormats

@Suite("What is built in")
struct BuiltInCommandTests {
  @Test("is the App Store's rule set, which can be read again", arguments: [[], ["AppStore"]])
  func rules(arguments: [String]) throws {
    let run = CommandRun(["rules"] + arguments)
    #expect(run.status == .done)
    #expect(run.errors == "")
    let rules = try CheckedRuleSet(json: run.output.utf8)
    #expect(try rules.ruleSet == CheckedRuleSet.appStore().ruleSet)
    #expect(run.output.hasSuffix("}\n"))
  }

  @Test(
    "is the rule set of introductory offers, and the conditions of what is shown",
    arguments: [("introductoryOffer", false), ("merchandising", true)]
  )
  func otherRules(name: String, hasScreens: Bool) throws {
    let run = CommandRun(["rules", name])
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
    let run = CommandRun(["schema", name])
    #expect(run.status == .done)
    let root = try JSONDocument(parsing: ContiguousArray(run.output.utf8)).root.object()
    #expect(try root.required("title").string() == title)
    #expect(run.output.hasSuffix("}\n"))
  }

  @Test("is the mapping of each table format, which can be read again")
  func mappings() throws {
    let list = CommandRun(["mapping"])
    #expect(list.status == .done)
    let names = list.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    #expect(
      names == ["revenuecat", "revenuecat-events", "adapty", "subscriber-report", "stripe"]
    )
    for name in names {
      let run = CommandRun(["mapping", name])
      #expect(run.status == .done)
      let mapping = try Mapping(json: run.output.utf8)
      #expect(mapping.name == name)
      #expect(list.output.contains("  \(mapping.title)\n"))
    }
  }

  @Test("is written to a file where one is named")
  func output() throws {
    try TemporaryDirectory.with { directory throws in
      let path = directory.path("rules.json")
      #expect(
        CommandRun(["rules", "--output", path])
          == CommandRun(status: .done, output: "", errors: "")
      )
      #expect(try directory.read("rules.json") == CommandRun(["rules"]).output)
    }
  }

  @Test(
    "is suggested where a name is misspelt",
    arguments: [
      (
        ["rules", "Appstore"],
        "'AppStore', 'introductoryOffer' or 'merchandising', found 'Appstore'; did you mean 'AppStore'?"
      ),
      (
        ["rules", "PlayStore"],
        "'AppStore', 'introductoryOffer' or 'merchandising', found 'PlayStore'"
      ),
      (
        ["schema", "catalogue"],
        "'catalog', 'check', 'compare', 'history', 'mapping', 'plan', 'redemption', 'result', 'rules', "
          + "'scenarios' or 'summary', found 'catalogue'; did you mean 'catalog'?"
      ),
    ]
  )
  func misspelt(arguments: [String], message: String) {
    let run = CommandRun(arguments)
    #expect(run.status == .wrongUsage)
    #expect(
      run.errors
        == """
        winback \(arguments[0]): error: argument 'NAME' expects \(message)
        see 'winback \(arguments[0]) --help'

        """
    )
  }
}
