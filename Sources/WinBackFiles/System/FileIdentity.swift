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
