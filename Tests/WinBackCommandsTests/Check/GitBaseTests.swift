import Foundation
import Testing
import WinBackFiles

@Suite("A revision as the base of a check", .enabled(if: ShellProcess.path(of: "git") != nil))
struct GitBaseTests {
  private let folder: GitFolder

  init() throws { folder = try GitFolder() }

  @Test("has the catalog that its own winback.json names, wherever that is now")
  func movedCatalog() throws {
    try folder.makeDirectory("old")
    try folder.move("app/catalog.json", to: "old/offers.json")
    try folder.write(#"{ "catalog": "../old/offers.json" }"#, to: "app/winback.json")
    try folder.commit()
    try folder.remove("old")
    try folder.write(ScenarioFolder.catalog(4), to: "app/catalog.json")
    try folder.write(#"{ "catalog": "catalog.json" }"#, to: "app/winback.json")
    let run = folder.check()
    #expect(run.errors == "")
    #expect(run.output.contains("- free_month: reaches fewer customers"))
  }

  @Test("without the catalog that its winback.json names cannot be read")
  func missingCatalog() throws {
    try folder.git("add", "app/winback.json")
    try folder.git("commit", "--quiet", "--message", "before")
    let run = folder.check()
    #expect(run.status == .badData)
    #expect(
      run.errors == "main:app/winback.json: error: "
        + "expected the file 'main:app/catalog.json', which this file names, found none\n"
    )
    #expect(!run.output.contains("is new"))
  }

  @Test("from which offers were moved cannot be compared, instead of calling them new")
  func movedFolder() throws {
    try folder.commit()
    try folder.move("app", to: "offers")
    let run = folder.check("offers")
    #expect(run.status == .badData)
    #expect(run.errors == Self.moved)

    try folder.git("rm", "--quiet", "--cached", "app/winback.json")
    try folder.git("commit", "--quiet", "--message", "no file of its own")
    #expect(folder.check("offers").errors == Self.moved)
    // What is still in its place has not been moved.
    try folder.makeDirectory("app")
    try folder.write(ScenarioFolder.catalog(), to: "app/catalog.json")
    let run2 = folder.check("offers")
    #expect(run2.errors == "")
    #expect(run2.output.contains("Compared with main, which has no catalog\n"))
    #expect(run2.output.contains("+ free_month: is new"))
  }

  private static let moved =
    "winback: error: 'main' has no 'offers/winback.json', and its file 'app/catalog.json' is not "
    + "there any more: if the offers were moved, check out 'main' in another folder, and use "
    + "'--base' with that folder\n"

  @Test("whose contents git has lost cannot be read")
  func lostContents() throws {
    try folder.commit()
    let object = try folder.git("rev-parse", "main:app/catalog.json").dropLast()
    try folder.remove(".git/objects/\(object.prefix(2))/\(object.dropFirst(2))")
    let run = folder.check()
    #expect(run.status == .badData)
    #expect(
      run.errors.hasPrefix(
        "winback: error: cannot read 'main:app/catalog.json': git does not have its contents, "
          + "and WinBack fetches nothing; in a partial clone, 'git show main:app/catalog.json' "
          + "fetches them (git says: "
      )
    )
  }

  @Test("has files behind symbolic links and gzip, and says why it has none of a submodule")
  func otherFiles() throws {
    try folder.move("app/catalog.json", to: "real.json")
    try folder.run("ln", ["-s", "../real.json", "app/catalog.json"])
    try folder.commit()
    try folder.write(ScenarioFolder.catalog(4), to: "real.json")
    let linked = folder.check()
    #expect(linked.errors == "")
    #expect(linked.output.contains("- free_month: reaches fewer customers"))

    try folder.run("gzip", ["-f", "real.json"])
    try folder.write(#"{ "catalog": "../real.json.gz" }"#, to: "app/winback.json")
    try folder.commit()
    try folder.remove("real.json.gz")
    try folder.write(ScenarioFolder.catalog(3), to: "real.json")
    try folder.write(#"{ "catalog": "../real.json" }"#, to: "app/winback.json")
    let zipped = folder.check()
    #expect(zipped.errors == "")
    #expect(zipped.output.contains("+ free_month: reaches more customers"))

    try folder.commit()
    try folder.git("submodule", "--quiet", "add", folder.path(".git"), "module")
    try folder.write(#"{ "catalog": "../module/real.json" }"#, to: "app/winback.json")
    try folder.commit()
    let module = folder.check()
    #expect(module.status == .badData)
    #expect(
      module.errors == "winback: error: cannot read 'main:module/real.json': "
        + "'module' is a submodule, which has its own revisions\n"
    )
  }

  @Test(
    "starts no program of the repository, and fetches nothing",
    arguments: [[], ["protocol.file.allow=always", "fetch.bundleURI=https://127.0.0.1:1/b"]]
  )
  func untrusted(settings: [String]) throws {
    try folder.commit()
    try folder.git("config", "uploadpack.allowFilter", "true")
    let clone = folder.directory.path("clone")
    try folder.git(
      "clone",
      "--quiet",
      "--no-checkout",
      "--filter=blob:none",
      "file://\(folder.path(""))",
      clone
    )
    try folder.directory.makeDirectory("clone/app")
    try folder.directory.write(ScenarioFolder.catalog(), to: "clone/app/catalog.json")
    try folder.directory.write(#"{"catalog": "catalog.json"}"#, to: "clone/app/winback.json")
    let mark = folder.directory.path("mark")
    let script = folder.directory.path("mark.sh")
    try folder.directory.write(
      "#!/bin/sh\ntouch \(mark)\nexec git-upload-pack \"$@\"\n",
      to: "mark.sh"
    )
    try folder.run("chmod", ["+x", script])
    let own = [
      "remote.origin.uploadpack=\(script)", "core.fsmonitor=\(script)", "core.pager=\(script)",
      "core.sshCommand=\(script)", "core.hooksPath=\(folder.directory.path(""))",
    ]
    for setting in own + settings {
      let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
      try folder.git("-C", clone, "config", parts[0], parts[1])
    }
    let run = CommandRun(["check", clone + "/app", "--base", "git:main"])
    #expect(run.status == .badData)
    #expect(
      run.errors.hasPrefix(
        "winback: error: cannot read 'main:app/winback.json': git does not have its contents"
      )
    )
    #expect(try !folder.directory.names().contains("mark"))
    // The same repository, trusted, does run it.
    try folder.git("-C", clone, "show", "main:app/winback.json")
    #expect(try folder.directory.names().contains("mark"))
  }

  @Test(
    "is that of the folder, whatever the environment of a hook says",
    .enabled(if: ShellProcess.winback != nil, "winback is not built")
  )
  func hook() throws {
    try folder.commit()
    try folder.write(ScenarioFolder.catalog(4), to: "app/catalog.json")
    let winback = try #require(ShellProcess.winback)
    let output = try folder.run(
      "env",
      [
        "GIT_DIR=\(folder.directory.path(""))", "GIT_WORK_TREE=/", "GIT_PREFIX=x/",
        "GIT_OBJECT_DIRECTORY=/nowhere", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=core.bare",
        "GIT_CONFIG_VALUE_0=true", winback, "check", "app", "--base", "git:main",
      ]
    )
    #expect(output.contains("- free_month: reaches fewer customers"))
  }

  @Test("is read however many messages git writes", .timeLimit(.minutes(1)))
  func manyMessages() throws {
    try folder.commit()
    let missing = (0..<3000).map { "/nowhere/\(String(repeating: "x", count: 40))/\($0)\n" }
    try folder.write(missing.joined(), to: ".git/objects/info/alternates")
    try folder.write(ScenarioFolder.catalog(4), to: "app/catalog.json")
    let run = folder.check()
    #expect(run.errors == "")
    #expect(run.output.contains("- free_month: reaches fewer customers"))
  }

  @Test("of a shallow clone that does not have it says so")
  func shallow() throws {
    try folder.commit()
    try folder.git("commit", "--quiet", "--allow-empty", "--message", "again")
    let clone = folder.directory.path("clone")
    try folder.git("clone", "--quiet", "--depth", "1", "file://\(folder.path(""))", clone)
    let run = CommandRun(["check", clone + "/app", "--base", "git:main~1"])
    #expect(run.status == .cannotOpen)
    #expect(
      run.errors == "winback: error: expected a revision that git knows in '\(clone)/app/', "
        + "found 'main~1'; the clone is shallow: fetch more of its history\n"
    )
  }

  @Test("needs a repository")
  func noRepository() throws {
    try folder.remove(".git")
    let run = folder.check()
    #expect(run.status == .cannotOpen)
    #expect(
      run.errors == "winback: error: expected a repository that git can read around 'app/'; "
        + "git says: not a git repository (or any of the parent directories): .git\n"
    )
  }
}
