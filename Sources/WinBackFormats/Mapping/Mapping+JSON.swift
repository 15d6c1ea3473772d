extension Mapping {
  /// Reads a mapping.
  ///
  /// - Parameters:
  ///   - bytes: A JSON document; Documentation/Formats/Mappings.md describes it.
  ///   - name: The name if the document has none.
  /// - Throws: ``FormatError`` for the first fault.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(json bytes: some Sequence<UInt8>, name: String = "mapping") throws(FormatError) {
    try self.init(JSONDocument(parsing: ContiguousArray(bytes)), name: name)
  }

  private init(_ document: JSONDocument, name: String) throws(FormatError) {
    let object = try document.root.object(keys: [
      "name", "title", "signs", "rows", "dates", "nulls", "optional", "only", "fields", "products",
      "groups", "planSeparator",
    ])
    let only = try object.elements("only").map { node throws(FormatError) in
      let filter = try node.object(keys: ["column", "values", "others"])
      return Filter(
        Condition(
          column: try filter.required("column").name(),
          values: try filter.required("values").strings()
        ),
        others: try filter.required("others").name()
      )
    }
    let members = try object.required("fields").object(
      keys: MappedField.allCases.map { $0.rawValue }
    )
    let dates: DateForm = try object.optional("dates")?.choice() ?? .iso8601
    var fields: [MappedField: [Source]] = [:]
    for field in MappedField.allCases {
      guard let node = members.optional(field.rawValue) else { continue }
      fields[field] = try (node.kind == .array ? node.array() : [node]).map {
        node throws(FormatError) in try Source(json: node, of: field, dates)
      }
    }
    self.init(
      name: try object.optional("name")?.name() ?? name,
      title: try object.optional("title")?.string() ?? "",
      signs: try object.optional("signs")?.strings() ?? [],
      rows: try object.optional("rows")?.choice() ?? .transactions,
      dates: dates,
      nulls: try object.optional("nulls")?.strings() ?? [],
      optional: try object.optional("optional")?.strings() ?? [],
      only: only,
      fields: fields,
      products: try object.optional("products")?.texts() ?? [:],
      groups: try object.optional("groups")?.texts() ?? [:],
      planSeparator: try object.optional("planSeparator")?.separator()
    )
    for field in [MappedField.customerId, .productId, .purchaseDate] where fields[field] == nil {
      throw try object.required("fields").error("the key '\(field.rawValue)' is missing")
    }
    if fields[.expiresDate] == nil, fields[.duration] == nil {
      throw try object.required("fields").error("the key 'expiresDate' or 'duration' is missing")
    }
    guard comparisons <= Self.mostComparisons else {
      throw document.root.error(
        "expected at most \(Self.mostComparisons.grouped) nulls, sources and values of conditions, "
          + "with which each row is compared, found \(comparisons.grouped)"
      )
    }
  }

  private static let mostComparisons = 10_000

  /// The greatest number of words with which a row is compared.
  private var comparisons: Int {
    let conditions = only.map { $0.condition } + fields.values.joined().flatMap { $0.conditions }
    return nulls.count + fields.values.joined().count
      + conditions.reduce(0) { $0 + $1.values.count }
  }
}

extension Mapping {
  /// Reads only the name and the signs of a mapping; nil if it lacks one of them.
  ///
  /// Most runs need no other part of a built-in mapping.
  static func head(of json: ContiguousArray<UInt8>) -> (name: String, signs: [String])? {
    var scanner = JSONScanner(json.rawBytes)
    var name: String?
    var signs: [String]?
    do throws(JSONError) {
      try scanner.beginObject()
      while name == nil || signs == nil, let key = try scanner.nextKey() {
        switch scanner.text(of: key) {
        case "name": name = try scanner.readText()
        case "signs": signs = try [String].read(&scanner)
        default: _ = try scanner.skipValue()
        }
      }
    } catch {
      return nil
    }
    guard let name, let signs, !signs.isEmpty else { return nil }
    return (name, signs)
  }
}

extension Mapping.Source {
  fileprivate init(
    json node: JSONNode,
    of field: MappedField,
    _ dates: Mapping.DateForm
  ) throws(FormatError) {
    guard node.kind != .string else {
      self.init(.column(try node.name()))
      return
    }
    let object = try node.object(keys: ["column", "value", "where"])
    let column = object.optional("column")
    let value = object.optional("value")
    if let column, value != nil {
      throw column.error("expected either 'column' or 'value', found both")
    }
    let content: Content
    if let column {
      content = .column(try column.name())
    } else {
      let value = try object.required("value")
      content = .value(try value.literal(of: field, dates))
    }
    let members = try object.optional("where")?.object().members ?? []
    let conditions = try members.map { key, values throws(FormatError) in
      Mapping.Condition(column: try key.string(), values: try values.strings())
    }
    if field == .customerId, !conditions.isEmpty || column == nil {
      throw node.error("the customer must come from a column, without conditions")
    }
    self.init(content, where: conditions)
  }
}

extension JSONNode {
  /// Returns a string that is not empty.
  fileprivate func name() throws(FormatError) -> String {
    let name = try string()
    guard !name.isEmpty else { throw error("expected a name, found an empty string") }
    return name
  }

  func strings() throws(FormatError) -> [String] {
    try array().map { node throws(FormatError) in try node.string() }
  }

  fileprivate func texts() throws(FormatError) -> [String: String] {
    var texts: [String: String] = [:]
    for (key, value) in try object().members { texts[try key.string()] = try value.string() }
    return texts
  }

  /// Returns one character that no identifier of a product has.
  fileprivate func separator() throws(FormatError) -> String {
    let text = try string()
    guard text.utf8.count == 1, let byte = text.utf8.first, (0x21..<0x7F).contains(byte),
      !text.allSatisfy({ $0.isLetter || $0.isNumber || "._-".contains($0) })
    else {
      throw error(
        "expected one character that no product has, such as ':', found '\(text.shownInMessage)'"
      )
    }
    return text
  }

  /// Returns a value that a field can have: one that its columns could hold, or `none`.
  fileprivate func literal(
    of field: MappedField,
    _ dates: Mapping.DateForm
  ) throws(FormatError) -> String {
    let text = try string()
    guard text != Mapping.none, FixedValue(text, of: field, dates) == nil else { return text }
    let words = field.words.map { $0.word }
    guard !words.isEmpty else {
      guard let expected = FixedValue.expectation(of: field, dates) else {
        throw error("expected '\(Mapping.none)', or 'column' instead of 'value'")
      }
      throw error("expected \(expected), found '\(text.shownInMessage)'")
    }
    let list = (words + [Mapping.none]).map { "'\($0)'" }.joined(separator: ", ")
    throw error("unknown value '\(text.shownInMessage)'; expected one of \(list)")
  }
}

extension Mapping {
  /// The value for an absent field, by which an event removes the value of an earlier one.
  static let none = "none"
}
