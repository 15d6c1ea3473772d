import WinBackFormats

// The formats of tables that are shipped; where one is missing, `table` fails what uses it.
extension HistoryFormat {
  static let revenueCat = HistoryFormat(rawValue: "revenuecat") ?? .table
  static let revenueCatEvents = HistoryFormat(rawValue: "revenuecat-events") ?? .table
  static let adapty = HistoryFormat(rawValue: "adapty") ?? .table
  static let subscriberReport = HistoryFormat(rawValue: "subscriber-report") ?? .table
}
