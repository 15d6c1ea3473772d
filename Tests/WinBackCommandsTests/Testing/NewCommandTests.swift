import Foundation
import TestSupport
import Testing
import WinBackFiles

@Suite("winback new")
struct NewCommandTests {
  private let directory = TemporaryDirectory()

  @Test("writes a folder in which everything passes")
  func passes() throws {
    let folder = directory.path("my/offers")
    let run = CommandRun(["new", folder])
    #expect(run.status == .done)
    #expect(
      run.output.replacing(folder, with: "offers") == """
        offers/catalog.json
        offers/offers.scenarios.json
        offers/customers/returning.json
        offers/customers/loyal.json
        offers/winback.json
        offers/.github/workflows/win-back-offers.yml

        Everything in it passes: winback check offers

        """
    )
    let passed = CommandRun(status: .done, output: "4 scenarios: 4 passed\n")
    #expect(CommandRun(["test", folder]) == passed)
    let check = CommandRun(["check", folder])
    #expect(check.status == .done)
    #expect(check.errors.isEmpty)
  }

  @Test("starts from a catalog of the user's own, with tests that notice every change of it")
  func ownCatalog() throws {
    let folder = directory.path("offers")
    let catalog = PackageFiles.path("Examples/AppleAPIs/catalog.jsonl")
    let run = CommandRun(["new", folder, "--from", catalog])
    #expect(run.status == .done)
    #expect(run.output.hasSuffix("\nTo check it: winback check \(folder)\n"))
    let check = CommandRun(["check", folder])
    #expect(check.status == .done)
    #expect(check.output.contains("100 %"))
    // The same offers, in the same order.
    let offers = ["convert", catalog, "--to", "native"]
    let written = try directory.read("offers/catalog.json")
    #expect(written == CommandRun(offers).output)
  }

  @Test("starts from a StoreKit configuration, and says which criteria are not in it")
  func storeKit() throws {
    let folder = directory.path("offers")
    let products = PackageFiles.path("Examples/AppleAPIs/Products.storekit")
    let run = CommandRun(["new", folder, "--from", products])
    #expect(run.status == .done)
    #expect(
      run.errors.hasPrefix(
        "winback: warning: a StoreKit configuration has no criteria of eligibility: each offer now "
          + "asks for 1 paid month, and from 1 to 24 months since the last subscription; write your own "
          + "into 'catalog.json'\n"
      )
    )
    // Nobody has told the offers of a product apart yet.
    let check = CommandRun(["check", folder])
    #expect(check.status == .checkFailed)
    #expect(check.output.contains("[identical-offers]"))
    let catalog = try directory.read("offers/catalog.json")
    for text in [
      "\"premium_2w_free\"", "\"TWO_WEEKS\"", "\"PAY_AS_YOU_GO\"", "\"groupLevel\": 2",
    ] {
      #expect(catalog.contains(text))
    }
  }

  @Test("refuses a StoreKit configuration without win-back offers, and one with an odd offer")
  func storeKitFaults() throws {
    let head =
      #"{ "version": { "major": 4 }, "subscriptionGroups": [{ "id": "1", "subscriptions": ["#
    let faults = [
      #"{ "productID": "a" }"#:
        "expected win-back offers, found a StoreKit configuration without any; add one in Xcode, or "
        + "'winback new' without '--from' has two to change",
      #"{ "productID": "a", "winbackOffers": [{ "offerID": "b", "paymentMode": "later" }] }"#:
        "expected a payment mode 'free', 'payUpFront' or 'payAsYouGo', found 'later'",
      #"{ "productID": "a", "winbackOffers": [{ "offerID": "b", "paymentMode": "free" }] }"#:
        "expected a period from P3D to P1Y, found 'none'",
    ]
    for (product, message) in faults {
      try directory.write(head + product + "] }] }", to: "Products.storekit")
      let products = directory.path("Products.storekit")
      let run = CommandRun(["new", directory.path("offers"), "--from", products])
      #expect(run.status == .badData)
      #expect(run.errors.contains(message))
      #expect(try directory.names() == ["Products.storekit"])
    }
  }

  @Test("puts the workflow where GitHub looks for it: in the root of the repository")
  func workflow() throws {
    try directory.makeDirectory(".git")
    let run = CommandRun(["new", directory.path("app/offers")])
    #expect(run.status == .done)
    let workflow = try directory.read(".github/workflows/win-back-offers.yml")
    #expect(workflow.contains("FOLDER: \"app/offers\""))
    #expect(run.output.contains("GitHub runs workflows from the root of the repository only."))
    // What is downloaded is checked before it is unpacked.
    let steps = ["curl --fail", "sha256sum --check", "tar -xzf"]
    let places = steps.compactMap { workflow.firstRange(of: $0)?.lowerBound }
    #expect(places.count == 3 && places == places.sorted())
    #expect(try !directory.names().contains("catalog.json"))
  }

  @Test("overwrites nothing, and writes nothing where a file is there")
  func refusal() throws {
    try directory.write("mine", to: "offers.scenarios.json")
    let run = CommandRun(["new", directory.path("")])
    #expect(run.status == .cannotCreate)
    #expect(run.output == "")
    let message = "offers.scenarios.json': it exists already, and is not overwritten\n"
    #expect(run.errors.hasSuffix(message))
    #expect(try directory.names() == ["offers.scenarios.json"])
    #expect(try directory.read("offers.scenarios.json") == "mine")
  }

  @Test("leaves nothing of a folder that it cannot write wholly")
  func part() throws {
    try directory.makeDirectory("offers")
    try directory.write("mine", to: "offers/customers")
    let run = CommandRun(["new", directory.path("offers")])
    let errors =
      "winback: error: cannot create '\(directory.path("offers/customers"))/returning.json': a part "
      + "of the path is not a directory\n"
    #expect(run == CommandRun(status: .cannotCreate, errors: errors))
    #expect(try directory.names() == ["offers"])
    #expect(try directory.read("offers/customers") == "mine")

    // Here the last of the files cannot be written, and the folders before it are new.
    try directory.makeDirectory(".git")
    try directory.write("mine", to: ".github")
    #expect(CommandRun(["new", directory.path("app/offers")]).status == .cannotCreate)
    #expect(try directory.names() == [".git", ".github", "offers"])
  }

  @Test("tells where a directory cannot be created")
  func noDirectory() throws {
    try directory.write("", to: "file")
    let run = CommandRun(["new", directory.path("file/offers")])
    #expect(run.status == .cannotCreate)
    #expect(run.errors.hasSuffix("a part of the path is not a directory\n"))
  }
}
