package import Foundation

/// The files of the package, wherever it lies.
package enum PackageFiles {
  private static let folder = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// Returns a file or a folder by its path from the folder of the package.
  package static func url(_ path: String) -> URL { folder.appending(path: path) }

  /// Returns the path of a file or a folder.
  package static func path(_ path: String) -> String { url(path).path }
}
