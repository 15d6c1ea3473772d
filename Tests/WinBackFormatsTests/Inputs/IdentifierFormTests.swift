import Testing
import WinBackFormats

@Suite("An identifier that went through another program")
struct IdentifierFormTests {
  @Test(
    "is known by its form",
    arguments: [
      ("2000000123456789", .plain), ("2000000123456789.0", .whole(digits: 16)),
      ("1.00", .whole(digits: 1)), ("9007199254740992.0", .whole(digits: 16)),
      ("9007199254740993.0", .rounded), ("200000012345678901.0", .rounded),
      ("2.00000012345679e+17", .rounded), ("2E+15", .rounded), ("1e5", .plain), ("1.5", .plain),
      ("20001.2", .plain), ("1.", .plain), ("1.0.0", .plain), ("", .plain), ("e+10", .plain),
      ("NULL", .nothing), ("null", .nothing), ("None", .nothing), ("nan", .nothing),
      ("NaN", .nothing), ("N/A", .nothing), ("<NA>", .nothing), ("nobody", .plain),
      ("undefined", .nothing), ("nullable", .plain),
    ] as [(String, IdentifierForm)]
  )
  func forms(text: String, form: IdentifierForm) {
    #expect(IdentifierForm(of: ContiguousArray(text.utf8).rawBytes) == form)
  }
}
