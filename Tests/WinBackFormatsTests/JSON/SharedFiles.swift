import Foundation

/// The data that lies beside the package, not in it.
enum SharedFiles {
  /// The folder named by `WINBACK_SHARED`, else `shared` beside the package.
  static let folder: URL =
    if let path = ProcessInfo.processInfo.environment["WINBACK_SHARED"] {
      URL(filePath: path, directoryHint: .isDirectory)
    } else {
      URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../../shared",
        directoryHint: .isDirectory
      )
    }

  /// Whether the folder is there.
  static var exist: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// Returns the files of a folder in the order of their names; none where it is absent.
  static func files(in path: String) -> [URL] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: path),
      includingPropertiesForKeys: nil
    )
    return (files ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
