import WinBackFormats

/// What is wrong with a scenario file, so that one fault does not hide the others.
struct ScenarioErrors {
  /// The path of the file.
  let file: String

  private(set) var all: [ScenarioFileError] = []

  init(file: String) {
    self.file = file
  }

  /// Reads a part of the file, and takes note of the error where it cannot be read.
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
