/// A customer of tickets.catalog.json, and sentences of the answer about the customer.
struct AnswerCase: CustomStringConvertible, Sendable {
  let description: String
  /// The members of the history, besides the customer and the storefront.
  let history: String
  let arguments: [String]
  let sentences: String

  init(_ description: String, _ history: String, _ arguments: [String], _ sentences: String) {
    self.description = description
    self.history = history
    self.arguments = arguments
    self.sentences = sentences
  }

  static let all = [
    AnswerCase(
      "another rule than the reason ends last",
      history([bought("2025-10-01", "2026-06-01")], #"{"autoRenewStatus":0}"#),
      ["--offer", "m_half"],
      "until 31 May 2026 and does not renew. The offer does not open by 1 August 2026, when all else "
        + "holds: the offer ended on 30 June 2026."
    ),
    AnswerCase(
      "a later purchase is why the offer does not open",
      history(
        [bought("2025-11-01", "2026-03-01"), bought("2026-03-25", "2026-05-01", "fit.year")],
        #"{"autoRenewStatus":0}"#
      ),
      ["--offer", "m_free"],
      "The offer does not open after the purchase of 25 March 2026, which the input has: the customer "
        + "last subscribed to Fit Yearly, and the offer is on Fit Monthly."
    ),
    AnswerCase(
      "the offer that was asked for is for another product",
      history([bought("2024-06-01", "2025-12-01", "fit.year")], #"{"autoRenewStatus":0}"#),
      ["--offer", "m_free"],
      "C is not eligible for Monthly one month free (m_free): the customer last subscribed to Fit "
        + "Yearly, and the offer is on Fit Monthly. The offer does not open without a new purchase."
    ),
    AnswerCase(
      "the offers that were asked for have one reason",
      history([bought("2025-12-01", "2026-06-01")], #"{"autoRenewStatus":0}"#),
      ["--offer", "m_free", "--offer", "m_half"],
      "C is not eligible for Monthly one month free (m_free) and Monthly half price (m_half) yet: the "
        + "subscription to Fit Monthly is active until 31 May 2026 and does not renew."
    ),
    AnswerCase(
      "the data end during the retries",
      history(
        [bought("2025-06-01", "2025-09-01")],
        #"{"signedDate":"2025-09-20","autoRenewStatus":1,"isInBillingRetryPeriod":true}"#
      ),
      "the payment failed on 1 September 2025, and the input does not show whether a later attempt "
        + "succeeded. GET /inApps/v1/subscriptions/{transactionId} and all pages of GET /inApps/v2"
    ),
    AnswerCase(
      "a payment failed beside a shared subscription",
      history(
        [
          bought("2025-03-01", "2026-03-01"),
          bought("2026-01-01", "2026-12-31", more: #","inAppOwnershipType":"FAMILY_SHARED""#),
        ],
        #"{"signedDate":"2026-03-14","autoRenewStatus":1,"isInBillingRetryPeriod":true}"#
      ),
      "If the payment does not succeed and the shared subscription ends, Monthly one month free"
    ),
    AnswerCase(
      "a payment failed for another product than the offer's",
      history(
        [bought("2025-03-01", "2026-03-01", "fit.year")],
        #"{"signedDate":"2026-03-14","autoRenewStatus":1,"isInBillingRetryPeriod":true}"#
      ),
      ["--offer", "m_free"],
      "The customer may be eligible for Monthly one month free from 30 April 2026"
    ),
    AnswerCase(
      "the status of renewal is not given",
      history([bought("2025-06-01", "2025-09-01")], #"{"signedDate":"2025-09-20"}"#),
      "The input reaches only until 20 September 2025; GET"
    ),
    AnswerCase(
      "a refund is later than the question",
      history(
        [
          bought("2026-01-01", "2026-02-01"),
          bought("2026-02-01", "2027-02-01", more: #","revocationDate":"2026-03-20""#),
        ],
        #"{"autoRenewStatus":0}"#
      ),
      "active until 31 January 2027 and does not renew. Monthly one month free opens on "
        + "1 February 2027, unless the customer subscribes before. The input has a later refund, of 20 "
    ),
    AnswerCase(
      "shared access begins later",
      history(
        [
          bought("2025-10-01", "2026-01-01"),
          bought("2026-03-20", "2026-04-20", more: #","inAppOwnershipType":"FAMILY_SHARED""#),
        ],
        #"{"autoRenewStatus":0,"productId":"fit.month"}"#
      ),
      "until 19 March 2026. The subscription to Fit Monthly ended on 1 January 2026. The input has a "
        + "later shared purchase, of 20 March 2026."
    ),
    AnswerCase(
      "renewal information is that of a later purchase",
      history(
        [bought("2025-11-01", "2026-03-01"), bought("2026-03-25", "2027-03-25")],
        #"{"autoRenewStatus":1}"#
      ),
      "After the purchase of 25 March 2026, which the input has, the customer may be eligible for "
        + "Monthly one month free from 25 April 2027: whether the subscription is renewed "
        + "then is not known. GET /inApps/v1/"
    ),
    AnswerCase(
      "the offer that lacks a fact is another one",
      history([bought("2026-01-01", "2026-03-01")], #"{"autoRenewStatus":0}"#)
        + #","unknown":["paidMonths"]"#,
      "opens on 1 April 2026, unless the customer subscribes before."
    ),
    AnswerCase(
      "the last purchase was refunded at once",
      history(
        [
          bought("2025-06-01", "2025-12-01"),
          bought("2026-02-01", "2027-02-01", more: #","revocationDate":"2026-02-01""#),
        ],
        #"{"autoRenewStatus":0}"#
      ),
      "the last purchase was refunded on 1 February 2026, and counts as ended from 1 February 2027"
    ),
    AnswerCase(
      "the day is the latest one",
      history([bought("2026-01-01", "2026-04-01")]),
      "The customer may be eligible for Monthly one month free from 1 May 2026: whether the "
        + "subscription is renewed then is not known. If the subscription is not renewed, Monthly one "
        + "month free opens on 31 May 2026 at the latest. GET"
    ),
    AnswerCase(
      "an assumption decides the second offer",
      history(
        [
          bought("2025-03-01", "2025-06-01"),
          bought("2025-07-01", "2025-11-01", more: #","transactionReason":"RENEWAL""#),
        ],
        #"{"autoRenewStatus":0}"#
      ),
      "The subscription had a break of 30 days: if Apple counts only the months after the last break, however "
        + "short it is, the customer is not "
        + "eligible for Monthly half price."
    ),
    AnswerCase(
      "an assumption is about what is not known",
      history([bought("2025-08-01", "2026-02-01")]),
      ["--offer", "m_free", "--policy", "missingRenewalInfo=cancelled"],
      "If it is not known whether Apple still tries the payment, it is not known whether the customer "
        + "is eligible."
    ),
    AnswerCase(
      "less than a month lies before the break",
      history(
        [bought("2025-01-01", "2025-01-26"), bought("2025-11-01", "2025-11-21")],
        #"{"autoRenewStatus":0}"#
      ),
      "the customer has paid for less than 1 month, and the offer asks for 1. No offer opens"
    ),
    AnswerCase(
      "the customer has only shared access",
      history([
        bought("2026-03-01", "2026-04-01", more: #","inAppOwnershipType":"FAMILY_SHARED""#)
      ]),
      "the customer never owned a subscription of Fit. No offer opens without a new purchase. The "
        + "customer has access by Family Sharing until 31 March 2026."
    ),
    AnswerCase(
      "a month that has begun is no paid month, and a receipt shows it",
      history(
        [bought("2026-02-01", "2026-03-01"), bought("2026-03-01", "2026-04-01")],
        #"{"autoRenewStatus":0}"#
      ),
      ["--offer", "m_half"],
      "the customer is in the second month of paid service, and 6 whole months are needed."
    ),
    AnswerCase(
      "a short break decides",
      history(
        [
          bought("2024-11-01", "2025-09-01"),
          bought("2025-09-11", "2025-12-11", more: #","transactionReason":"PURCHASE""#),
        ],
        #"{"autoRenewStatus":0}"#
      ),
      "The subscription had a break of 10 days: if Apple ignores breaks of up to 60 days, the customer is eligible for Monthly half price (m_half)."
    ),
    AnswerCase(
      "a commitment ended with the subscription",
      history(
        [
          bought(
            "2025-06-01",
            "2025-09-01",
            more:
              #","billingPlanType":"MONTHLY","commitmentInfo":{"commitmentExpiresDate":"2026-06-01"}"#
          )
        ],
        #"{"autoRenewStatus":0,"expirationIntent":2}"#
      ),
      "The subscription to Fit Monthly ended on 1 September 2025. If Apple includes only customers who "
        + "cancelled themselves, the customer is not eligible"
    ),
  ]

  private init(_ description: String, _ history: String, _ sentences: String) {
    self.init(description, history, [], sentences)
  }

  private static func history(_ transactions: [String], _ renewalInfo: String = "null") -> String {
    #""transactions":[\#(transactions.joined(separator: ","))],"renewalInfo":\#(renewalInfo)"#
  }

  private static func bought(
    _ start: String,
    _ end: String,
    _ product: String = "fit.month",
    more: String = ""
  ) -> String {
    #"{"productId":"\#(product)","purchaseDate":"\#(start)","expiresDate":"\#(end)","price":9990\#(more)}"#
  }
}
