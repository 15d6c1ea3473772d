import Foundation
import TestSupport
import Testing
import WinBack

@Suite("Territories")
struct TerritoryTests {
  /// The codes of all storefronts, by their numbers.
  private static let byNumber = (143_441...143_624).map { Storefront(storefrontId: "\($0)")?.code }

  @Test("have a number each, and Kosovo is XKS in all its spellings (F12)")
  func numbers() {
    let codes = Self.byNumber.compactMap { $0 }
    #expect(codes.count == 184)
    #expect(Set(codes).count == 184)
    #expect(Storefront(storefrontId: "143441")?.code == "USA")
    #expect(Storefront(storefrontId: "143460")?.code == "AUS")
    #expect(Storefront(storefrontId: "143624")?.code == "XKS")
    #expect(Storefront("XK")?.code == "XKS")
    #expect(Storefront("XKS")?.code == "XKS")
  }

  @Test(
    "that are no numbers of storefronts are none",
    arguments: ["", "USA", "143440", "143625", "-1", "9223372036854775807", "143441x"]
  )
  func noNumbers(text: String) {
    #expect(Storefront(storefrontId: text) == nil)
  }

  @Test(
    "of the App Store are known by their numbers and by their alpha-2 codes",
    .enabled(if: SharedFiles.exist, "the folder 'shared' is absent; WINBACK_SHARED names another")
  )
  func appStore() throws {
    let file = try SharedFiles.contents(of: "samples/territories/app-store-175.txt")
    let codes = String(decoding: file, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .map(String.init)
    #expect(codes.count == 175)
    #expect(Set(codes).subtracting(Self.byNumber.compactMap { $0 }).isEmpty)
    let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
    let alpha3 = letters.flatMap { first in letters.compactMap { Storefront(first + $0)?.code } }
    #expect(alpha3.count == 250)
    #expect(Set(codes).subtracting(alpha3).isEmpty)
  }
}
