import TestSupport
import WinBackFormats

/// A JSON value made of the types of the language, to compare with what was written and read.
indirect enum RandomJSON: Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([RandomJSON])
  case object([Member])

  struct Member: Equatable {
    let key: String
    let value: RandomJSON
  }

  /// Makes a value that nests at most so deep.
  static func make(depth: Int, using generator: inout SplitMix64) -> RandomJSON {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &generator) {
    case 0: .null
    case 1: .bool(Bool.random(using: &generator))
    case 2: .integer(Int64.random(in: -1_000...1_000, using: &generator))
    case 3: .integer(Int64.random(in: Int64.min...Int64.max, using: &generator))
    case 4: .double(finiteDouble(using: &generator))
    case 5: .string(text(using: &generator))
    case 6, 7:
      .array(
        (0..<Int.random(in: 0...5, using: &generator)).map { _ in
          make(depth: depth - 1, using: &generator)
        }
      )
    default:
      .object(
        (0..<Int.random(in: 0...5, using: &generator)).map { index in
          // The index keeps keys apart.
          Member(
            key: text(using: &generator) + String(index),
            value: make(depth: depth - 1, using: &generator)
          )
        }
      )
    }
  }

  private static func finiteDouble(using generator: inout SplitMix64) -> Double {
    let double = Double(bitPattern: generator.next())
    return double.isFinite && Bool.random(using: &generator)
      ? double : Double.random(in: -1_000...1_000, using: &generator)
  }

  private static func text(using generator: inout SplitMix64) -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\r", "\t", "\u{0}", "\u{1F}", "\u{7F}", "é",
      "€", "\u{301}", "\u{FEFF}", "\u{FFFF}", "😀", "\u{10FFFF}",
    ]
    // Mostly plain letters, so that some texts take the fast way.
    let last = Bool.random(using: &generator) ? 2 : scalars.count - 1
    var text = ""
    for _ in 0..<Int.random(in: 0...40, using: &generator) {
      text.unicodeScalars.append(scalars[Int.random(in: 0...last, using: &generator)])
    }
    return text
  }
}

extension RandomJSON {
  /// Writes the value.
  func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let bool): writer.bool(bool)
    case .integer(let integer): writer.integer(integer)
    case .double(let double): writer.double(double)
    case .string(let string): writer.string(string)
    case .array(let elements):
      writer.array { for element in elements { element.write(to: &$0) } }
    case .object(let members):
      writer.object { json in
        for member in members {
          json.key(member.key)
          member.value.write(to: &json)
        }
      }
    }
  }

  /// Returns the text of the value.
  func text(_ layout: JSONWriter.Layout) -> ContiguousArray<UInt8> {
    var writer = JSONWriter(layout)
    write(to: &writer)
    return writer.bytes
  }

  /// Returns whether a value that was read is this one.
  func matches(_ node: JSONNode) throws(FormatError) -> Bool {
    switch self {
    case .null: return node.kind == .null
    case .bool(let bool): return try node.bool() == bool
    case .integer(let integer): return try node.integer() == integer
    case .double(let double): return try node.double() == double
    case .string(let string): return try node.string().utf8.elementsEqual(string.utf8)
    case .array(let elements):
      let nodes = try node.array()
      guard nodes.count == elements.count else { return false }
      for (element, node) in zip(elements, nodes) {
        guard try element.matches(node) else { return false }
      }
      return true
    case .object(let members):
      let object = try node.object()
      guard object.members.count == members.count else { return false }
      for (expected, member) in zip(members, object.members) {
        guard try member.key.string().utf8.elementsEqual(expected.key.utf8),
          try expected.value.matches(member.value)
        else { return false }
        let found = object.optional(expected.key)
        guard found?.offset == (expected.value == .null ? nil : member.value.offset) else {
          return false
        }
      }
      return true
    }
  }
}
