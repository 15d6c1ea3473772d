import Testing
import WinBackFormats

@Suite("Typed access to a JSON document")
struct JSONNodeTests {
  enum Mode: String, CaseIterable {
    case freeTrial = "FREE_TRIAL"
    case payUpFront = "PAY_UP_FRONT"
  }

  private func root(_ text: String) throws -> JSONNode {
    try JSONDocument(parsing: ContiguousArray(text.utf8)).root
  }

  @Test("gives the values of an object")
  func values() throws {
    let object = try root(
      """
      { "name": "caf\\u00e9", "count": 12.0, "share": 0.5, "live": true, "mode": "PAY_UP_FRONT",
        "list": [1, [2, 3], {"x": 4}], "nothing": null }
      """
    ).object(keys: ["name", "count", "share", "live", "mode", "list", "nothing", "absent"])
    #expect(try object.required("name").string() == "café")
    #expect(try object.required("count").integer() == 12)
    #expect(try object.required("count").integer(in: 1...12) == 12)
    #expect(try object.required("share").double() == 0.5)
    #expect(try object.required("share").number().floored == 0)
    #expect(try object.required("live").bool())
    let mode: Mode = try object.required("mode").choice()
    #expect(mode == .payUpFront)
    let list = try object.required("list").array()
    #expect(list.map(\.kind) == [.number, .array, .object])
    #expect(try list[1].array().map { try $0.integer() } == [2, 3])
    #expect(try list[2].object().required("x").integer() == 4)
    #expect(object.optional("nothing") == nil)
    #expect(object.optional("absent") == nil)
    let keys = try object.members.map { try $0.key.string() }
    #expect(keys == ["name", "count", "share", "live", "mode", "list", "nothing"])
  }

  /// What a catalog reader does with an offer, in short.
  private func readOffer(_ text: String) throws {
    let offers = try root(text).object(keys: ["offers"]).required("offers").array()
    for offer in offers {
      let offer = try offer.object(keys: ["offerId", "periodCount", "offerMode", "share", "live"])
      _ = try offer.required("offerId").string()
      _ = try offer.optional("periodCount")?.integer(in: 1...12)
      let _: Mode? = try offer.optional("offerMode")?.choice()
      _ = try offer.optional("share")?.double()
      _ = try offer.optional("live")?.bool()
    }
  }

  @Test(
    "names the place and what was expected and found",
    arguments: [
      (#"[]"#, "1:1: expected an object, found an array"),
      (#"{"offers": {}}"#, "1:12: expected an array, found an object (at offers)"),
      (#"{}"#, "1:1: the key 'offers' is missing"),
      (#"{"offers": null}"#, "1:12: the key 'offers' must not be null (at offers)"),
      (#"{"offers": [null]}"#, "1:13: expected an object, found null (at offers[0])"),
      (
        "{\"offers\": [\n {\"offerId\": \"a\"},\n {\"offerId\": 12}]}",
        "3:14: expected a string, found a number (at offers[1].offerId)"
      ),
      (offer(#""periodCount": 1"#), "1:13: the key 'offerId' is missing (at offers[0])"),
      (
        offer(#""offerid": 1"#),
        "1:14: unknown key 'offerid'; did you mean 'offerId'? (at offers[0].offerid)"
      ),
      (
        offer(#""xyzzy\n\u202e": 1"#),
        "1:14: unknown key 'xyzzyU+000AU+202E'; expected 'offerId', 'periodCount', 'offerMode', "
          + "'share' or 'live' (at offers[0][\"xyzzyU+000AU+202E\"])"
      ),
      (
        offer(#""offerId": "a", "offer\u0049d": "b""#),
        "1:30: the key 'offerId' occurs twice (at offers[0].offerId)"
      ),
      (
        offer(#""offerId": "a", "periodCount": "1""#),
        "1:45: expected a number, found a string (at offers[0].periodCount)"
      ),
      (
        offer(#""offerId": "a", "periodCount": 1.5"#),
        "1:45: expected a whole number, found one with a fraction (at offers[0].periodCount)"
      ),
      (
        offer(#""offerId": "a", "periodCount": 1e30"#),
        "1:45: expected a number of at most 64 bits, found a larger one (at offers[0].periodCount)"
      ),
      (
        offer(#""offerId": "a", "periodCount": 13"#),
        "1:45: expected a whole number from 1 to 12, found 13 (at offers[0].periodCount)"
      ),
      (
        offer(#""offerId": "a", "offerMode": "FREE_TRAIL""#),
        "1:43: unknown value 'FREE_TRAIL'; did you mean 'FREE_TRIAL'? (at offers[0].offerMode)"
      ),
      (
        offer(#""offerId": "a", "offerMode": "GIFT""#),
        "1:43: unknown value 'GIFT'; expected one of 'FREE_TRIAL', 'PAY_UP_FRONT'"
          + " (at offers[0].offerMode)"
      ),
      (
        offer(#""offerId": "a", "share": 1e999"#),
        "1:39: expected a number that a double can hold, found a larger one (at offers[0].share)"
      ),
      (
        offer(#""offerId": "a", "live": 0"#),
        "1:38: expected true or false, found a number (at offers[0].live)"
      ),
      (
        offer(#""offerId": "a" "live": 0"#),
        "1:29: expected ',' or '}' after a value, found '\"' (at offers[0])"
      ),
      (
        #"{"offers": [{"offerId": "a""#,
        "1:28: the file ends early: expected ',' or '}' after a value (at offers[0])"
      ),
    ]
  )
  func errors(text: String, message: String) throws {
    let error = try #require(throws: FormatError.self) { try readOffer(text) }
    #expect(error.description == message)
  }

  private static func offer(_ members: String) -> String {
    "{\"offers\": [{\(members)}]}"
  }

  @Test("finds where in the file a byte of a string's contents comes from")
  func offsetsInStrings() throws {
    // The contents are a é " 😀 é b: bytes 0, 1-2, 3, 4-7, 8-9, 10.
    let text = #"["aé\"\ud83d\ude00\u00e9b"]"#
    let node = try root(text).array()[0]
    #expect(try node.string() == "aé\"😀éb")
    let offsets = (-1...13).map { node.fileOffset(ofDecodedUTF8Offset: $0) }
    #expect(offsets == [2, 2, 3, 4, 5, 7, 7, 7, 7, 19, 19, 25, 26, 26, 26])
    #expect(node.error("x", atDecodedUTF8Offset: 10).description == "1:25: x (at [0])")
    #expect(try root("[12]").array()[0].fileOffset(ofDecodedUTF8Offset: 5) == 1)
  }

  @Test("holds documents of many values")
  func large() throws {
    let text = "[" + String(repeating: "{\"a\":[1,2,{}]},", count: 10_000) + "null]"
    let elements = try root(text).array()
    #expect(elements.count == 10_001)
    #expect(try elements[9_999].object().required("a").array().count == 3)
  }
}
