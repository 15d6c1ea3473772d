import CEL
import CalendarTime
import WinBack

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

  private let options: HistoryOptions
  private let records: ServerRecords
  private(set) var notes = ServerNotes()
  private var chains: [Chain] = []
  private var indices: [String: Int] = [:]

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
      let index = indices[id] ?? chains.count
      if index == chains.count {
        indices[id] = index
        chains.append(Chain(id: id))
      }
      chains[index].transactions.append(transaction)
    }
    for transaction in payloads where !transaction.isRenewal {
      guard let index = transaction.chain.flatMap({ indices[$0] }) else { continue }
      chains[index].origins.insert(transaction.origin)
      if let page = transaction.page { chains[index].pages.insert(page) }
    }
    for renewal in payloads where renewal.isRenewal {
      guard let id = renewal.chain else {
        throw ServerFault(
          "expected an 'originalTransactionId', which identifies the customer, found none",
          at: renewal
        )
      }
      guard let index = indices[id] else {
        notes.omissions.append(
          ServerFault(
            "the renewal information is left out: the input has no transactions of "
              + "'\(id.shownInMessage)'",
            at: renewal
          )
        )
        continue
      }
      if let known = chains[index].renewal, !(try isNewer(renewal, than: known, of: id)) {
        continue
      }
      chains[index].renewal = renewal
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
    for (chain, customer) in zip(chains, identities()) {
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
  private func identities() -> [String] {
    var identities = chains.map(identity)
    guard options.customerKey != .originalTransactionId else {
      return zip(identities, chains).map { $0 ?? $1.id }
    }
    var owners: [Int: String] = [:]
    for _ in 0..<2 {
      for index in chains.indices {
        for page in chains[index].pages.ordered() {
          if let identity = identities[index] {
            owners[page] = owners[page] ?? identity
          } else if let owner = owners[page] {
            identities[index] = owner
          }
        }
      }
    }
    for index in chains.indices where identities[index] == nil {
      let pages = chains[index].pages.ordered()
      let identity = pages.lazy.compactMap { owners[$0] }.first ?? chains[index].id
      identities[index] = identity
      for page in pages { owners[page] = owners[page] ?? identity }
    }
    return zip(identities, chains).map { $0 ?? $1.id }
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
    let own = chains.reduce(into: Set()) { $0.formUnion($1.pages) }.ordered()
    if let last = own.last, own.allSatisfy({ records.pages[$0].hasMore }) {
      let page = records.pages[last]
      throw ServerFault(
        message:
          "the history of customer '\(id.shownInMessage)' is not complete: expected its last "
          + "page, in which 'hasMore' is false; fetch the page after this one"
          + (page.revision.map { " with '?revision=\($0.shownInMessage)'" } ?? "")
          + " and give both",
        offset: page.offset,
        document: page.document
      )
    }
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
