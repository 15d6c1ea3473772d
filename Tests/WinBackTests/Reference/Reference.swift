/// A second reading of the semantics: slow, obvious, and written from the text alone.
///
/// It shares nothing with the engine but the types of the input, so that the two can be held against
/// each other. Every function cites the clause that it reads. Time is plain milliseconds here (T1),
/// and an unknown truth is nil (R1).
enum Reference {
  typealias Milliseconds = Int64

  static let day: Milliseconds = 86_400_000
}
