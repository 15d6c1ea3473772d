import Dispatch
import Testing
import WinBackFiles

@Suite("A program that winback starts")
struct ChildProcessTests {
  @Test("has both of its pipes read, so that neither blocks it", .timeLimit(.minutes(1)))
  func bothPipes() throws {
    let script =
      "i=0; while [ $i -lt 4000 ]; do echo message $i message >&2; i=$((i+1)); done; echo done"
    let process = try ChildProcess(starting: "sh", ["-c", script])
    var bytes = ContiguousArray<UInt8>(repeating: 0, count: 100)
    let count = try process.read(into: &bytes, from: 0)
    #expect(String(decoding: bytes[..<count], as: UTF8.self) == "done\n")
    let (status, messages) = try process.end()
    #expect(status == 0)
    #expect(messages.utf8.count == 4096)
    #expect(messages.hasPrefix("message 0 message\nmessage 1 "))
  }

  @Test("has a time in which it must print something", .timeLimit(.minutes(1)))
  func deadline() throws {
    let process = try ChildProcess(starting: "sleep", ["100"])
    var bytes = ContiguousArray<UInt8>(repeating: 0, count: 100)
    #expect(throws: SystemError.timedOut) {
      try process.read(into: &bytes, from: 0, until: .now() + .milliseconds(50))
    }
    process.kill()
    #expect(try process.end().status == 128 + 9)
  }

  @Test("has an environment without variables that redirect it")
  func environment() throws {
    let process = try ChildProcess(starting: "env", [], setting: ["LC_ALL=C", "GIT_ALLOW=none"])
    var bytes = ContiguousArray<UInt8>(repeating: 0, count: 1 << 16)
    var end = 0
    while case let count = try process.read(into: &bytes, from: end), count > 0 { end += count }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("LC_ALL=") } == ["LC_ALL=C"])
    #expect(lines.filter { $0.hasPrefix("GIT_") } == ["GIT_ALLOW=none"])
    #expect(lines.contains { $0.hasPrefix("PATH=") })
  }

  @Test("is in no folder that depends on where winback runs")
  func absoluteFolders() throws {
    #expect(try ChildProcess.path(of: "sh", in: ":.:bin::/nowhere:/bin") == "/bin/sh")
    #expect(throws: SystemError(code: 2)) { try ChildProcess.path(of: "Package.swift", in: ":.::") }
    #expect(throws: SystemError(code: 2)) { try ChildProcess(starting: "no-such-program", []) }
  }
}
