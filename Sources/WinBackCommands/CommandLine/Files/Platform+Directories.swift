#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Platform {
  /// Creates a directory and those that lead to it; one that exists stays as it is.
  static func createDirectories(_ path: String) throws(SystemError) {
    var part = path.hasPrefix("/") ? "/" : ""
    for step in path.split(separator: "/") {
      part += part.isEmpty || part.hasSuffix("/") ? String(step) : "/\(step)"
      guard unsafe mkdir(part, 0o777) != 0, errno != EEXIST else { continue }
      throw SystemError(code: errno)
    }
  }
}
