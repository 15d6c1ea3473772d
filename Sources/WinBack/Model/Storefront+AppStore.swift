import CEL

extension Storefront {
  /// Creates a storefront from its number in the App Store; nil if there is none.
  ///
  /// - Parameter storefrontId: A value of the key storefrontId of a transaction, such as 143441 for
  ///   the United States.
  /// - Complexity: O(*n*) for the 184 numbers.
  public init?(storefrontId: some StringProtocol) {
    guard let number = Int(storefrontId), number >= Self.firstNumber,
      let storefront = Self.byNumber.dropFirst(number - Self.firstNumber).first
    else { return nil }
    self = storefront
  }

  /// The number of the first storefront below.
  private static let firstNumber = 143_441

  /// The storefronts in the order of their numbers, which are consecutive.
  private static let byNumber: [Storefront] = """
    USA FRA DEU GBR AUT BEL FIN GRC IRL ITA LUX NLD PRT ESP CAN SWE NOR DNK CHE AUS
    NZL JPN HKG SGP CHN KOR IND MEX RUS TWN VNM ZAF MYS PHL THA IDN PAK POL SAU TUR
    ARE HUN CHL NPL PAN LKA ROU MDV CZE BGD ISR UKR KWT HRV CRI SVK LBN QAT SVN SRB
    COL VEN BRA GTM ARG SLV PER DOM ECU HND JAM NIC PRY URY MAC EGY KAZ EST LVA LTU
    MLT LIE MDA ARM BWA BGR CIV JOR KEN MKD MDG MLI MUS NER SEN TUN UGA AIA BHS ATG
    BRB BMU VGB CYM DMA GRD MSR KNA LCA VCT TTO TCA GUY SUR BLZ BOL CYP ISL BHR BRN
    NGA OMN DZA AGO BLR UZB LBY AZE ETH MMR YEM TZA GHA CMR ALB BEN BTN BFA KHM CPV
    TCD COG FJI GMB GNB KGZ LAO LBR MWI MRT FSM MNG MOZ NAM PLW PSE PNG STP SYC SLE
    SLB SWZ TJK TKM ZWE NRU WSM TON VUT AFG AND BIH COD GAB GEO GIN IRQ MCO MNE MAR
    RWA ZMB CAF XKS
    """.split { $0 == " " || $0 == "\n" }.compactMap { Storefront($0) }
}

extension Storefront {
  /// Returns the country or region that a wrong code probably means; nil if none is near.
  package static func nearest(to code: String) -> Storefront? {
    guard code.utf8.count <= 20 else { return nil }
    let capitals = code.uppercased()
    // Usual codes that are not in ISO 3166-1.
    if let usual = ["UK": "GBR", "EL": "GRC"][capitals] { return Storefront(usual) }
    if let storefront = Storefront(capitals), storefront.isCountry { return storefront }
    let known = alpha3ByAlpha2.map { Storefront(packed: $0.alpha3).code }
    // Two swapped letters are likelier than three wrong ones.
    let swapped = known.filter { $0.ordered() == capitals.ordered() }
      .min { $0.letters(unlike: capitals) < $1.letters(unlike: capitals) }
    return (swapped ?? nearestName(to: capitals, among: known)).flatMap { Storefront($0) }
  }
}

extension String {
  fileprivate func letters(unlike other: String) -> Int { zip(self, other).count { $0 != $1 } }
}
