import Foundation
import TestSupport
import Testing
import WinBackFiles

@Suite("Pseudonyms")
struct PseudonymTests {
  private let directory = TemporaryDirectory()

  private func convert(_ arguments: [String]) -> CommandRun {
    CommandRun(["convert", Samples.path("alice.json"), "--to", "native"] + arguments)
  }

  // Known from another implementation: printf %s alice | openssl dgst -sha256 -hmac KEY
  @Test(
    "are the first half of HMAC-SHA-256 of the customer id",
    arguments: [
      ("Jefe", "c826fd00e6fe4b67254ac9b16045d113"),
      (String(repeating: "k", count: 64), "9cfc5185ec97ec4d309082edf920f9b9"),
      (String(repeating: "k", count: 65), "b1befc4713786e7f7f959b3f2b706306"),
      ("é", "993b7e2df9d1bdacbf40f1bf69508e5f"),
    ]
  )
  func hash(key: String, pseudonym: String) {
    let run = convert(["--pseudonymize", key])
    #expect(run.status == .done)
    #expect(run.output.hasPrefix("{\n  \"customerId\": \"\(pseudonym)\",\n"), "\(run.output)")
    #expect(!run.output.contains("alice"))
    #expect(run.errors == "")
  }

  @Test("take their key from a file, without the line end at its end")
  func file() throws {
    try directory.write("Jefe\r\n", to: "key")
    let run = convert(["--pseudonymize", "file:\(directory.path("key"))"])
    #expect(run.output.contains("c826fd00e6fe4b67254ac9b16045d113"))
  }

  @Test(
    "need a key",
    arguments: [
      ("", "option '--pseudonymize' expects a key, found none"),
      (
        "env:WINBACK_NO_SUCH_KEY",
        "option '--pseudonymize' expects a key in the environment variable 'WINBACK_NO_SUCH_KEY', "
          + "which is not set"
      ),
    ]
  )
  func missing(key: String, message: String) {
    let run = convert(["--pseudonymize=\(key)"])
    #expect(run == .wrongUsage(of: "winback convert", message))
  }

  @Test(
    "need a place for the key that there is: a misspelt one is no key",
    arguments: [
      ("fil:key", "; did you mean 'file:'?"), ("enf:KEY", "; did you mean 'env:'?"), ("a:b", ""),
    ]
  )
  func misspelt(key: String, suggestion: String) {
    let message =
      "option '--pseudonymize' expects file:PATH, env:NAME or a key without a colon, found one with "
      + "a colon\(suggestion)"
    let run = convert(["--pseudonymize", key])
    #expect(run == .wrongUsage(of: "winback convert", message))
  }

  @Test("need a key file that is there")
  func missingFile() {
    let run = convert(["--pseudonymize", "file:/nowhere/key"])
    let errors = "winback: error: cannot open '/nowhere/key': no such file\n"
    #expect(run == CommandRun(status: .cannotOpen, errors: errors))
  }

  @Test("leave the answers as they are, and replace every identifier of a transaction")
  func answers() throws {
    let alice = PackageFiles.path("Examples/DestinationVideo/customers/alice.json")
    let run = CommandRun(
      ["convert", alice, "--to", "native", "--pseudonymize", "Jefe"]
        + ["-o", directory.path("hidden.json")]
    )
    #expect(run == CommandRun(status: .done))
    let hidden = try directory.read("hidden.json")
    let plain = try String(contentsOfFile: alice, encoding: .utf8)
    let identifiers = plain.matches(of: /TransactionId": "(\d+)"/.ignoresCase()).map(\.1)
    #expect(identifiers.count > 1)
    for identifier in identifiers { #expect(!hidden.contains(identifier)) }
    func answer(about path: String) -> String {
      let catalog = PackageFiles.path("Examples/DestinationVideo/catalog.json")
      return CommandRun(["evaluate", path, "-c", catalog, "--as-of", "2025-01-20"]).output
        .replacing("c826fd00e6fe4b67254ac9b16045d113", with: "alice").filter { !$0.isWhitespace }
    }
    #expect(!answer(about: alice).isEmpty)
    #expect(answer(about: directory.path("hidden.json")) == answer(about: alice))
  }

  @Test("keep the order of identifiers, on which answers depend, and stand in each line of several")
  func order() {
    func history(_ customer: String) -> String {
      #"{"customerId":"\#(customer)","transactions":["#
        + ["b", "a", "c"].map {
          #"{"transactionId":"\#($0)","originalTransactionId":"c","productId":"p","#
            + #""purchaseDate":"2024-01-01","expiresDate":"2024-02-01"}"#
        }.joined(separator: ",") + "]}\n"
    }
    let run = CommandRun(
      ["convert", "-", "--to", "native", "--pseudonymize", "Jefe"],
      on: InMemoryConsole(input: history("alice") + history("bruno"))
    )
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines {
      let numbers = line.matches(of: /"transactionId":"(\d)","originalTransactionId":"3"/).map(\.1)
      #expect(numbers == ["2", "1", "3"], "\(line)")
    }
    #expect(lines.first?.contains("c826fd00e6fe4b67254ac9b16045d113") == true)
  }

  @Test("are those of customers, and a catalog has none")
  func catalog() {
    let run = CommandRun(
      ["convert", Samples.path("catalog.json"), "--to", "native", "--pseudonymize", "Jefe"]
    )
    let message = "option '--pseudonymize' needs histories, found a catalog"
    #expect(run == .wrongUsage(of: "winback convert", message))
  }
}
