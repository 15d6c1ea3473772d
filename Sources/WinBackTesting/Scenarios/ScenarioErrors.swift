package import WinBackFormats

/// Collects the errors of a scenario file, so that one does not hide the others.
struct ScenarioErrors {
  /// The most errors, because the file is read again to locate each of them.
  static let limit = 100
  let file: String
  private(set) var all: [ScenarioFileError] = []

  mutating func collect(at node: JSONNode, _ read: (inout ScenarioErrors) throws -> Void) {
    do {
      try read(&self)
    } catch let error as FormatError {
      all.append(ScenarioFileError(file: file, error: error))
    } catch let error as ScenarioFileError {
      all.append(error)
    } catch {
      all.append(ScenarioFileError(file: file, error: node.error("\(error)")))
    }
  }
}

/// An error in a scenario file, or in a file that it names.
package struct ScenarioFileError: Error, Sendable, Hashable {
  package let file: String
  package let error: FormatError
}

/// The error for a file that a scenario file names and that cannot be read.
package struct UnreadableFile: Error, Sendable, Hashable, CustomStringConvertible {
  /// Why, as a sentence with the path.
  package let reason: String

  package init(reason: String) { self.reason = reason }

  package var description: String { reason }
}
