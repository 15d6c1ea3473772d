import Foundation
import TestSupport
import Testing

/// The script of the action, run by bash with a program that prints its arguments.
@Suite("The action for GitHub", .enabled(if: ShellProcess.path(of: "git") != nil))
struct ActionTests {
  private let folder: GitFolder

  init() throws { folder = try GitFolder() }

  @Test("passes arguments on, with spaces and line breaks between them")
  func arguments() throws {
    try folder.commit()
    let output = try run("ARGUMENTS=--json  --fail-on loss\n\n--as-of 2025-01-01\n")
    #expect(output.hasSuffix("--json\n--fail-on\nloss\n--as-of\n2025-01-01\n"))
    #expect(try run("ARGUMENTS=").hasSuffix("/offers.xml\n"))
  }

  @Test("keeps a complete checkout complete, and fetches one commit for a shallow one")
  func depth() throws {
    try folder.commit()
    try folder.git("commit", "--quiet", "--allow-empty", "--message", "again")
    for (depth, isShallow) in [("100", "false"), ("1", "true")] {
      let clone = "\(folder.directory.path(""))/clone\(depth)"
      try folder.git("clone", "--quiet", "--depth", depth, "file://\(folder.path(""))", clone)
      let output = try run("BASE_BRANCH=main", in: clone)
      #expect(output.hasSuffix("--base\ngit:origin/main\n"))
      let found = try folder.git("-C", clone, "rev-parse", "--is-shallow-repository")
      #expect(found == "\(isShallow)\n")
    }
  }

  /// Runs the last script of the action, and returns the arguments with which it starts winback.
  private func run(_ variable: String, in clone: String? = nil) throws -> String {
    let action = PackageFiles.url(".github/actions/check/action.yml")
    let text = try String(contentsOf: action, encoding: .utf8)
    let script = try #require(text.components(separatedBy: "run: |\n").last)
    let program = folder.directory.path("winback")
    try folder.directory.write("#!/bin/sh\nprintf '%s\\n' \"$@\"\n", to: "winback")
    try folder.run("chmod", ["+x", program])
    let path = try #require(ProcessInfo.processInfo.environment["PATH"])
    let variables = [
      "PATH=\(folder.directory.path("")):\(path)", "RUNNER_TEMP=\(folder.directory.path(""))",
      "GITHUB_OUTPUT=/dev/null", "GITHUB_STEP_SUMMARY=/dev/null", "DIRECTORY=app", "BASE=",
      "BASE_BRANCH=", "ARGUMENTS=",
    ]
    let words = [
      "bash", "-c", "cd \"$0\" && exec bash -c \"$1\"", clone ?? folder.path(""), script,
    ]
    return try folder.run("env", variables + [variable] + words)
  }
}
