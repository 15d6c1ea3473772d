import Foundation
import PackagePlugin

/// `swift package winback ...`: the command, in a package that depends on WinBack.
@main
struct WinBackPlugin: CommandPlugin {
  /// Runs the command with the arguments of the user, where the user is.
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "winback").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus != 0 else { return }
    Diagnostics.error("winback ended with status \(process.terminationStatus)")
  }
}
