import CEL

/// Builds customers' histories from payloads of the App Store Server API.
///
/// Its transactions are the payloads as Apple wrote them, so that one reader reads these histories and
/// native ones.
struct ServerHistories {
  /// A subscription from its first purchase, including lapses and returns.
  private struct Chain {
    let id: String
    var transactions: [ServerPayload] = []
    var renewal: ServerPayload?
    /// The pages with one of its transactions, including older versions that are left out.
    var pages: Set<Int> = []
    var origins: Set<ServerPayload.Origin> = []

    /// Whether the first purchase is missing, although all other transactions name it.
    var lacksBeginning: Bool { !transactions.contains { $0.keys.transactionId == id } }
  }

  /// The pages of histories on which an account or a token is, whatever the transactions are about.
  private struct PagesByKey {
    var ofAccounts: [String: Set<Int>] = [:]
    var ofTokens: [String: Set<Int>] = [:]
    var withAccount: Set<Int> = []
  }

  private let options: HistoryOptions
  private let records: ServerRecords
  private(set) var notes = ServerNotes()
  private var chains = OrderedTable<String, Chain>()
  /// The last page of the list that each page is in, as far as it is there.
  private lazy var lastPages: [Int] = records.pages.indices.reversed().reduce(into: []) {
    let next = $1 + 1
    let continues = next < records.pages.count && records.pages[next].continues
    $0.append(continues ? $0.last ?? next : $1)
  }.reversed()
  private lazy var historyPages = pagesByKey()

  /// Returns the customers of the records, in the order in which they appear.
  static func customers(
    of records: ServerRecords,
    _ options: HistoryOptions,
    _ notes: inout ServerNotes
  ) throws(ServerFault) -> [ServerCustomer] {
    var histories = ServerHistories(options: options, records: records)
    try histories.add(histories.payloadsOfOneEnvironment())
    let customers = try histories.customers()
    notes.add(histories.notes)
    return customers
  }

  // MARK: - Environments

  /// Returns the payloads of one environment: a history never has purchases of several.
  private mutating func payloadsOfOneEnvironment() throws(ServerFault) -> [ServerPayload] {
    var payloads = records.payloads
    if let environment = options.environment {
      payloads.removeAll { $0.keys.environment ?? environment != environment }
      notes.otherEnvironments = records.payloads.count - payloads.count
    }
    for payload in payloads.filter({ !$0.isRenewal }) + payloads.filter({ $0.isRenewal }) {
      guard let environment = payload.keys.environment else { continue }
      guard notes.environment ?? environment == environment else {
        throw ServerFault(ServerNotes.mixture(notes.environment ?? "", environment), at: payload)
      }
      notes.environment = environment
    }
    return payloads
  }

  // MARK: - Chains

  private mutating func add(_ payloads: [ServerPayload]) throws(ServerFault) {
    for transaction in newest(of: payloads.filter { !$0.isRenewal }) {
      guard let id = transaction.chain else {
        throw ServerFault(
          "expected an 'originalTransactionId' or a 'transactionId' of the customer, found neither",
          at: transaction
        )
      }
      chains.update(id, orInsert: Chain(id: id)) { $0.transactions.append(transaction) }
    }
    for transaction in payloads where !transaction.isRenewal {
      guard let id = transaction.chain else { continue }
      chains.update(id) { chain in
        chain.origins.insert(transaction.origin)
        if let page = transaction.page { chain.pages.insert(page) }
      }
    }
    for renewal in payloads where renewal.isRenewal {
      guard let id = renewal.chain else {
        throw ServerFault(
          "expected an 'originalTransactionId', which identifies the customer, found none",
          at: renewal
        )
      }
      guard let chain = chains.value(id) else {
        notes.omissions.append(
          ServerFault(
            "the renewal information is left out: the input has no transactions of "
              + "'\(id.shownInMessage)'",
            at: renewal
          )
        )
        continue
      }
      if let known = chain.renewal, !(try isNewer(renewal, than: known, of: id)) { continue }
      chains.update(id) { $0.renewal = renewal }
    }
  }

  /// Returns the transactions without their older versions (P1); all versions of one date are kept.
  private func newest(of transactions: [ServerPayload]) -> [ServerPayload] {
    var newest: [ServerPayload] = []
    var indices: [String: Int] = [:]
    for transaction in transactions {
      guard let id = transaction.keys.transactionId else {
        newest.append(transaction)
        continue
      }
      guard let index = indices[id] else {
        indices[id] = newest.count
        newest.append(transaction)
        continue
      }
      let (date, known) = (transaction.keys.signedDate, newest[index].keys.signedDate)
      if date == known {
        if !haveSameText(transaction, newest[index]) { newest.append(transaction) }
      } else if let date, known.map({ $0 < date }) ?? true {
        newest[index] = transaction
      }
    }
    return newest
  }

  private func haveSameText(_ one: ServerPayload, _ other: ServerPayload) -> Bool {
    records.text[one.text].elementsEqual(records.text[other.text])
  }

  private func isNewer(
    _ renewal: ServerPayload,
    than known: ServerPayload,
    of chain: String
  ) throws(ServerFault) -> Bool {
    let (date, knownDate) = (renewal.keys.signedDate, known.keys.signedDate)
    guard date == knownDate else {
      guard let date else { return false }
      return knownDate.map { $0 < date } ?? true
    }
    guard haveSameText(renewal, known) || info(renewal) == info(known) else {
      throw ServerFault(
        "renewal information of '\(chain.shownInMessage)' is given twice and differs: expected a "
          + "'signedDate' that says which one is newer",
        at: renewal
      )
    }
    return false
  }

  private func info(_ renewal: ServerPayload) -> RenewalInfo? {
    var scanner = JSONScanner(records.text.rawBytes.extracting(renewal.text))
    return try? RenewalInfo(reading: &scanner)
  }

  // MARK: - Customers

  private mutating func customers() throws(ServerFault) -> [ServerCustomer] {
    var chainsByCustomer = OrderedTable<String, [Chain]>()
    for (chain, customer) in zip(chains.values, identities(of: chains.values)) {
      chainsByCustomer.update(customer, orInsert: []) { $0.append(chain) }
    }
    var customers: [ServerCustomer] = []
    for (id, chains) in zip(chainsByCustomer.ids, chainsByCustomer.values) {
      customers.append(try customer(id, chains))
    }
    return customers
  }

  /// Returns the customer key of each chain: the one that the user asks for, else the first.
  ///
  /// A transaction history is about one Apple Account. So a chain without a key has the key of the
  /// other chains on its page.
  private func identities(of chains: [Chain]) -> [String] {
    var identities = chains.map(identity)
    guard options.customerKey != .originalTransactionId else {
      return zip(identities, chains).map { $0 ?? $1.id }
    }
    var owners: [Int: String] = [:]
    for _ in 0..<2 {
      for index in chains.indices {
        for page in accountPages(of: chains[index]) {
          if let identity = identities[index] {
            owners[page] = owners[page] ?? identity
          } else if let owner = owners[page] {
            identities[index] = owner
          }
        }
      }
    }
    for index in chains.indices where identities[index] == nil {
      let pages = accountPages(of: chains[index])
      let identity = pages.lazy.compactMap { owners[$0] }.first ?? chains[index].id
      identities[index] = identity
      for page in pages { owners[page] = owners[page] ?? identity }
    }
    return zip(identities, chains).map { $0 ?? $1.id }
  }

  /// Returns the pages with a chain that are about one Apple Account.
  private func accountPages(of chain: Chain) -> [Int] {
    chain.pages.filter { records.pages[$0].kind != .notifications }.ordered()
  }

  /// Returns the key of a chain, from the latest purchase that has one; nil if none has one.
  private func identity(of chain: Chain) -> String? {
    let latestFirst = chain.transactions.ordered {
      ($0.keys.purchaseDate ?? .minimum) > ($1.keys.purchaseDate ?? .minimum)
    }
    let payloads = latestFirst + [chain.renewal].compactMap { $0 }
    let token = payloads.lazy.compactMap { $0.keys.appAccountToken }.first
    let account = payloads.lazy.compactMap { $0.keys.appTransactionId }.first
    return switch options.customerKey {
    case .appAccountToken, nil: token ?? account
    case .appTransactionId: account
    case .originalTransactionId: nil
    }
  }

  private mutating func customer(
    _ id: String,
    _ chains: [Chain]
  ) throws(ServerFault) -> ServerCustomer {
    let transactions = chains.flatMap { $0.transactions }
    try checkPages(of: id, chains.reduce(into: Set()) { $0.formUnion($1.pages) }, transactions)
    if Set(transactions.compactMap({ $0.keys.appTransactionId })).count > 1 {
      notes.severalAccounts.add(id)
    }
    let renewals = chains.compactMap { $0.renewal }
    return ServerCustomer(
      id: id,
      chains: chains.map { $0.id },
      payloads: transactions + renewals,
      text: records.text,
      gaps: gaps(of: id, transactions, renewals, chains)
    )
  }

  // MARK: - Pages

  /// Checks that the end of the customer's history is there, or that of each list of notifications
  /// if there are only these.
  private mutating func checkPages(
    of id: String,
    _ pages: Set<Int>,
    _ transactions: [ServerPayload]
  ) throws(ServerFault) {
    guard pages.contains(where: { records.pages[$0].hasMore }) else { return }
    let last: Int?
    let histories = pages.filter { records.pages[$0].kind == .history }
    if histories.isEmpty {
      let lists = pages.filter { records.pages[$0].kind == .notifications }.map { lastPages[$0] }
      last = lists.filter { records.pages[$0].hasMore }.max()
    } else {
      var ends = histories.map { lastPages[$0] }
      if ends.allSatisfy({ records.pages[$0].hasMore }) {
        ends += otherPages(of: transactions).map { lastPages[$0] }
      }
      last = ends.allSatisfy { records.pages[$0].hasMore } ? ends.max() : nil
    }
    guard let last else { return }
    let page = records.pages[last]
    let (list, name) =
      page.kind == .history
      ? ("the history of customer '\(id.shownInMessage)'", "revision")
      : ("the notification history", "paginationToken")
    throw ServerFault(
      message:
        "\(list) is not complete: expected its last page, in which 'hasMore' is false; fetch the "
        + "page after this one"
        + (page.token.map { " with '?\(name)=\($0.shownInMessage)'" } ?? "") + " and give both",
      offset: page.offset,
      document: page.document
    )
  }

  /// Returns the pages of the customer's histories, whatever the transactions on them are about.
  ///
  /// A history is about one Apple Account. So a token counts only if no account tells more.
  private mutating func otherPages(of transactions: [ServerPayload]) -> Set<Int> {
    let accounts = Set(transactions.compactMap { $0.keys.appTransactionId })
    let tokens = Set(transactions.compactMap { $0.keys.appAccountToken })
    let ofAccounts = accounts.flatMap { historyPages.ofAccounts[$0] ?? [] }
    let ofTokens = tokens.flatMap { historyPages.ofTokens[$0] ?? [] }
    return Set(ofAccounts).union(
      accounts.isEmpty ? ofTokens : ofTokens.filter { !historyPages.withAccount.contains($0) }
    )
  }

  private func pagesByKey() -> PagesByKey {
    var pages = PagesByKey()
    for payload in records.payloads + records.others {
      guard let page = payload.page, records.pages[page].kind == .history,
        payload.keys.environment == nil || payload.keys.environment == notes.environment
      else { continue }
      if let account = payload.keys.appTransactionId {
        pages.ofAccounts[account, default: []].insert(page)
        pages.withAccount.insert(page)
      }
      if let token = payload.keys.appAccountToken {
        pages.ofTokens[token, default: []].insert(page)
      }
    }
    return pages
  }

  private mutating func gaps(
    of id: String,
    _ transactions: [ServerPayload],
    _ renewals: [ServerPayload],
    _ chains: [Chain]
  ) -> HistoryGaps {
    // F13g: no page lists these transactions, so there can be others.
    let origins = chains.reduce(into: Set()) { $0.formUnion($1.origins) }
    let first = transactions.first?.keys.transactionId
    let isAlone =
      origins == [.single] || transactions.count == 1
      || (first != nil && transactions.allSatisfy { $0.keys.transactionId == first })
    if renewals.isEmpty, isAlone, origins.isDisjoint(with: [.page, .statuses]) {
      notes.single.add(id)
      return .otherPurchases
    }
    guard chains.contains(where: { $0.lacksBeginning }) else { return [] }
    notes.withoutBeginning.add(id)
    return [.redemptions, .paidMonths]
  }
}
