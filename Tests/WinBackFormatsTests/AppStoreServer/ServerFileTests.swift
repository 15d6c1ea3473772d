import Foundation
import TestSupport
import Testing
import WinBackFormats

/// The samples that Apple publishes with its server libraries.
@Suite(
  "Apple's own samples",
  .enabled(if: SharedFiles.exist, "the folder 'shared' is absent; WINBACK_SHARED names another")
)
struct ServerFileTests {
  /// What each file gives: its transactions, or the start of the message that refuses it.
  static let files: [(name: String, outcome: String)] = [
    ("getAllSubscriptionStatusesResponse.json", "12:36: expected a JWS"),
    ("getNotificationHistoryResponse.json", "15:24: expected a JWS"),
    ("missingX5CHeaderClaim.jws", "no customers"),
    ("renewalInfo.jws", "1:1: in the payload of the JWS: expected a response"),
    ("signedNotification.json", "10:30: expected a JWS"),
    ("signedRenewalInfo.json", "no customers"),
    ("signedTransaction.json", "com.example.product 1698148900000 1698149000000"),
    ("signedTransactionWithRevocation.json", "com.example.product 1698148900000 1698149000000"),
    ("testNotification.jws", "no customers"),
    ("transactionHistoryResponse.json", "8:5: expected a JWS"),
    ("transactionHistoryResponseWithMalformedEnvironment.json", "8:7: expected a JWS"),
    ("transactionInfo.jws", "1:1: in the payload of the JWS: expected a response"),
    ("transactionInfoResponse.json", "2:28: expected a JWS"),
    ("xcode-signed-renewal-info.jws", "no customers"),
    ("xcode-signed-transaction.jws", "pass.premium 1697679936049 1700358336049"),
  ]

  @Test("are read, or refused where they hold no JWS", arguments: files)
  func samples(file: (name: String, outcome: String)) throws {
    let bytes = try SharedFiles.contents(of: "samples/app-store-server/\(file.name)")
    let outcome: String
    do {
      let input = try HistoryInput(reading: bytes)
      let transactions = input.histories.flatMap(\.transactions).map {
        "\($0.productId) \($0.purchaseDate.instant.milliseconds) "
          + "\($0.expiresDate.instant.milliseconds)"
      }
      outcome = transactions.isEmpty ? "no customers" : transactions.joined(separator: "; ")
      #expect(input.format == .appStoreServer)
    } catch {
      outcome = "\(error)"
    }
    #expect(outcome.hasPrefix(file.outcome), "\(outcome)")
  }

  @Test("are all in the list")
  func complete() {
    let names = SharedFiles.files(in: "samples/app-store-server").map(\.lastPathComponent)
    #expect(names == Self.files.map(\.name).sorted())
  }
}
