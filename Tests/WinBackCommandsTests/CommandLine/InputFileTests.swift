import Testing
import WinBackFiles

@Suite("An input")
struct InputFileTests {
  private let directory = TemporaryDirectory()

  @Test("is read to its end, whatever its size", arguments: [0, 1, 4095, 4096, 4097, 100_000])
  func reads(size: Int) throws {
    let text = String(repeating: "x", count: size)
    try directory.write(text, to: "a.json")
    let file = InputFile(directory.path("a.json"))
    #expect(try file.read(on: InMemoryConsole().console) == ContiguousArray(text.utf8))
    #expect(InputFile("-").name == "<standard input>")
    let bytes = try InputFile("-").read(on: InMemoryConsole(input: text).console)
    #expect(bytes == ContiguousArray(text.utf8))
  }

  @Test("that is not there is refused, and the nearest name suggested")
  func missing() throws {
    try directory.write("", to: "catalog.json")
    try directory.write("", to: "catalogs")
    let cases: [(name: String, suggestion: String?)] = [
      ("catalgo.json", directory.path("catalog.json")), ("xyz", nil),
      ("catalogs.tsv", nil),
    ]
    for (name, suggestion) in cases {
      let message = "cannot open '\(directory.path(name))': no such file"
      let expected = CommandFailure(.cannotOpen, message, suggestion: suggestion)
      #expect(refusal(of: directory.path(name)) == expected)
    }
  }

  @Test(
    "that cannot be opened is refused with the reason",
    arguments: [
      ("/", "it is a directory"),
      ("/nowhere/x.json", "no such file"),
      ("", "no such file"),
      ("/dev/null/\u{0}", "no such file"),
      ("/dev/null/x", "a part of the path is not a directory"),
      (String(repeating: "x", count: 5000), "file name too long"),
    ]
  )
  func refused(path: String, reason: String) {
    let expected = CommandFailure(.cannotOpen, "cannot open '\(path)': \(reason)")
    #expect(refusal(of: path) == expected)
  }

  @Test("that is larger than the limit is refused, one that fits exactly is not")
  func limit() throws {
    let text = String(repeating: "x", count: 5000)
    let console = InMemoryConsole(input: text).console
    #expect(try InputFile("-").read(on: console, limit: 5000).count == 5000)
    #expect(
      refusal(of: "-", limit: 4999, input: text)
        == CommandFailure(.badData, "standard input has more than 4999 bytes, the limit")
    )
    try directory.write(String(repeating: "x", count: 1 << 20 + 1), to: "a")
    let path = directory.path("a")
    #expect(
      refusal(of: path, limit: 1 << 20)
        == CommandFailure(.badData, "'\(path)' has more than 1 MiB, the limit")
    )
  }

  @Test("that grows without end is refused at the limit")
  func endless() {
    let expected = CommandFailure(.badData, "'/dev/zero' has more than 3 MiB, the limit")
    #expect(refusal(of: "/dev/zero", limit: 3 << 20) == expected)
  }

  @Test("that breaks off midway ends with status 74")
  func brokenOff() {
    let console = InMemoryConsole(reading: FailingStream.brokenDisk).console
    #expect(
      throws: CommandFailure(.inputOutput, "cannot read standard input: input/output error")
    ) {
      try InputFile("-").read(on: console)
    }
  }

  private func refusal(
    of path: String,
    limit: Int = InputFile.defaultLimit,
    input: String = ""
  ) -> CommandFailure? {
    #expect(throws: CommandFailure.self) {
      try InputFile(path).read(on: InMemoryConsole(input: input).console, limit: limit)
    }
  }
}
