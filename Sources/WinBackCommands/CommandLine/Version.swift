/// The version of WinBack.
package enum Version {
  /// The current version, as Semantic Versioning writes it.
  package static let current = "0.1.0"
}
