import WinBack

/// What RevenueCat and Adapty write of lives.
extension LifeFormat {
  private typealias Milliseconds = Reference.Milliseconds

  // MARK: - RevenueCat's export

  static func revenueCatRows(of view: LifeView, of lives: [Life]) -> String {
    let columns = [
      "rc_original_app_user_id", "product_identifier", "start_time", "end_time", "store",
      "is_auto_renewable", "is_trial_period", "is_sandbox", "store_transaction_id",
      "original_store_transaction_id", "refunded_at", "unsubscribe_detected_at",
      "billing_issues_detected_at", "grace_period_end_time", "updated_at", "renewal_number",
      "purchase_price_in_purchased_currency", "offer", "offer_type",
    ]
    var lines = [columns.joined(separator: ",")]
    for life in lives {
      let held = view.held(of: life).map(\.purchase)
      for purchase in held {
        let status = life.statuses(about: purchase, until: view.date, andLater: true).last
        let info = purchase.start == held.last?.start ? status?.info : nil
        let change = text(status?.from)
        let failed = info?.expirationIntent == 2
        let transaction = purchase.transaction
        lines.append(
          [
            "c", transaction.productId, text(purchase.start), text(purchase.end), "app_store",
            "true", "\(transaction.offerDiscountType == "FREE_TRIAL")", "false",
            transaction.originalTransactionId ?? "", transaction.originalTransactionId ?? "",
            text(transaction.revocationDate?.instant.milliseconds),
            info?.autoRenewStatus == 0 && !failed ? change : "", failed ? change : "",
            text(info?.gracePeriodExpiresDate?.instant.milliseconds), text(view.date),
            "\(transaction.paymentNumber ?? 0)", price(transaction) ?? "",
            transaction.offerIdentifier ?? "",
            transaction.offerType.map { offerTypes[$0] ?? "" } ?? "",
          ].joined(separator: ",")
        )
      }
    }
    return lines.joined(separator: "\n")
  }

  private static let offerTypes = [1: "introductory", 2: "promotional", 4: "win_back"]

  private static func text(_ instant: Milliseconds?) -> String {
    instant.map { "\(Instant(milliseconds: $0))" } ?? ""
  }

  private static func price(_ transaction: Transaction) -> String? {
    transaction.price.map { "\(Double($0) / 1000)" }
  }

  // MARK: - Events

  /// What happens to a purchase, in the order of time.
  private enum Event {
    case purchase, renewal, refund, cancellation, reactivation, failedPayment
    case expiration(intent: Int)
  }

  private static func events(
    of view: LifeView,
    of life: Life
  ) -> [(event: Event, at: Milliseconds, purchase: Life.Purchase, info: RenewalInfo)] {
    let held = view.held(of: life).map(\.purchase)
    return held.flatMap { purchase in
      let isLast = purchase.start == held.last?.start
      let isFirst = purchase.start == life.purchases.first?.start
      return life.statuses(about: purchase, until: view.date, andLater: isLast).map { status in
        let info = status.info
        let event: Event =
          if status.from == purchase.created {
            isFirst ? .purchase : .renewal
          } else if status.from == purchase.transaction.revocationDate?.instant.milliseconds {
            .refund
          } else if info.isInBillingRetryPeriod == true {
            .failedPayment
          } else if let intent = info.expirationIntent {
            .expiration(intent: intent)
          } else {
            info.autoRenewStatus == 1 ? .reactivation : .cancellation
          }
        return (event, status.from, purchase, info)
      }
    }
  }

  static func revenueCatEvents(of view: LifeView, of lives: [Life]) throws -> String {
    let reasons = [1: "UNSUBSCRIBE", 2: "BILLING_ERROR", 3: "PRICE_INCREASE"]
    var lines: [String] = []
    for life in lives {
      for (kind, instant, purchase, info) in events(of: view, of: life) {
        let transaction = purchase.transaction
        var event: Object = [
          "event_timestamp_ms": instant, "original_app_user_id": "c", "store": "APP_STORE",
          "environment": "PRODUCTION", "product_id": transaction.productId,
          "transaction_id": transaction.transactionId ?? "",
          "original_transaction_id": transaction.originalTransactionId ?? "",
          "purchased_at_ms": purchase.start, "expiration_at_ms": purchase.end,
          "period_type": transaction.offerDiscountType == "FREE_TRIAL"
            ? "TRIAL" : transaction.offerType == 1 ? "INTRO" : "NORMAL",
        ]
        event["offer_code"] = transaction.offerIdentifier
        event["grace_period_expiration_at_ms"] =
          info.gracePeriodExpiresDate?.instant.milliseconds
        switch kind {
        case .purchase, .renewal:
          event["type"] = if case .purchase = kind { "INITIAL_PURCHASE" } else { "RENEWAL" }
          event["price"] = transaction.price.map { Double($0) / 1000 }
        case .refund:
          event["type"] = "CANCELLATION"
          event["cancel_reason"] = "CUSTOMER_SUPPORT"
        case .cancellation:
          event["type"] = "CANCELLATION"
          event["cancel_reason"] = "UNSUBSCRIBE"
        case .reactivation: event["type"] = "UNCANCELLATION"
        case .failedPayment: event["type"] = "BILLING_ISSUE"
        case .expiration(let intent):
          event["type"] = "EXPIRATION"
          event["expiration_reason"] = reasons[intent]
        }
        lines.append(try line(["api_version": "1.0", "event": event]))
      }
    }
    return lines.joined(separator: "\n")
  }

  static func adaptyEvents(of view: LifeView, of lives: [Life]) throws -> String {
    let categories = [1: "introductory", 2: "promotional", 4: "winback"]
    let reasons = [1: "voluntarily_cancelled", 2: "billing_error", 3: "price_increase"]
    var lines: [String] = []
    for life in lives {
      for (kind, instant, purchase, _) in events(of: view, of: life) {
        let transaction = purchase.transaction
        var event: Object = [
          "profile_id": "c", "event_datetime": text(instant), "store": "app_store",
          "environment": "Production", "vendor_product_id": transaction.productId,
          "transaction_id": transaction.transactionId ?? "",
          "original_transaction_id": transaction.originalTransactionId ?? "",
          "purchase_date": text(purchase.start), "subscription_expires_at": text(purchase.end),
        ]
        event["promotional_offer_id"] = transaction.offerIdentifier
        event["store_offer_category"] = transaction.offerType.flatMap { categories[$0] }
        event["store_offer_discount_type"] = transaction.offerDiscountType?.lowercased()
        switch kind {
        case .purchase, .renewal:
          event["event_type"] =
            if case .purchase = kind { "subscription_started" } else { "subscription_renewed" }
          event["price_local"] = price(transaction)
        case .refund: event["event_type"] = "subscription_refunded"
        case .cancellation: event["event_type"] = "subscription_renewal_cancelled"
        case .reactivation: event["event_type"] = "subscription_renewal_reactivated"
        case .failedPayment: event["event_type"] = "billing_issue_detected"
        case .expiration(let intent):
          event["event_type"] = "subscription_expired"
          event["cancellation_reason"] = reasons[intent]
        }
        lines.append(try line(event))
      }
    }
    return lines.joined(separator: "\n")
  }
}
