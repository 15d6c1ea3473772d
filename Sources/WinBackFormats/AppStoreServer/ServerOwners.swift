/// A union-find structure of documents: two documents that share a key belong to one customer.
struct DocumentTies: Sendable {
  /// For each document, an earlier document of the same customer; itself if it is the first.
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
    /// Its number; nil if it has no subscription or cannot be read.
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

  package mutating func first(with number: Int) -> Int { ties.first(with: number) }
}
