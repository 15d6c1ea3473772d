import Foundation
import WinBackFormats

/// A format in which somebody holds a view of lives.
enum LifeFormat: CaseIterable {
  case native, signedResponses, decodedResponses, notifications, revenueCat, revenueCatEvents,
    adapty

  typealias Object = [String: Any]

  /// Whether it tells refunds of the whole price from those of a part.
  var hasKindsOfRefunds: Bool { ![.revenueCat, .revenueCatEvents, .adapty].contains(self) }

  /// Whether it says when a grace period ends.
  var hasGracePeriods: Bool { self != .adapty }

  /// What the format can say of what a view holds.
  func view(_ view: LifeView) -> LifeView {
    guard self != .native else { return view }
    var shown = view
    shown.omissions = LifeView.Omissions()
    shown.isSingle = false
    switch self {
    case .native, .signedResponses, .decodedResponses: shown.signature = .atTheDate
    case .notifications:
      shown.signature = .atCreation
      shown.statusDate = shown.date
    case .revenueCat:
      shown.signature = .atTheDate
      shown.statusDate = shown.date
      shown.omissions.reasons = true
      shown.omissions.counts = false
    case .revenueCatEvents, .adapty:
      shown.signature = .atCreation
      shown.statusDate = shown.date
      shown.omissions.reasons = true
    }
    return shown
  }

  /// The text of a view of this format.
  func text(of view: LifeView, of lives: [Life]) throws -> String {
    switch self {
    case .native: Self.nativeText(of: view.history(of: lives))
    case .signedResponses: try responses(of: view, of: lives)
    case .decodedResponses: try responses(of: view, of: lives)
    case .notifications: try notifications(of: view, of: lives)
    case .revenueCat: Self.revenueCatRows(of: view, of: lives)
    case .revenueCatEvents: try Self.revenueCatEvents(of: view, of: lives)
    case .adapty: try Self.adaptyEvents(of: view, of: lives)
    }
  }

  private static func nativeText(of history: CustomerHistory) -> String {
    var writer = JSONWriter(.compact)
    writer.history(history)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static func line(_ object: Object) throws -> String {
    let bytes = try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Documents of the App Store Server API

  /// The pages of each subscription, and their statuses.
  private func responses(of view: LifeView, of lives: [Life]) throws -> String {
    var lines: [String] = []
    for life in lives {
      let transactions = try Self.transactions(of: view, of: life)
      guard let last = transactions.last else { continue }
      var page: Object = ["hasMore": false, "environment": "Production"]
      try add(transactions, to: &page, as: "signedTransactions")
      lines.append(try Self.line(page))
      guard let info = try Self.renewalInfo(of: view, of: life) else { continue }
      var entry: Object = ["originalTransactionId": last["originalTransactionId"] ?? ""]
      try add(last, to: &entry, as: "signedTransactionInfo")
      try add(info, to: &entry, as: "signedRenewalInfo")
      let group: Object = [
        "subscriptionGroupIdentifier": life.group, "lastTransactions": [entry],
      ]
      lines.append(try Self.line(["environment": "Production", "data": [group]]))
    }
    return lines.joined(separator: "\n")
  }

  /// A notification about each purchase, and one about each later change of the last one's renewal.
  private func notifications(of view: LifeView, of lives: [Life]) throws -> String {
    var lines: [String] = []
    for life in lives {
      let transactions = try Self.transactions(of: view, of: life)
      for ((_, purchase), transaction) in zip(view.held(of: life), transactions) {
        let isLast = purchase.start == view.held(of: life).last?.purchase.start
        for status in life.statuses(about: purchase, until: view.date, andLater: isLast) {
          var info = try Self.payload(status.info)
          info["signedDate"] = status.from
          var data: Object = ["environment": "Production"]
          try add(transaction, to: &data, as: "signedTransactionInfo")
          try add(info, to: &data, as: "signedRenewalInfo")
          let payload: Object = ["notificationType": "DID_RENEW", "data": data]
          lines.append(try Self.line(["signedPayload": try Self.signed(payload)]))
        }
      }
    }
    return lines.joined(separator: "\n")
  }

  private func add(_ payload: Object, to object: inout Object, as key: String) throws {
    let isDecoded = self == .decodedResponses
    object[isDecoded ? key + "Decoded" : key] = isDecoded ? payload : try Self.signed(payload)
  }

  private func add(_ payloads: [Object], to object: inout Object, as key: String) throws {
    let isDecoded = self == .decodedResponses
    object[isDecoded ? key + "Decoded" : key] =
      isDecoded ? payloads : try payloads.map(Self.signed)
  }

  private static func signed(_ payload: Object) throws -> String {
    let text = Data(try line(payload).utf8).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    return "eyJhbGciOiJFUzI1NiJ9.\(text).signature"
  }

  // MARK: - Payloads

  private static func transactions(of view: LifeView, of life: Life) throws -> [Object] {
    try payloads(of: view.history(of: [life]), "transactions").map { payload in
      var payload = payload
      payload["appAccountToken"] = "c"
      payload["environment"] = "Production"
      return payload
    }
  }

  private static func renewalInfo(of view: LifeView, of life: Life) throws -> Object? {
    try payloads(of: view.history(of: [life]), "renewalInfo").first
  }

  private static func payload(_ info: RenewalInfo) throws -> Object {
    var history = CustomerHistory(customerId: "c", transactions: [], renewalInfo: [info])
    history.renewalInfoIsList = true
    return try payloads(of: history, "renewalInfo").first ?? [:]
  }

  /// The payloads as the native format has them, whose dates are texts.
  private static func payloads(of history: CustomerHistory, _ key: String) throws -> [Object] {
    let text = try JSONSerialization.jsonObject(with: Data(nativeText(of: history).utf8))
    return ((text as? Object)?[key] as? [Object] ?? []).map { payload in
      Dictionary(
        uniqueKeysWithValues: payload.map { key, value in
          guard key.hasSuffix("Date"), let text = value as? String,
            let date = try? Instant(iso8601: text)
          else { return (key, value) }
          return (key, date.milliseconds)
        }
      )
    }
  }
}

extension Life {
  /// What the App Store says of the renewal while a purchase is the last one, from its creation.
  func statuses(about purchase: Purchase, until date: Milliseconds, andLater: Bool) -> [Status] {
    let next = purchases.first { $0.created > purchase.created }?.created ?? .max
    return statuses.indices.compactMap { index in
      let status = statuses[index]
      // Of two that are signed at the same time, nobody can tell which one is newer.
      let isReplaced = statuses[(index + 1)...].contains { $0.from == status.from }
      guard purchase.created <= status.from, status.from <= date, !isReplaced else { return nil }
      return andLater || status.from < next ? status : nil
    }
  }
}
