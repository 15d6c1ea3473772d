import CEL

/// The customers of files that count together, each of whom can be read again by itself.
///
/// It keeps the bytes of the files, and where each customer is in them: of thousands of customers
/// only the one who is asked for takes time.
package struct CustomerFiles: Sendable {
  package typealias File = (name: String, bytes: ContiguousArray<UInt8>)

  package struct Customer: Sendable {
    package let id: String
    fileprivate let input: Int
    fileprivate let place: WholeInput.Place
  }

  /// The most omissions of documents, and the most customers with an error, that are named.
  private static let messageLimit = 5
  private static let placeLimit = 3

  package private(set) var customers: [Customer] = []
  /// What was left out or is not known, and which of several files could not be read.
  package private(set) var messages: [Diagnostic] = []
  private let name: String
  private let fileCount: Int
  private let attributes: [RuleSet.Attribute]
  /// Each file, or all files of documents that belong together, with its customers.
  private var inputs: [(text: JoinedText, input: WholeInput, customers: Range<Int>)] = []
  /// Those of lines and rows; documents have notes of their own.
  private var environments: StoreEnvironments = []

  /// Reads files of one format; documents of the App Store Server API belong together.
  ///
  /// - Throws: The error of the only file; one of several is among the messages.
  package init(_ files: [File], _ attributes: [RuleSet.Attribute]) throws(Diagnostic) {
    name = files.map { $0.name }.joined(separator: ", ")
    fileCount = files.count
    self.attributes = attributes
    var known: (format: HistoryFormat, file: String)?
    var documents = JoinedText()
    for (name, bytes) in files {
      do throws(Diagnostic) {
        guard let format = try Self.format(of: bytes, name, after: known) else {
          if fileCount > 1 {
            messages.append(Diagnostic(.warning, HistoryFormat.emptyFile, file: name))
          }
          continue
        }
        known = known ?? (format, name)
        guard !format.joinsFiles else {
          documents.append(bytes, of: name)
          continue
        }
        try read(JoinedText(bytes, of: name), as: format)
      } catch {
        guard fileCount > 1, known?.format.joinsFiles != true else { throw error }
        messages.append(error)
      }
    }
    if let known, known.format.joinsFiles { try read(documents, as: known.format) }
    noteRepetitions()
    if let warning = environments.testWarning {
      messages.append(Diagnostic(.warning, warning, file: name))
    }
    if customers.allSatisfy({ $0.place.isNowhere }) {
      messages.append(Diagnostic(.warning, HistoryFormat.nobody(in: known?.format)))
    }
  }

  /// Returns the format of a file; nil if the file is empty.
  private static func format(
    of bytes: ContiguousArray<UInt8>,
    _ name: String,
    after known: (format: HistoryFormat, file: String)?
  ) throws(Diagnostic) -> HistoryFormat? {
    let head = bytes.rawBytes.extracting(0..<min(bytes.count, 1 << 16))
    do throws(FormatError) {
      let format = try HistoryFormat(detectingMany: head, orGiven: nil, after: known?.format)
      if let mixture = format.mixture(with: known) { throw FormatError(ofInput: mixture) }
      var scanner = JSONScanner(bytes.rawBytes)
      return scanner.skipWhitespace() ? format : nil
    } catch {
      throw Diagnostic(.error, error, file: name)
    }
  }

  /// Adds the customers of an input, unless purchases are of several environments then.
  private mutating func read(_ text: JoinedText, as format: HistoryFormat) throws(Diagnostic) {
    var found: [Customer] = []
    var reader: PlaceReader
    let input: WholeInput
    do throws(FormatError) {
      input = try WholeInput(text.bytes, as: format, HistoryOptions(attributes: attributes))
      reader = PlaceReader(of: input, for: nil)
      for place in input.places where try reader.read(place) {
        let id = reader.record.string(reader.record.customerId)
        found.append(Customer(id: id, input: inputs.count, place: place))
      }
    } catch {
      throw Diagnostic(.error, FormatWarning(error), in: text)
    }
    let environments = environments.union(reader.environments)
    if let mixture = environments.mixture { throw Diagnostic(.error, mixture, file: text.name) }
    self.environments = environments
    inputs.append((text, input, customers.count..<customers.count + found.count))
    customers += found
    messages += reader.warnings(naming: Self.messageLimit).map {
      Diagnostic(.warning, $0, in: text)
    }
  }

  private mutating func noteRepetitions() {
    var seen: Set<String> = []
    var count = 0
    var places: [String] = []
    for customer in customers {
      guard case .json(let range) = customer.place else { return }
      guard !seen.insert(customer.id).inserted else { continue }
      count += 1
      guard places.count < Self.placeLimit else { continue }
      let text = inputs[customer.input].text
      let line = text.bytes.rawBytes.extracting(..<range.lowerBound).lineFeedCount + 1
      places.append(fileCount == 1 ? "\(line)" : "\(text.name):\(line)")
    }
    if let message = HistoryFormat.repetition(of: count, places, ofFiles: fileCount) {
      messages.append(Diagnostic(.warning, message))
    }
  }

  // MARK: - One customer

  /// Reads a customer for an engine, and asks something about the history.
  package func read<Answer>(
    _ customer: Customer,
    for engine: EligibilityEngine,
    _ ask: (inout HistoryRecord, SymbolTable) throws(HistoryError) -> Answer
  ) throws(Diagnostic) -> Answer {
    let (text, input, _) = inputs[customer.input]
    do throws(FormatError) {
      var reader = PlaceReader(of: input, for: engine)
      _ = try reader.read(customer.place)
      do throws(HistoryError) {
        return try ask(&reader.record, reader.symbols)
      } catch {
        throw input.error(error, at: customer.place)
      }
    } catch {
      throw Diagnostic(.error, FormatWarning(error), in: text)
    }
  }

  /// Returns what of all customers the catalog of an engine lacks, as warnings, and the errors of
  /// those of several customers who cannot be decided.
  ///
  /// - Complexity: O(*n*) for *n* transactions.
  package func gaps(in engine: EligibilityEngine) -> [Diagnostic] {
    var tally = EvidenceTally()
    var errors: [Diagnostic] = []
    var undecided = 0
    // Products and groups are the same at every instant.
    let counter = EvidenceCounter(engine, asOf: .minimum)
    for (text, input, indices) in inputs {
      var reader = PlaceReader(of: input, for: engine)
      for customer in customers[indices] {
        let isShown = errors.count < Self.messageLimit
        do throws(FormatError) {
          _ = try reader.read(customer.place)
          do throws(HistoryError) {
            try reader.record.mergeDuplicates(at: engine.policies.facts.timeZone)
          } catch {
            // To find the location of an error, the input is read again up to it.
            throw isShown
              ? input.error(error, at: customer.place) : FormatError(ofInput: error.description)
          }
          counter.count(reader.record, reader.symbols, knowing: TimelineEvidence(), into: &tally)
        } catch {
          undecided += 1
          if isShown { errors.append(Diagnostic(.error, FormatWarning(error), in: text)) }
        }
      }
    }
    let gaps = tally.gaps(in: engine)
    guard undecided > 0, customers.count > 1 else {
      return gaps.map { Diagnostic(.warning, $0, file: name) }
    }
    let count = "\(undecided.grouped) of \(customers.count.grouped) customers"
    return errors
      + (["\(count) cannot be decided; each of the others is"] + gaps).map {
        Diagnostic(.warning, $0, file: name)
      }
  }
}
