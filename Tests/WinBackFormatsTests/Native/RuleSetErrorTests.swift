import Testing
import WinBackFormats

@Suite("A native rule set that is wrong")
struct RuleSetErrorTests {
  /// Checks what is said of the sample with one part replaced; `^` marks the place in the new one.
  private func check(_ old: String, _ marked: String, _ message: String, _ path: String) throws {
    let text = try MarkedText(NativeSamples.rules, replacing: old, with: marked)
    #expect(refusal { try CheckedRuleSet(json: text.bytes) } == text.error(message, at: path))
  }

  @Test(
    "is refused if it has more of something than is tried with each customer",
    arguments: [
      ("attributes", attributes(1_001), 1_000, "attributes"),
      ("policies", list(257, #"{"name": "p", "value": "v"}"#), 256, "policies"),
      ("order", list(65, #"{"key": "offer.offerId"}"#), 64, "keys"),
    ]
  )
  func limits(key: String, value: String, limit: Int, name: String) {
    let text = #"{"name": "x", "rules": [], "\#(key)": \#(value)}"#
    let column = text.split(separator: value)[0].count + 1
    #expect(
      refusal { try CheckedRuleSet(json: text.utf8) }
        == "1:\(column): expected at most \(limit) \(name), found \(limit + 1) (at \(key))"
    )
  }

  private static func attributes(_ count: Int) -> String {
    "{" + (0..<count).map { "\"a\($0)\": \"int\"" }.joined(separator: ",") + "}"
  }

  private static func list(_ count: Int, _ element: String) -> String {
    "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
  }

  /// `^` marks the place that the error must point at.
  @Test(
    "is refused at the line and the column in the file: an expression",
    arguments: [
      (
        "subscription.paidMonths >= 3", "^subscription.paidMonth >= 3",
        "unknown variable 'subscription.paidMonth'; did you mean 'subscription.paidMonths'?",
        "rules[0].require"
      ),
      (
        "subscription.paidMonths >= 3",
        #"\u0031 < 2 \u0026& \"é\" == 'é' && now > ^addMonth(now, 1)"#,
        "unknown function 'addMonth'; did you mean 'addMonths'?", "rules[0].require"
      ),
      (
        "policy.churn == 'any'", "^policy.churm == 'any'",
        "unknown variable 'policy.churm'; did you mean 'policy.churn'?", "rules[0].require"
      ),
      (
        "subscription.paidMonths >= 3", "^customer.attributes.marketingOptin",
        """
        unknown variable 'customer.attributes.marketingOptin'; did you mean \
        'customer.attributes.marketingOptIn'?
        """, "rules[0].require"
      ),
      (
        "subscription.paidMonths >= 3", "^customer.attributes.loyalty",
        "unknown attribute 'loyalty': declare it, with its type, under 'attributes'",
        "rules[0].require"
      ),
      (
        "subscription.paidMonths >= 3", "now > timestamp('^2026-01-15')",
        """
        expected a timestamp such as '2026-01-15T00:00:00Z', found '2026-01-15'; did you mean \
        '2026-01-15T00:00:00Z'?
        """, "rules[0].require"
      ),
      (
        "subscription.paidMonths >= 3", "now - subscription.lapsedAt > duration('^3 days')",
        "expected a duration such as '24h', found '3 days'", "rules[0].require"
      ),
      (
        "policy.churn == 'any'", "policy.churn == '^all'",
        "expected 'any' or 'voluntary' for the policy 'churn', found 'all'", "rules[0].require"
      ),
      (
        "subscription.paidMonths >= 3 && policy", "subscription.paidMonths >= 3 ^and policy",
        "expected an operator or the end, found 'and'; did you mean '&&'?", "rules[0].require"
      ),
      (
        "subscription.paidMonths >= 3", "subscription.paidMonths ^>= true",
        "no operator '>=' for int and bool", "rules[0].require"
      ),
      (
        "subscription.paidMonths >= 3 && policy.churn == 'any'", "^subscription.paidMonths",
        "expected a condition of type bool, found int", "rules[0].require"
      ),
      (
        "policy.churn == 'any'", "(policy.churn == 'any'^",
        "expected an operator or ')', found the end", "rules[0].require"
      ),
      (
        "subscription.paidMonths >= 3 && policy.churn == 'any'", "^1 > 2",
        "expected a condition that somebody can meet, found one that is never true",
        "rules[0].require"
      ),
      (
        "subscription.paidMonths >= 3",
        "^subscription.paidMonths < 3 && subscription.paidMonths > 5",
        "expected a condition that somebody can meet, found one that is never true",
        "rules[0].require"
      ),
      (
        "paid {subscription.paidMonths} months", #"\"paid\" {^subscription.paidMonth} months"#,
        "unknown variable 'subscription.paidMonth'; did you mean 'subscription.paidMonths'?",
        "rules[0].because"
      ),
      (
        "paid {subscription.paidMonths} months", "paid {subscription.paidMonths ^months",
        "expected an operator or '}', found 'months'", "rules[0].because"
      ),
      (
        "subscription.paidMonths > 0", "subscription.state ^> 0",
        "no operator '>' for string and int", "rules[0].reasons[0].when"
      ),
      (
        "paid nothing", "paid nothing ^}",
        "the '}' has no '{'; write '}}' for a brace that is text", "rules[0].reasons[1].because"
      ),
      (
        "offer.priority == 'HIGH' ? 1 : 0", "^subscription.paidMonths",
        "expected a key over the offer and the policies, found 'subscription.paidMonths'",
        "order[0].key"
      ),
      (
        "offer.priority == 'HIGH' ? 1 : 0", "^offer.priority == 'HIGH'",
        "expected a key of type int, double, string or timestamp, found bool", "order[0].key"
      ),
    ]
  )
  func expressions(old: String, marked: String, message: String, path: String) throws {
    try check(old, marked, message, path)
  }

  @Test(
    "is refused at the line and the column in the file: the rest",
    arguments: [
      (
        #""require""#, #"^"requires""#, "unknown key 'requires'; did you mean 'require'?",
        "rules[0].requires"
      ),
      (#""order""#, #"^"orders""#, "unknown key 'orders'; did you mean 'order'?", "orders"),
      (#"{ "id": "nothing", "#, "^{ ", "the key 'id' is missing", "rules[0].reasons[1]"),
      (#""name": "Sample""#, #""name": ^1"#, "expected a string, found a number", "name"),
      (
        #""certainty": "stated""#, #""certainty": ^"state""#,
        "unknown value 'state'; did you mean 'stated'?", "rules[0].certainty"
      ),
      (
        #""direction": "descending""#, #""direction": ^"down""#,
        "unknown value 'down'; expected one of 'ascending', 'descending'", "order[0].direction"
      ),
      (
        #""visits": "int""#, #""visits": ^"integer""#,
        """
        unknown value 'integer'; expected one of 'bool', 'int', 'double', 'string', 'timestamp', \
        'list(string)', 'list(int)'
        """, "attributes.visits"
      ),
      (
        #""visits": "int""#, #""^2 visits": "int""#,
        "expected a name of letters, digits and '_', found '2 visits'", #"attributes["2 visits"]"#
      ),
      (
        #""tags": "list(string)""#, #"^"visits": "int""#, "the key 'visits' occurs twice",
        "attributes.visits"
      ),
    ]
  )
  func rest(old: String, marked: String, message: String, path: String) throws {
    try check(old, marked, message, path)
  }

  @Test("of code names the rule and the part")
  func code() {
    let rule = Rule(id: "paid", title: "", require: "subscription.paidMonth > 1", because: "")
    let error = #expect(throws: RuleSetError.self) {
      try CheckedRuleSet(RuleSet(name: "Own", title: "", rules: [rule]))
    }
    #expect(
      error?.description == """
        rule 'paid', 'require': unknown variable 'subscription.paidMonth'; did you mean \
        'subscription.paidMonths'?
        """
    )
  }

  @Test("gives a rule or a policy twice, or a policy a value that it does not take")
  func names() {
    func refused(_ members: String) -> String? {
      refusal { try CheckedRuleSet(json: #"{"name":"N",\#(members)}"#.utf8) }
    }
    let rule = #"{"id":"r","require":"true","because":""}"#
    #expect(
      refused(#""rules":[\#(rule),\#(rule)]"#)
        == "1:70: expected each rule once, found the id 'r' again (at rules[1].id)"
    )
    let policy = #"{"name":"p","value":"v"}"#
    #expect(
      refused(#""rules":[],"policies":[\#(policy),\#(policy)]"#)
        == "1:70: expected each policy once, found the name 'p' again (at policies[1].name)"
    )
    #expect(
      refused(#""rules":[],"policies":[{"name":"waitStart","value":"redemtion"}]"#)
        == """
        1:65: expected 'offerPeriodEnd', 'subscriptionEnd' or 'redemption' for the policy \
        'waitStart', found 'redemtion'; did you mean 'redemption'? (at policies[0].value)
        """
    )
    #expect(
      refused(#""rules":[],"policies":[{"name":"timeZone","value":"PST"}]"#)
        == """
        1:64: expected 'UTC' or an offset such as '-08:00' for the policy 'timeZone', found 'PST' \
        (at policies[0].value)
        """
    )
  }
}
