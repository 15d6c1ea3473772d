/// Two customers in a format of histories, each in a file and both together.
struct HistorySample: Sendable, CustomStringConvertible {
  let description: String
  /// What stands before the customers of a file.
  var header = ""
  /// The names of the customers.
  var customers = ["ada", "bob"]
  /// A file with one customer, without the header.
  let text: @Sendable (String) -> String
  /// Options that the format needs.
  var arguments: [String] = []

  /// A file with some customers.
  func file(_ customers: [String]) -> String {
    header + customers.map(text).joined()
  }

  static let all: [HistorySample] = [
    HistorySample(description: "native JSON Lines") { history($0) + "\n" },
    HistorySample(description: "native JSON that is laid out") {
      history($0).replacing(",", with: ",\n ") + "\n"
    },
    HistorySample(description: "the App Store Server API", customers: ["71", "72"]) { customer in
      transactions(customer).joined(separator: "\n") + "\n"
    },
    HistorySample(
      description: "revenuecat",
      header: "rc_original_app_user_id,store_transaction_id,product_identifier,start_time,end_time,"
        + "store\n"
    ) { customer in
      rows {
        "\(customer),\(customer)\($0),basic.monthly,2024-0\($0)-01,2024-0\($0 + 1)-01,app_store"
      }
    },
    HistorySample(description: "revenuecat-events") { customer in
      rows {
        #"{"api_version":"1.0","event":{"type":"RENEWAL","original_app_user_id":"\#(customer)","#
          + #""store":"APP_STORE","environment":"PRODUCTION","product_id":"basic.monthly","transaction_id":"\#(customer)\#($0)","#
          + #""event_timestamp_ms":\#(instant($0)),"purchased_at_ms":\#(instant($0)),"#
          + #""expiration_at_ms":\#(instant($0 + 1)),"country_code":"US"}}"#
      }
    },
    HistorySample(
      description: "adapty",
      header: "profile_id,event_type,event_datetime,transaction_id,vendor_product_id,purchase_date,"
        + "subscription_expires_at,store\n"
    ) { customer in
      rows {
        let start = "2024-0\($0)-01T08:00:00.000000+0000"
        let end = "2024-0\($0 + 1)-01T08:00:00.000000+0000"
        return "\(customer),subscription_renewed,\(start),\(customer)\($0),basic.monthly,\(start),"
          + "\(end),app_store"
      }
    },
    HistorySample(
      description: "subscriber-report",
      header: "Event Date\tSubscription Apple ID\tSubscription Group ID\t"
        + "Standard Subscription Duration\tSubscription Offer Type\tSubscription Offer Duration\t"
        + "Promotional Offer ID\tCustomer Price\tCountry\tSubscriber ID\tSubscriber ID Reset\tRefund\t"
        + "Purchase Date\n",
      customers: ["77", "78"]
    ) { customer in
      rows { "2024-0\($0)-01\t6001\t21394321\t1 Month\t \t \t \t9.99\tUS\t\(customer)\t \t \t" }
    },
  ]

  private static func rows(_ row: (Int) -> String) -> String {
    (1...4).map { row($0) + "\n" }.joined()
  }

  /// The first of a month of 2024, nearly.
  private static func instant(_ month: Int) -> Int {
    1_704_067_200_000 + (month - 1) * 2_629_800_000
  }

  private static func transactions(_ customer: String) -> [String] {
    (1...4).map { month in
      #"{"transactionId":"\#(month == 1 ? customer : customer + "\(month)")","#
        + #""originalTransactionId":"\#(customer)","productId":"basic.monthly","#
        + #""purchaseDate":\#(instant(month)),"expiresDate":\#(instant(month + 1)),"#
        + #""storefront":"USA"}"#
    }
  }

  private static func history(_ customer: String) -> String {
    #"{"customerId":"\#(customer)","transactions":["#
      + transactions(customer).joined(separator: ",") + "]}"
  }
}
