import Foundation

/// How the tests were built, and how much they try.
public enum TestBuild: Sendable {
  /// Whether the compiler optimized the program, so that tests may ask for more.
  public static var isOptimized: Bool {
    #if DEBUG
    false
    #else
    true
    #endif
  }

  /// How many random cases a property is tried on: `WINBACK_RANDOM_CASES` of them, or else so many as
  /// notice what a change breaks.
  public static func randomCases(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["WINBACK_RANDOM_CASES"].flatMap(Int.init) ?? usual
  }
}
