import Foundation
import TestSupport
import Testing
import WinBackFormats

@Suite("JSONTestSuite", .enabled(if: SharedFiles.exist, "the shared data is absent"))
struct JSONTestSuiteTests {
  static let files: [URL] = SharedFiles.files(in: "conformance/json/test_parsing")

  @Test("every way through a document accepts what must parse and rejects what must not")
  func decided() throws {
    #expect(Self.files.count == 318)
    for file in Self.files where !file.lastPathComponent.hasPrefix("i_") {
      let name = file.lastPathComponent
      let document = ContiguousArray(try Data(contentsOf: file))
      for walk in JSONWalk.allCases {
        let fault = walk.fault(in: document)
        #expect((fault == nil) == name.hasPrefix("y_"), "\(name) by \(walk)")
      }
    }
  }

  /// What is rejected of the documents on which parsers may differ: broken UTF-8, half surrogate pairs,
  /// UTF-16 and deep nesting; numbers of any size and a byte order mark are accepted.
  static let rejected: [String: String] = [
    "i_object_key_lone_2nd_surrogate.json": halfPair,
    "i_string_1st_surrogate_but_2nd_missing.json": halfPair,
    "i_string_1st_valid_surrogate_2nd_invalid.json": halfPair,
    "i_string_UTF-16LE_with_BOM.json": "expected a value, found the byte 0xFF",
    "i_string_UTF-8_invalid_sequence.json": "expected UTF-8, found the byte 0xFA",
    "i_string_UTF8_surrogate_U+D800.json": "expected UTF-8, found the byte 0xED",
    "i_string_incomplete_surrogate_and_escape_valid.json": halfPair,
    "i_string_incomplete_surrogate_pair.json": halfPair,
    "i_string_incomplete_surrogates_escape_valid.json": halfPair,
    "i_string_invalid_lonely_surrogate.json": halfPair,
    "i_string_invalid_surrogate.json": halfPair,
    "i_string_invalid_utf-8.json": "expected UTF-8, found the byte 0xFF",
    "i_string_inverted_surrogates_U+1D11E.json": halfPair,
    "i_string_iso_latin_1.json": "expected UTF-8, found the byte 0xE9",
    "i_string_lone_second_surrogate.json": halfPair,
    "i_string_lone_utf8_continuation_byte.json": "expected UTF-8, found the byte 0x81",
    "i_string_not_in_unicode_range.json": "expected UTF-8, found the byte 0xF4",
    "i_string_overlong_sequence_2_bytes.json": "expected UTF-8, found the byte 0xC0",
    "i_string_overlong_sequence_6_bytes.json": "expected UTF-8, found the byte 0xFC",
    "i_string_overlong_sequence_6_bytes_null.json": "expected UTF-8, found the byte 0xFC",
    "i_string_truncated-utf-8.json": "expected UTF-8, found the byte 0xE0",
    "i_string_utf16BE_no_BOM.json": "expected a value, found the character U+0000",
    "i_string_utf16LE_no_BOM.json": "expected a value, found the character U+0000",
    "i_structure_500_nested_arrays.json": "more than 128 arrays and objects are nested",
  ]

  static let halfPair = "an escape is half of a surrogate pair without the other half"

  @Test("what may be either is decided by a table")
  func free() throws {
    var names: Set<String> = []
    for file in Self.files where file.lastPathComponent.hasPrefix("i_") {
      let name = file.lastPathComponent
      names.insert(name)
      let document = ContiguousArray(try Data(contentsOf: file))
      for walk in JSONWalk.allCases {
        #expect(walk.fault(in: document)?.message == Self.rejected[name], "\(name) by \(walk)")
      }
    }
    #expect(names.count == 35 && names.isSuperset(of: Self.rejected.keys))
  }
}
