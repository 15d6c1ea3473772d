import CEL

extension Storefront {
  /// Returns the alpha-3 code of an alpha-2 code, both as packed letters; nil for an unknown one.
  ///
  /// - Complexity: O(*n*) for the 250 codes. Only exports of other vendors have alpha-2 codes, and
  ///   their readers keep the results.
  package static func alpha3(ofAlpha2 alpha2: UInt32) -> UInt32? {
    alpha3ByAlpha2.first { $0.alpha2 == alpha2 }?.alpha3
  }

  /// All codes, as packed letters.
  package static let alpha3ByAlpha2: [(alpha2: UInt32, alpha3: UInt32)] = {
    var pairs: [(alpha2: UInt32, alpha3: UInt32)] = []
    var letters: UInt64 = 0
    var count = 0
    for byte in codes.utf8 where byte >= UInt8(ascii: "A") {
      letters = letters << 8 | UInt64(byte)
      count += 1
      guard count == 5 else { continue }
      pairs.append(
        (UInt32(truncatingIfNeeded: letters >> 24), UInt32(truncatingIfNeeded: letters & 0xFF_FFFF))
      )
      letters = 0
      count = 0
    }
    return pairs
  }()

  /// The storefronts of ISO 3166-1, and Kosovo's, by code.
  package static let all: [Storefront] = alpha3ByAlpha2.map { Storefront(packed: $0.alpha3) }
    .ordered()

  package var isCountry: Bool { Self.all.contains(self) }

  /// The codes of ISO 3166-1 and Kosovo's: alpha-2, then alpha-3 without a space.
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
}
