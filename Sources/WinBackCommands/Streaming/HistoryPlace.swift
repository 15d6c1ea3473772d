/// A place in the files of a run: all that stands before it has been read.
package struct HistoryPlace: Sendable, Hashable {
  /// The file, by its place among those of the run.
  var file = 0

  /// The offset in the file.
  var offset = 0

  /// The lines of the file before that, where lines are counted on the way.
  var lines = 0

  /// Whether the place comes before another one.
  func precedes(_ other: HistoryPlace) -> Bool {
    file == other.file ? offset < other.offset : file < other.file
  }
}
