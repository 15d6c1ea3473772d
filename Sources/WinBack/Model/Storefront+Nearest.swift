import CEL

extension Storefront {
  /// Returns the country or region that a wrong code most likely stands for; nil if none is near.
  package static func nearest(to code: String) -> Storefront? {
    let capitals = code.uppercased()
    // Codes that people use, and ISO 3166-1 does not.
    if let usual = ["UK": "GBR", "EL": "GRC"][capitals] { return Storefront(usual) }
    if let storefront = Storefront(capitals), storefront.isCountry { return storefront }
    let known = alpha3ByAlpha2.map { Storefront(packed: $0.alpha3).code }
    // Two letters that changed places are likelier than three.
    let swapped = known.filter { $0.sorted() == capitals.sorted() }
      .min { $0.letters(unlike: capitals) < $1.letters(unlike: capitals) }
    return (swapped ?? nearestName(to: capitals, among: known)).flatMap { Storefront($0) }
  }
}

extension String {
  /// The number of places in which another text of the same length has another letter.
  fileprivate func letters(unlike other: String) -> Int { zip(self, other).count { $0 != $1 } }
}
