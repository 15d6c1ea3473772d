/// Notes about customers of the App Store Server API, counted over many customers.
package struct ServerNotes: Sendable {
  /// The customers with the same note; a message names the first of them.
  struct Customers: Sendable {
    private(set) var first: String?
    private(set) var count = 0

    mutating func add(_ customer: String) { add(Customers(first: customer, count: 1)) }

    mutating func add(_ others: Customers) {
      first = first ?? others.first
      count += others.count
    }

    var text: String? {
      first.map {
        "customer '\($0.shownInMessage)'" + (count > 1 ? " (and \((count - 1).grouped) more)" : "")
      }
    }
  }

  var environment: String?
  var otherEnvironments = 0
  var severalAccounts = Customers()
  var withoutBeginning = Customers()
  /// The customers with single transactions only (F13g).
  var single = Customers()
  /// The renewal information that is left out.
  var omissions: [ServerFault] = []
  /// The number of further omissions, which are not in `omissions`.
  private var furtherOmissions = 0
  /// The first environment that is different from `environment`.
  private var otherEnvironment: String?

  package init() {}

  mutating func add(_ others: ServerNotes) {
    if let environment, let other = others.environment, environment != other {
      otherEnvironment = otherEnvironment ?? other
    }
    environment = environment ?? others.environment
    otherEnvironment = otherEnvironment ?? others.otherEnvironment
    otherEnvironments += others.otherEnvironments
    severalAccounts.add(others.severalAccounts)
    withoutBeginning.add(others.withoutBeginning)
    single.add(others.single)
    omissions += others.omissions
    furtherOmissions += others.furtherOmissions
  }

  /// Counts renewal information that is left out without a message.
  package mutating func addOmission() { furtherOmissions += 1 }

  /// Adds the notes about the customers of a block, without the locations of omissions.
  package mutating func addBlock(_ others: ServerNotes) {
    var others = others
    others.furtherOmissions += others.omissions.count
    others.omissions = []
    add(others)
  }

  /// The message if purchases are of several environments; nil if they are not.
  package var mixture: String? { otherEnvironment.map { Self.mixture(environment ?? "", $0) } }

  static func mixture(_ environment: String, _ other: String) -> String {
    "expected the environment '\(environment.shownInMessage)' as before, found "
      + "'\(other.shownInMessage)'; '--environment' names the one that is meant"
  }

  package var warnings: [FormatWarning] { warnings { FormatError(ofInput: $0.message) } }

  /// Whether nothing about a subscription was left out.
  var haveNoSubscription: Bool { omissions.isEmpty && otherEnvironments == 0 }

  /// Returns all notes as warnings; the first `limit` omissions have one each, and `place` returns a
  /// fault with its line and column.
  func warnings(
    naming limit: Int = .max,
    _ place: (ServerFault) -> FormatError
  ) -> [FormatWarning] {
    var warnings = FormatWarnings()
    let furtherOmissions = furtherOmissions + omissions.dropFirst(limit).count
    if otherEnvironments > 0 {
      warnings.append(
        "\(otherEnvironments.grouped) transactions and renewals of other environments are left out"
      )
    }
    if let environment, environment != "Production" {
      warnings.append(StoreEnvironments.warning(ofTests: "'\(environment.shownInMessage)'"))
    }
    for omission in omissions.prefix(limit) {
      warnings.append(omission.message) { place(omission) }
    }
    if furtherOmissions > 0 {
      warnings.append(
        "more renewal information is left out, \(furtherOmissions.grouped) in all: the input has no "
          + "transactions"
      )
    }
    if let customer = severalAccounts.text {
      warnings.append(
        "\(customer) has purchases of several Apple Accounts, and the App Store decides for each of "
          + "them: 'customerKey' of winback.json, 'appTransactionId', separates them"
      )
    }
    if let customer = withoutBeginning.text {
      warnings.append(
        "the history of \(customer) does not reach back to the first purchase, so neither paid "
          + "months nor redeemed offers are known"
      )
    }
    if let customer = single.text {
      warnings.append(
        "\(customer) has single transactions, which tell nothing of other purchases: "
          + "'GET /inApps/v2/history/{transactionId}' gives all of them"
      )
    }
    return warnings.all
  }
}
