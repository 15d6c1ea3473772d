import WinBackFormats

/// A policy that a scenario file sets.
struct PolicySetting: Sendable {
  let name: String
  let value: String
  /// The place of the name.
  let node: JSONNode

  /// Reads the policies of an object; none if it is nil.
  static func all(in node: JSONNode?) throws(FormatError) -> [PolicySetting] {
    var settings: [PolicySetting] = []
    for (key, value) in try node?.object().members ?? [] where value.kind != .null {
      settings.append(
        PolicySetting(name: try key.string(), value: try value.string(), node: key)
      )
    }
    return settings
  }
}
