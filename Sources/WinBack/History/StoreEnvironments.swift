/// The environments of the App Store that purchases are of; those of several are never mixed.
@usableFromInline
package struct StoreEnvironments: OptionSet, Sendable, Hashable {
  @usableFromInline package let rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The names of all, the most frequent one first; each has its place plus one as its code.
  package static let names = ["Production", "Sandbox", "Xcode", "LocalTesting"]

  package static var production: Self { Self(code: 1) }
  package static var xcode: Self { Self(code: 3) }

  @inlinable
  package init(code: Int8) { self.init(rawValue: 1 << UInt8(truncatingIfNeeded: code &- 1)) }

  /// Returns the code of a name, in any letter case; that of no name if it is another one.
  package static func code(of name: String) -> Int8 {
    let index = names.firstIndex { $0.lowercased() == name.lowercased() } ?? names.count
    return Int8(truncatingIfNeeded: index + 1)
  }

  /// The names of those that are there.
  package var text: [String] {
    (Self.names + ["another one"]).enumerated()
      .filter { contains(Self(rawValue: 1 << UInt8($0.offset))) }.map { "'\($0.element)'" }
  }
}
