/// The members of an object that are the columns of a table, also those of objects inside of it.
package struct JSONPaths: Sendable, Hashable {
  struct Node: Sendable, Hashable {
    var name: String
    /// The column that the value is, if it is one.
    var column: Int?
    var children: [Int] = []
  }

  /// The first node stands for the row itself.
  private(set) var nodes: [Node] = [Node(name: "")]

  /// Creates the paths.
  ///
  /// - Parameter paths: The names from the outside in, with dots between them, in the order of the
  ///   columns.
  init(_ paths: [String]) {
    for (column, path) in paths.enumerated() {
      var place = 0
      for name in path.split(separator: ".", omittingEmptySubsequences: false) {
        place = child(of: place, String(name))
      }
      nodes[place].column = column
    }
  }

  private mutating func child(of place: Int, _ name: String) -> Int {
    if let known = nodes[place].children.first(where: { nodes[$0].name == name }) { return known }
    nodes.append(Node(name: name))
    nodes[place].children.append(nodes.count - 1)
    return nodes.count - 1
  }
}
