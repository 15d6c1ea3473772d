/// How the tests were built.
public enum TestBuild: Sendable {
  /// Whether the compiler optimized the program, so that tests may ask for more.
  public static var isOptimized: Bool {
    #if DEBUG
    false
    #else
    true
    #endif
  }
}
