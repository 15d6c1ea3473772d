/// Determines which documents of the App Store Server API are of the same customer: those that
/// share a key.
struct DocumentTies: Sendable {
  /// The document that each one has become a part of; an earlier one, or itself.
  private var parents: ContiguousArray<Int> = []
  /// The first document with a key, by the hash of the key.
  private var owners: [Int: Int] = [:]

  /// Adds the next document and returns its number, from 0.
  @discardableResult
  mutating func add(_ records: ServerRecords) -> Int {
    let number = parents.count
    parents.append(number)
    for payload in records.payloads {
      for tie in payload.ties {
        let hash = tie.hashValue
        if let owner = owners[hash] { unite(owner, number) } else { owners[hash] = number }
      }
    }
    return number
  }

  /// Makes two documents those of one customer.
  mutating func unite(_ one: Int, _ other: Int) {
    let (one, other) = (first(with: one), first(with: other))
    parents[max(one, other)] = min(one, other)
  }

  /// Returns the first document of the customer whose a document is.
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
/// It takes some 100 bytes for each customer and document, and nothing of what the documents hold.
package struct ServerOwners: Sendable {
  /// A document of some bytes.
  package struct Document: Sendable {
    /// Where it stands.
    package let range: Range<Int>
    /// Its number; nil if it holds no subscription, or cannot be read.
    package let number: Int?
    /// Why nobody knows whose it is; nil if that is known.
    package let fault: FormatError?
  }

  private var reader = ServerDocumentReader()
  private var ties = DocumentTies()

  /// Creates an instance that knows no document.
  package init() {}

  /// Finds the next documents.
  ///
  /// - Parameters:
  ///   - bytes: What follows the documents before.
  ///   - isWhole: Whether no more bytes come; if not, what may continue is left.
  /// - Returns: The documents, and the offset behind the last one.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func documents(
    in bytes: RawSpan,
    isWhole: Bool
  ) -> (documents: [Document], end: Int) {
    var found = ServerDocuments(in: bytes, isWhole: isWhole)
    var documents: [Document] = []
    var lines = LineCounter()
    while let document = found.next() {
      do throws(ServerFault) {
        let records = try reader.read(document, of: bytes)
        let isAnybody = records.payloads.isEmpty
        documents.append(
          Document(range: document.range, number: isAnybody ? nil : ties.add(records), fault: nil)
        )
      } catch {
        let fault = error.error(in: bytes, &lines)
        documents.append(Document(range: document.range, number: nil, fault: fault))
      }
    }
    return (documents, found.end)
  }

  /// Returns the number of the first document of the customer whose a document is.
  package mutating func first(with number: Int) -> Int { ties.first(with: number) }
}
