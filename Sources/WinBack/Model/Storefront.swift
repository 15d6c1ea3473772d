import CEL

/// A country or region whose App Store a customer buys from, as an ISO 3166-1 alpha-3 code (F10).
///
/// The three letters are packed into one number, so batch evaluation compares storefronts without
/// text.
public struct Storefront: Sendable, Hashable {
  @usableFromInline
  package let packed: UInt32

  @inlinable
  package init(packed: UInt32) {
    self.packed = packed
  }

  /// Creates a storefront from a country code; nil if it is not one.
  ///
  /// - Parameter code: Three capital letters, taken as they are, or an alpha-2 code of ISO 3166-1,
  ///   which is converted (F12). Kosovo is `XKS`, or `XK`.
  public init?(_ code: some StringProtocol) {
    // Longer text is no code, so that the rest of it does not matter.
    let bytes = ContiguousArray(code.utf8.prefix(4))
    unsafe self.init(bytes.span.bytes)
  }

  package init?(_ code: borrowing RawSpan) {
    guard code.byteCount == 2 || code.byteCount == 3 else { return nil }
    var letters: UInt32 = 0
    for offset in 0..<code.byteCount {
      let byte = code.existingByte(at: offset)
      guard byte &- UInt8(ascii: "A") < 26 else { return nil }
      letters = letters << 8 | UInt32(byte)
    }
    guard code.byteCount == 2 else {
      packed = letters
      return
    }
    let known = Self.alpha3ByAlpha2
    let index = known.indices.end { [letters] in known[$0].alpha2 < letters }
    guard index < known.count, known[index].alpha2 == letters else { return nil }
    packed = known[index].alpha3
  }

  /// The alpha-3 code, such as `USA`.
  public var code: String {
    String(
      decoding: [UInt8(packed >> 16 & 0xFF), UInt8(packed >> 8 & 0xFF), UInt8(packed & 0xFF)],
      as: UTF8.self
    )
  }
}

extension Storefront: Comparable {
  /// Returns whether one code comes before another in byte order.
  public static func < (lhs: Storefront, rhs: Storefront) -> Bool { lhs.packed < rhs.packed }
}

extension Storefront: CustomStringConvertible {
  /// The alpha-3 code.
  public var description: String { code }
}

extension Storefront {
  /// All codes, as packed letters, in the order of the alpha-2 codes.
  package static let alpha3ByAlpha2: [(alpha2: UInt32, alpha3: UInt32)] = packedWords(of: codes)
    .map { letters in
      (UInt32(truncatingIfNeeded: letters >> 24), UInt32(truncatingIfNeeded: letters & 0xFF_FFFF))
    }

  /// Returns the letters of each word of a text.
  private static func packedWords(of text: String) -> [UInt64] {
    text.utf8.split { $0 < UInt8(ascii: "A") }.map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
  }

  /// The storefronts of ISO 3166-1, and Kosovo's, by code.
  package static let all: [Storefront] = alpha3ByAlpha2.map { Storefront(packed: $0.alpha3) }
    .ordered()

  package var isCountry: Bool { Self.all.contains(self) }

  /// The codes of ISO 3166-1 and Kosovo's in their order: alpha-2, then alpha-3 without a space.
  private static let codes = """
    ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA
    AZAZE BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES
    BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK
    CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA
    DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA
    GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS
    GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD
    IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA
    KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA
    LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ
    MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC
    NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM
    PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC
    SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV
    SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR
    TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR
    VNVNM VUVUT WFWLF WSWSM XKXKS YEYEM YTMYT ZAZAF ZMZMB ZWZWE
    """

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
  static let byNumber: [Storefront] = packedWords(
    of: """
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
      """
  ).map { Storefront(packed: UInt32(truncatingIfNeeded: $0)) }
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
