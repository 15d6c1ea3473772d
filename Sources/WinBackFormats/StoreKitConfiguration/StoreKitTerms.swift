import WinBack

// The terms that are different in App Store Connect and in StoreKit configurations.

extension OfferMode {
  /// The value of the key paymentMode.
  var paymentMode: String {
    switch self {
    case .freeTrial: "free"
    case .payUpFront: "payUpFront"
    case .payAsYouGo: "payAsYouGo"
    }
  }
}

extension OfferDuration {
  var iso8601: String {
    switch self {
    case .threeDays: "P3D"
    case .oneWeek: "P1W"
    case .twoWeeks: "P2W"
    case .oneMonth: "P1M"
    case .twoMonths: "P2M"
    case .threeMonths: "P3M"
    case .sixMonths: "P6M"
    case .oneYear: "P1Y"
    }
  }
}

extension SubscriptionPeriod {
  var iso8601: String {
    switch self {
    case .oneWeek: "P1W"
    case .oneMonth: "P1M"
    case .twoMonths: "P2M"
    case .threeMonths: "P3M"
    case .sixMonths: "P6M"
    case .oneYear: "P1Y"
    }
  }
}

/// The identifier of an object in a configuration: eight hexadecimal digits, as in files of Xcode.
///
/// Xcode uses random digits. Here they are derived from the object, so that the same catalog always
/// gives the same file.
struct StoreKitInternalId: CustomStringConvertible {
  let description: String

  init(_ parts: String...) {
    var hash: UInt32 = 0x811C_9DC5
    for byte in parts.joined(separator: "\u{0}").utf8 {
      hash = (hash ^ UInt32(byte)) &* 0x0100_0193
    }
    let digits = String(hash, radix: 16, uppercase: true)
    description = String(repeating: "0", count: 8 - digits.count) + digits
  }
}
