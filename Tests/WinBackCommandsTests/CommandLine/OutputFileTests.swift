import Foundation
import Testing
import WinBackCommandLine

@Suite("An output")
struct OutputFileTests {
  private let directory = TemporaryDirectory()

  private static let failure = CommandFailure(.badData, "the third line is bad")

  @Test("is standard output when no file is named", arguments: [nil, "-", "/dev/stdout"])
  func standardOutput(path: String?) throws {
    let memory = InMemoryConsole()
    try OutputFile(path).write("text", on: memory.console)
    #expect(memory.output == "text")
  }

  @Test("is a new file with what was written")
  func new() throws {
    try write("text", to: directory.path("a.txt"))
    #expect(try directory.read("a.txt") == "text")
    #expect(try directory.names() == ["a.txt"])
  }

  @Test("is not at its path before all is written")
  func late() throws {
    try directory.write("before", to: "a.txt")
    let output = OutputFile(directory.path("a.txt"))
    try output.withChannel(on: InMemoryConsole().console) { channel throws(CommandFailure) in
      try channel.write("after")
      #expect((try? directory.read("a.txt")) == "before")
    }
    #expect(try directory.read("a.txt") == "after")
    #expect(try directory.names() == ["a.txt"])
  }

  @Test("leaves what was there, and nothing else, when the work fails")
  func failed() throws {
    try directory.write("before", to: "a.txt")
    for name in ["a.txt", "b.txt"] {
      #expect(throws: Self.failure) { try fail(directory.path(name)) }
    }
    #expect(try directory.read("a.txt") == "before")
    #expect(try directory.names() == ["a.txt"])
  }

  @Test("keeps the permissions of the file that it replaces")
  func permissions() throws {
    let path = directory.path("a.txt")
    try directory.write("before", to: "a.txt")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try write("after", to: path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test("follows a link to the file that it replaces")
  func link() throws {
    try directory.makeDirectory("folder")
    try directory.write("before", to: "folder/a.txt")
    try directory.link("link", to: "folder/a.txt")
    let path = directory.path("link")
    try write("after", to: path)
    #expect(try directory.read("folder/a.txt") == "after")
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
    #expect(target == "folder/a.txt")
  }

  @Test("is refused where a link leads to nothing")
  func danglingLink() throws {
    let path = directory.path("link")
    try directory.link("link", to: "nothing")
    expectRefusal(of: path, .cannotCreate, "cannot create '\(path)': it is a link to nothing")
    #expect(try directory.names() == ["link"])
  }

  @Test(
    "is replaced as a whole below /dev, too",
    .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm"), "needs /dev/shm")
  )
  func sharedMemory() throws {
    let path = "/dev/shm/winback-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("before".utf8).write(to: URL(filePath: path))
    #expect(throws: Self.failure) { try fail(path) }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("before".utf8))
  }

  @Test("that is an open descriptor is written behind what is there")
  func descriptor() throws {
    try directory.write("", to: "log")
    let handle = try #require(FileHandle(forWritingAtPath: directory.path("log")))
    try handle.write(contentsOf: Data("before\n".utf8))
    try write("after\n", to: "/dev/fd/\(handle.fileDescriptor)")
    try handle.close()
    #expect(try directory.read("log") == "before\nafter\n")
  }

  #if os(Linux)
  @Test("has no name before all is written, so that nothing stays behind a run that is killed")
  func unnamed() throws {
    let output = OutputFile(directory.path("a.txt"))
    try output.withChannel(on: InMemoryConsole().console) { channel throws(CommandFailure) in
      try channel.write("text")
      #expect((try? directory.names()) == [])
    }
    #expect(try directory.names() == ["a.txt"])
  }
  #endif

  @Test("is no file that was read as an input, however it is spelt")
  func input() throws {
    try directory.write("precious", to: "a.txt")
    try directory.link("link", to: "a.txt")
    let console = InMemoryConsole().console
    _ = try InputFile(directory.path("a.txt")).read(on: console)
    for name in ["a.txt", "./a.txt", "link"] {
      let path = directory.path("") + "/\(name)"
      let message = "expected another file than an input for the output, found '\(path)'"
      #expect(throws: CommandFailure(.wrongUsage, message)) {
        try OutputFile(path).write("text", on: console)
      }
    }
    #expect(try directory.read("a.txt") == "precious")
  }

  @Test("leaves a device a device")
  func device() throws {
    try write("text", to: "/dev/null")
    let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test(
    "that is full ends with status 74",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full")
  )
  func full() {
    let message = "cannot write to '/dev/full': no space left on device"
    expectRefusal(of: "/dev/full", .inputOutput, message)
  }

  @Test(
    "that cannot be created ends with status 73 and the reason",
    arguments: [
      ("", "it does not name a file"),
      ("/", "it is a directory"),
      ("/nowhere/a.txt", "its directory does not exist"),
      ("/dev/null/a.txt", "a part of the path is not a directory"),
      ("/tmp/a\u{0}.txt", "it does not name a file"),
    ]
  )
  func refused(path: String, reason: String) {
    expectRefusal(of: path, .cannotCreate, "cannot create '\(path)': \(reason)")
  }

  @Test("that ends in a slash is refused, whether or not the directory is there")
  func slash() throws {
    try directory.makeDirectory("folder")
    for (name, reason) in [
      ("folder", "it is a directory"), ("missing", "it does not name a file"),
    ] {
      let path = directory.path(name) + "/"
      expectRefusal(of: path, .cannotCreate, "cannot create '\(path)': \(reason)")
    }
    #expect(try directory.names() == ["folder"])
  }

  private func expectRefusal(
    of path: String,
    _ status: WinBackCommandLine.ExitStatus,
    _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: CommandFailure(status, message), sourceLocation: sourceLocation) {
      try write("text", to: path)
    }
  }

  /// Writes a half of a file, and fails.
  private func fail(_ path: String) throws(CommandFailure) {
    try OutputFile(path).withChannel(on: InMemoryConsole().console) {
      channel throws(CommandFailure) in
      try channel.write("half")
      throw Self.failure
    }
  }

  private func write(_ text: String, to path: String) throws(CommandFailure) {
    try OutputFile(path).write(text, on: InMemoryConsole().console)
  }
}
