/// Paths as one file names another.
enum RelativePath {
  /// Returns the path of a file as it is seen from the folder of another; nil is one without a
  /// place of its own.
  static func path(_ path: String, from other: String?) -> String {
    guard let other, path.hasPrefix("/") == other.hasPrefix("/") else { return path }
    var steps = parts(of: path)
    var folder = parts(of: other).dropLast()
    // What goes up from here cannot be told without looking.
    guard !folder.contains("..") else { return path }
    while let step = steps.first, let same = folder.first, step == same, steps.count > 1 {
      steps.removeFirst()
      folder.removeFirst()
    }
    return (folder.map { _ in ".." } + steps).joined(separator: "/")
  }

  private static func parts(of path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }
  }
}
