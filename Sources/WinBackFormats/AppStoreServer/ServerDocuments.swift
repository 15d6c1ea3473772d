import CEL

/// Finds consecutive documents of the App Store Server API; a line can have several.
struct ServerDocuments: ~Copyable, ~Escapable {
  struct Document {
    let range: Range<Int>
    /// Why the bytes are not JSON; nil if they are.
    var fault: JSONError?
  }

  private var scanner: JSONScanner
  private let isWhole: Bool

  /// The offset after the last complete document; the end of the input if no more bytes come.
  private(set) var end = 0

  /// Starts with the first document of an input.
  ///
  /// A line that is not JSON is a document with a fault. If such a document starts on an earlier
  /// line than its fault, it extends to the end, because the start of the next one is not known.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - start: The offset of the first document.
  ///   - isWhole: Whether no more bytes come; if not, a document that can continue is not returned.
  @_lifetime(copy bytes)
  init(in bytes: RawSpan, from start: Int = 0, isWhole: Bool) {
    scanner = JSONScanner(bytes, at: start)
    self.isWhole = isWhole
  }

  /// Returns the next document; nil if there is none, or if it can continue.
  mutating func next() -> Document? {
    let bytes = scanner.text.bytes
    while scanner.skipWhitespace() {
      let start = scanner.offset
      // Each of several joined files can have a byte order mark.
      if bytes.byte(at: start) == 0xEF, bytes.byte(at: start &+ 1) == 0xBB {
        scanner.restart(at: start &+ 3)
        continue
      }
      do throws(JSONError) {
        if scanner.readBareWord() == nil { _ = try scanner.skipValue() }
        guard isWhole || scanner.offset < bytes.byteCount else { return nil }
        end = scanner.offset
        return Document(range: start..<end)
      } catch {
        guard isWhole || bytes.endOfLine(from: error.offset) < bytes.byteCount else { return nil }
        end = Self.endOfBroken(start, error, in: bytes)
        scanner.restart(at: end)
        return Document(range: start..<end, fault: error)
      }
    }
    if isWhole { end = bytes.byteCount }
    return nil
  }

  /// Returns the end of a broken document: that of its line, or of the input if it continues.
  private static func endOfBroken(_ start: Int, _ error: JSONError, in bytes: RawSpan) -> Int {
    let lineEnd = bytes.endOfLine(from: start)
    guard error.offset > lineEnd else { return lineEnd }
    var next = JSONScanner(lines: bytes.extracting(lineEnd..<bytes.byteCount))
    return next.nextLineIsValue() ? lineEnd : bytes.byteCount
  }
}

extension JSONScanner {
  /// Continues at an offset as if nothing had been read.
  mutating func restart(at start: Int) {
    offset = start
    depth = 0
    isAfterValue = false
  }
}

extension JSONError {
  /// The error about an object without any key by which a document is recognised, which `known` are.
  static func unknownServerObject(
    at start: Int,
    in bytes: RawSpan,
    among known: some Sequence<String>
  ) -> JSONError {
    let found = FormatEvidence.apiError(in: bytes, at: start)
    var scanner = JSONScanner(bytes, at: start)
    let names = found == nil ? scanner.keysOfObject() : []
    let near = names.lazy.compactMap { nearestName(to: $0, among: known) }.first
    let message =
      "expected a response, a notification, a transaction or renewal information of the App Store "
      + "Server API, found \(found ?? "an object without any of their keys")"
    return JSONError(message.suggesting(near), at: start)
  }
}

extension JSONScanner {
  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, at offset: Int) {
    self.init(bytes)
    self.offset = offset
  }
}

/// A union-find structure of documents: two documents that share a key belong to one customer.
struct DocumentTies: Sendable {
  /// For each document, an earlier document of the same customer; itself if it is the first.
  private var parents: ContiguousArray<Int> = []
  /// The first document with a key, by the hash of the key.
  private var owners: [Int: Int] = [:]
  /// The last page so far, and its document; nil if nobody knows whose it is.
  private var last: (page: ServerRecords.Page, number: Int)?
  /// Whether documents of nobody have numbers, too, because those before them are not known.
  private let numbersAll: Bool

  init(ofAll numbersAll: Bool = false) { self.numbersAll = numbersAll }

  /// Adds the next document, and notes which of its pages continue the page before.
  ///
  /// - Returns: Its number, from 0; nil if it belongs to nobody, so that it has none.
  @discardableResult
  mutating func add(_ records: inout ServerRecords) -> Int? {
    let number = parents.count
    let before = last
    for index in records.pages.indices {
      let page = index > 0 ? records.pages[index - 1] : last?.page
      records.pages[index].continues = page.map(records.pages[index].canContinue) ?? false
    }
    let continues = records.pages.first?.continues ?? false
    let isOfSomebody =
      numbersAll || records.fault != nil || continues || !records.payloads.isEmpty
      || records.pages.contains { !$0.isAnonymous }
    if let page = records.pages.last { last = isOfSomebody ? (page, number) : nil }
    if records.fault != nil { last = nil }
    guard isOfSomebody else { return nil }
    parents.append(number)
    for tie in records.ties {
      let hash = tie.hashValue
      if let owner = owners[hash] { unite(owner, number) } else { owners[hash] = number }
    }
    if continues, let before { unite(before.number, number) }
    return number
  }

  /// Makes two documents belong to one customer.
  mutating func unite(_ one: Int, _ other: Int) {
    let (one, other) = (first(with: one), first(with: other))
    parents[max(one, other)] = min(one, other)
  }

  /// Returns the first document of a document's customer.
  mutating func first(with document: Int) -> Int {
    var document = document
    while parents[document] != document {
      parents[document] = parents[parents[document]]
      document = parents[document]
    }
    return document
  }
}

/// Finds the customer of each document of the App Store Server API, in any order of the documents.
///
/// It takes about 100 bytes for each customer and document, and keeps no contents of documents.
package struct ServerOwners: Sendable {
  package struct Document: Sendable {
    package let range: Range<Int>
    /// Its number; nil if it belongs to nobody.
    package let number: Int?
    /// Why its customer is not known; nil if the customer is known.
    package let fault: FormatError?
  }

  private var reader = ServerDocumentReader()
  private var ties = DocumentTies()

  package init() {}

  /// Finds the next documents.
  ///
  /// - Parameters:
  ///   - bytes: The bytes after the earlier documents.
  ///   - isWhole: Whether no more bytes come; if not, a document that can continue is not returned.
  /// - Returns: The documents, and the offset after the last one.
  package mutating func documents(
    in bytes: RawSpan,
    isWhole: Bool
  ) -> (documents: [Document], end: Int) {
    var found = ServerDocuments(in: bytes, isWhole: isWhole)
    var documents: [Document] = []
    var lines = LineCounter()
    while let document = found.next() {
      var records = reader.read(document, of: bytes)
      documents.append(
        Document(
          range: records.range,
          number: ties.add(&records),
          fault: records.fault?.error(in: bytes, &lines)
        )
      )
    }
    return (documents, found.end)
  }

  package mutating func first(with number: Int) -> Int { ties.first(with: number) }
}
