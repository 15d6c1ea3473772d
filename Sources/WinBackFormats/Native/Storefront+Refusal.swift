package import WinBack

extension Storefront {
  /// Returns what is wrong with a code that is no storefront, with the one that was meant.
  package static func refusal(of code: String) -> String {
    let suggestion = Storefront.nearest(to: code).map { "; did you mean '\($0)'?" } ?? ""
    return "expected a storefront such as 'USA', found '\(code.shownInMessage)'\(suggestion)"
  }
}
