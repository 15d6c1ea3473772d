import Foundation

/// A run of another program.
struct ShellProcess {
  let status: Int32
  let output: String
  let errors: String

  /// Runs a program and waits for its end.
  init(_ executable: String, _ arguments: [String], directory: String? = nil) throws {
    let process = Process()
    let outputPipe = Pipe()
    let errorPipe = Pipe()
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    if let directory { process.currentDirectoryURL = URL(filePath: directory) }
    try process.run()
    // What these tests write fits into the pipes, so one may be read after the other.
    output = String(decoding: outputPipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    errors = String(decoding: errorPipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  /// The path of a program; nil when it is not installed.
  static func path(of program: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return folders.split(separator: ":").map { "\($0)/\(program)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// The path of the program that was built with these tests; nil when it was not.
  static var winback: String? {
    let bundles = [Bundle.main] + Bundle.allBundles
    return bundles.map { bundle in
      let url = bundle.bundleURL
      let folder = url.pathExtension == "xctest" ? url.deletingLastPathComponent() : url
      return folder.appending(path: "winback").path
    }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
