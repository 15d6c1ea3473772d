import WinBack

/// Puts together the customers' histories from documents of the App Store Server API.
struct ServerHistories {
  /// A subscription from its first purchase on, through lapses and returns.
  fileprivate struct Chain {
    var transactions: [ServerTransaction] = []
    var renewal: ServerRenewal?
  }

  private let options: HistoryOptions
  private var warnings = FormatWarnings()
  /// Customers about whom there is something to say, of which messages name the first.
  private var withSeveralAccounts: [String] = []
  private var withoutBeginning: [String] = []
  /// The chains by the identifier of their first transaction.
  private var chains: [String: Chain] = [:]
  /// The identifiers of the chains in the order in which they appear.
  private var order: [String] = []

  private init(_ options: HistoryOptions) {
    self.options = options
  }

  /// Reads histories: documents of any kind that the API has, one after the other or one a line.
  static func read(
    _ bytes: ContiguousArray<UInt8>,
    _ options: HistoryOptions
  ) throws(FormatError) -> HistoryInput {
    let document = try JSONDocument(parsingSequence: bytes, allowsBareWords: true)
    var reader = ServerDocumentReader()
    for root in document.roots { try reader.read(root) }
    var records = reader.records
    var histories = ServerHistories(options)
    try histories.choose(environmentOf: &records)
    try histories.add(records)
    let customers = try histories.customers(pages: records.pages)
    histories.warnAboutCustomers()
    if records.transactions.isEmpty, records.renewals.isEmpty {
      histories.warnings.append("the input tells of no subscription")
    }
    return HistoryInput(
      format: .appStoreServer,
      histories: customers,
      warnings: histories.warnings.all
    )
  }

  // MARK: - Environments

  /// Leaves one environment: purchases of several never make one history.
  private mutating func choose(
    environmentOf records: inout ServerRecords
  ) throws(FormatError) {
    if let environment = options.environment {
      let count = records.transactions.count + records.renewals.count
      records.transactions.removeAll { $0.origin.environment ?? environment != environment }
      records.renewals.removeAll { $0.origin.environment ?? environment != environment }
      let rest = count - records.transactions.count - records.renewals.count
      if rest > 0 {
        warnings.append("\(rest) transactions and renewals of other environments are left out")
      }
    }
    var found: String?
    for origin in records.transactions.map(\.origin) + records.renewals.map(\.origin) {
      guard let environment = origin.environment else { continue }
      if let found, found != environment {
        throw origin.place.error(
          "expected the environment '\(found.shownInMessage)' as before, found "
            + "'\(environment.shownInMessage)'; name the one that is meant"
        )
      }
      found = environment
    }
    if let found, found != "Production" {
      warnings.append(
        "the transactions are of the environment '\(found.shownInMessage)', where time may run "
          + "faster than in months"
      )
    }
  }

  // MARK: - Chains

  private mutating func add(_ records: ServerRecords) throws(FormatError) {
    for transaction in try Self.newest(of: records.transactions) {
      guard let chain = transaction.origin.chain else {
        throw transaction.origin.place.error(
          "expected an 'originalTransactionId' or a 'transactionId', which tell whose it is, found "
            + "neither"
        )
      }
      open(chain)
      chains[chain]?.transactions.append(transaction)
    }
    for renewal in records.renewals {
      guard let chain = renewal.origin.chain else {
        throw renewal.origin.place.error(
          "expected an 'originalTransactionId', which tells whose it is, found none"
        )
      }
      guard let known = chains[chain] else {
        warnings.append(
          "the renewal information is left out: nothing tells of the transactions of "
            + "'\(chain.shownInMessage)'",
          at: renewal.origin.place
        )
        continue
      }
      if let earlier = known.renewal, !(try Self.isNewer(renewal, than: earlier)) { continue }
      chains[chain]?.renewal = renewal
    }
  }

  private mutating func open(_ chain: String) {
    guard chains[chain] == nil else { return }
    chains[chain] = Chain()
    order.append(chain)
  }

  /// Returns the transactions without their older versions (P1).
  private static func newest(
    of transactions: [ServerTransaction]
  ) throws(FormatError) -> [ServerTransaction] {
    var newest: [ServerTransaction] = []
    var indices: [String: Int] = [:]
    for transaction in transactions {
      guard let id = transaction.transaction.transactionId else {
        newest.append(transaction)
        continue
      }
      guard let index = indices[id] else {
        indices[id] = newest.count
        newest.append(transaction)
        continue
      }
      let known = newest[index].transaction
      let date = transaction.transaction.signedDate?.instant
      if known.signedDate?.instant == date {
        guard known == transaction.transaction else {
          throw transaction.origin.place.error(
            HistoryError.Kind.conflictingDuplicates(transactionId: id).description
          )
        }
      } else if let date, known.signedDate.map({ $0.instant < date }) ?? true {
        newest[index] = transaction
      }
    }
    return newest
  }

  private static func isNewer(
    _ renewal: ServerRenewal,
    than known: ServerRenewal
  ) throws(FormatError) -> Bool {
    let date = renewal.renewal.signedDate?.instant
    let knownDate = known.renewal.signedDate?.instant
    guard date == knownDate else {
      guard let date else { return false }
      return knownDate.map { $0 < date } ?? true
    }
    guard renewal.renewal == known.renewal else {
      throw renewal.origin.place.error(
        "renewal information of '\((renewal.origin.chain ?? "").shownInMessage)' is given twice, "
          + "differently: expected a 'signedDate' that tells which one is newer"
      )
    }
    return false
  }

  // MARK: - Customers

  private mutating func customers(
    pages: [ServerPage]
  ) throws(FormatError) -> [CustomerHistory] {
    var chainsByCustomer: [String: [Chain]] = [:]
    var customers: [String] = []
    for id in order {
      guard let chain = chains[id] else { continue }
      let customer = identity(of: chain, named: id)
      if chainsByCustomer[customer] == nil { customers.append(customer) }
      chainsByCustomer[customer, default: []].append(chain)
    }
    var histories: [CustomerHistory] = []
    for customer in customers {
      histories.append(
        try history(of: customer, chainsByCustomer[customer] ?? [], pages: pages)
      )
    }
    return histories
  }

  /// Returns what tells whose a chain is: what the user asks for, else the first that there is.
  private func identity(of chain: Chain, named id: String) -> String {
    let latestFirst = chain.transactions.sorted {
      $0.transaction.purchaseDate.instant > $1.transaction.purchaseDate.instant
    }
    let origins = latestFirst.map(\.origin) + [chain.renewal?.origin].compactMap { $0 }
    let token = origins.lazy.compactMap(\.appAccountToken).first
    let appTransactionId = origins.lazy.compactMap(\.appTransactionId).first
    return switch options.customerKey {
    case .appAccountToken, nil: token ?? appTransactionId ?? id
    case .appTransactionId: appTransactionId ?? id
    case .originalTransactionId: id
    }
  }

  private mutating func history(
    of customer: String,
    _ chains: [Chain],
    pages: [ServerPage]
  ) throws(FormatError) -> CustomerHistory {
    let transactions = chains.flatMap(\.transactions)
    let shown = customer.shownInMessage
    if let extra = transactions.dropFirst(HistoryReader.transactionLimit).first {
      throw extra.origin.place.error(
        HistoryError.Kind.tooManyTransactions(limit: HistoryReader.transactionLimit).description
      )
    }
    let own = Set(transactions.compactMap(\.page)).sorted()
    if let page = own.last, own.allSatisfy({ pages[$0].hasMore }) {
      throw pages[page].place.error(
        "the history of customer '\(shown)' goes on: expected its last page as well, which says "
          + "'hasMore' false"
      )
    }
    if Set(transactions.compactMap(\.origin.appTransactionId)).count > 1 {
      withSeveralAccounts.append(customer)
    }
    var history = CustomerHistory(
      customerId: customer,
      transactions: transactions.map(\.transaction),
      renewalInfo: chains.compactMap(\.renewal?.renewal)
    )
    history.renewalInfoIsList = chains.count > 1
    if chains.contains(where: \.lacksBeginning) {
      history.gaps = [.redemptions, .paidMonths]
      withoutBeginning.append(customer)
    }
    return history
  }

  private mutating func warnAboutCustomers() {
    if let first = withSeveralAccounts.first {
      let others = Self.others(than: withSeveralAccounts)
      warnings.append(
        "customer '\(first.shownInMessage)'\(others) has purchases of several Apple Accounts, of "
          + "which the App Store knows nothing: the customer key 'appTransactionId' keeps them apart"
      )
    }
    if let first = withoutBeginning.first {
      let others = Self.others(than: withoutBeginning)
      warnings.append(
        "the history of customer '\(first.shownInMessage)'\(others) does not reach back to the first "
          + "purchase, so that neither paid months nor redeemed offers are known"
      )
    }
  }

  private static func others(than customers: [String]) -> String {
    customers.count > 1 ? " (and \(customers.count - 1) more)" : ""
  }
}

extension ServerHistories.Chain {
  /// Whether the first purchase, whose identifier all others name, is not there itself.
  fileprivate var lacksBeginning: Bool {
    !transactions.contains { $0.transaction.transactionId == $0.origin.chain }
  }
}
