/// The names of files that other files name.
package enum PathName {
  /// Returns the path of a file that another file names relative to its own folder, in its shortest
  /// form, so that each file has one path.
  package static func path(_ name: String, from file: String) -> String {
    let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
    let path = name.hasPrefix("/") ? name : folder + name
    var steps: [Substring] = []
    for step in path.split(separator: "/") where step != "." {
      if step == "..", let last = steps.last, last != ".." {
        steps.removeLast()
      } else {
        steps.append(step)
      }
    }
    let simplified = (path.hasPrefix("/") ? "/" : "") + steps.joined(separator: "/")
    return simplified.isEmpty ? "." : simplified
  }

  /// Returns the path of a name in a folder, in its shortest form for the current one.
  package static func path(_ name: String, inFolder folder: String) -> String {
    folder == "." || folder == "./" ? name : (folder.hasSuffix("/") ? folder : folder + "/") + name
  }
}
