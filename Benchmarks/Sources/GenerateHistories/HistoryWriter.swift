/// Writes customers as JSON Lines in the native history format.
struct HistoryWriter {
  var buffer = ByteBuffer()

  private let payload: Payload
  private let seed: UInt64
  private var transactions: TransactionWriter
  private var renewals: RenewalWriter
  private let dates: DateForm

  init(catalog: Catalog, dates: DateForm, payload: Payload, seed: UInt64) {
    self.payload = payload
    self.seed = seed
    transactions = TransactionWriter(catalog: catalog, payload: payload, dates: dates)
    renewals = RenewalWriter(catalog: catalog, payload: payload, dates: dates)
    self.dates = dates
  }

  mutating func write(_ customer: Customer) {
    var random = RandomSource(seed: ~seed &+ UInt64(customer.number))
    let customer = customer.adapted(to: payload, with: &random)
    var members = Members(dates: dates)
    members.add("customerId") { text in
      text.append("\"c-")
      text.append(customer.number, digits: 7)
      if payload == .varied {
        text.append("-\(random.letters(count: 12))")
      }
      text.append("\"")
    }
    if let storefront = customer.storefront {
      members.add("storefront", storefront)
    }
    if !customer.hasTwoGroups {
      members.add("subscriptionGroupIdentifier", Catalog.streamingGroup)
    }
    members.add("transactions") { text in
      write(customer, with: &random, to: &text)
    }
    if !customer.renewals.isEmpty {
      members.add("renewalInfo") { text in
        write(customer.renewals, asList: customer.hasTwoGroups, with: &random, to: &text)
      }
    }
    switch payload {
    case .full, .trimmed, .lean, .varied:
      break
    case .shuffled:
      members.shuffle(with: &random)
    case .nested:
      members.addNested(count: 1, with: &random)
    }
    members.write(to: &buffer)
    buffer.append("\n")
  }

  private mutating func write(
    _ customer: Customer,
    with random: inout RandomSource,
    to text: inout ByteBuffer
  ) {
    text.append("[")
    for (index, transaction) in customer.transactions.enumerated() {
      if index > 0 {
        text.append(",")
      }
      transactions.write(
        transaction,
        inTwoGroups: customer.hasTwoGroups,
        with: &random,
        to: &text
      )
    }
    if let purchaseDate = customer.consumablePurchaseDate {
      text.append(",")
      transactions.writeConsumable(purchaseDate: purchaseDate, to: &text)
    }
    text.append("]")
  }

  private mutating func write(
    _ list: [RenewalInfo],
    asList: Bool,
    with random: inout RandomSource,
    to text: inout ByteBuffer
  ) {
    text.append(asList ? "[" : "")
    for (index, renewal) in list.enumerated() {
      if index > 0 {
        text.append(",")
      }
      renewals.write(renewal, with: &random, to: &text)
    }
    text.append(asList ? "]" : "")
  }
}
