extension StoryEvent {
  /// The customer buys a product and stays for some months.
  ///
  /// - Parameters:
  ///   - product: The product of the catalog.
  ///   - date: The day of the purchase.
  ///   - months: How long the customer stays, in months that the product's period divides.
  ///   - offer: An offer before what is paid in full.
  /// - Returns: The event.
  public static func subscribe(
    to product: String,
    on date: StoryDate,
    months: Int,
    offer: StoryOffer? = nil
  ) -> StoryEvent {
    .subscribe(to: product, on: date, stays: .months(months), offer: offer)
  }

  /// Another product of the group takes over where the current period ends, for some months.
  public static func crossgrade(to product: String, months: Int) -> StoryEvent {
    .crossgrade(to: product, stays: .months(months))
  }

  /// Another product of the group takes over at once, for some months.
  public static func upgrade(to product: String, on date: StoryDate, months: Int) -> StoryEvent {
    .upgrade(to: product, on: date, stays: .months(months))
  }

  /// Somebody else shares a product with the customer for some months.
  public static func familyShare(
    of product: String,
    on date: StoryDate,
    months: Int
  ) -> StoryEvent {
    .familyShare(of: product, on: date, stays: .months(months))
  }
}
