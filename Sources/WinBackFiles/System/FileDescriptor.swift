/// An open file, pipe, device or terminal.
package struct FileDescriptor: Sendable, Hashable {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  package static let standardInput = FileDescriptor(number: 0)
  package static let standardOutput = FileDescriptor(number: 1)
  package static let standardError = FileDescriptor(number: 2)
}

package struct SystemError: Error, Sendable, Hashable {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The reason as the end of a sentence: lower case, no full stop.
  package var reason: String {
    switch self {
    case .noSuchFile: "no such file"
    case .isDirectory: "it is a directory"
    case .notDirectory: "a part of the path is not a directory"
    default: Platform.message(of: code).lowercasedFirst
    }
  }
}

extension ContiguousArray<UInt8> {
  /// Zeros to copy.
  ///
  /// Copying is fast in a build that is not optimized, too; repeating an element is not.
  private static let zeros = ContiguousArray(repeating: 0, count: 1 << 14)

  /// Appends zeros, which make room for bytes to come.
  package mutating func appendZeros(_ count: Int) {
    var rest = count
    while rest > 0 {
      let part = Swift.min(rest, Self.zeros.count)
      unsafe Self.zeros.withUnsafeBufferPointer { zeros in
        unsafe append(contentsOf: UnsafeBufferPointer(rebasing: zeros[..<part]))
      }
      rest -= part
    }
  }
}

/// Which file a path names, however it is spelt.
package enum FileIdentity: Sendable, Hashable {
  case file(device: UInt64, number: UInt64)

  /// A name that nothing has yet, in a directory.
  case absent(device: UInt64, directory: UInt64, name: String)

  /// Determines what a path names; nil if that is neither a plain file nor could become one.
  package init?(ofPath path: String) {
    if let status = try? Platform.status(ofPath: path) {
      guard status.kind == .regular else { return nil }
      self = status.identity
      return
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, !name.isEmpty,
      case .file(let device, let number) = try? Platform.status(ofPath: path.parentDirectory)
        .identity
    else { return nil }
    self = .absent(device: device, directory: number, name: String(name))
  }

  /// Determines what an open descriptor stands for; nil if that is no plain file.
  package init?(of descriptor: FileDescriptor) {
    guard let status = try? Platform.status(of: descriptor.number), status.kind == .regular else {
      return nil
    }
    self = status.identity
  }
}

extension String {
  package var parentDirectory: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
