public import WinBack

/// The storefront in a customer's story.
///
/// In code it is written as a code of ISO 3166-1, such as `"USA"`. Any other text is an error when
/// the story is used, and not an unknown storefront.
public struct StoryStorefront: Sendable, Hashable {
  /// The code.
  public let code: String

  /// Creates the storefront of a story.
  public init(_ storefront: Storefront) {
    code = storefront.code
  }

  /// The storefront; nil if the code is none.
  package var storefront: Storefront? {
    Storefront(code).flatMap { $0.isCountry ? $0 : nil }
  }
}

extension StoryStorefront: ExpressibleByStringLiteral {
  /// Creates the storefront of a story from its code.
  public init(stringLiteral code: String) {
    self.code = code
  }
}
