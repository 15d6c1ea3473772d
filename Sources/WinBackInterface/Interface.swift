// The C interface of the engine: WebAssembly for the web page, a library for other languages.
//
// Texts are UTF-8 with their number of bytes. The caller must close each engine that it opens, and
// free each result that it gets. Several threads can use an engine at once.

/// Allocates memory for the bytes of an input.
@c(winback_allocate)
public func winback_allocate(_ count: Int) -> UnsafeMutableRawPointer {
  UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 16)
}

/// Frees the memory that ``winback_allocate(_:)`` allocated.
@c(winback_release)
public func winback_release(_ memory: UnsafeMutableRawPointer) {
  unsafe memory.deallocate()
}

/// Opens an engine; empty rules are the App Store's, and policies are a JSON object of names and values.
///
/// `files` is a JSON array with the `name` and the `count` of bytes of each file of the catalog, which
/// stand one after another; if it is empty, the catalog is one file.
@c(winback_open)
public func winback_open(
  _ catalog: UnsafeRawPointer,
  _ catalogCount: Int,
  _ files: UnsafeRawPointer,
  _ filesCount: Int,
  _ rules: UnsafeRawPointer,
  _ rulesCount: Int,
  _ policies: UnsafeRawPointer,
  _ policiesCount: Int
) -> UnsafeMutableRawPointer {
  let catalog = unsafe ContiguousArray(catalog, count: catalogCount)
  let files = unsafe ContiguousArray(files, count: filesCount)
  let rules = unsafe ContiguousArray(rules, count: rulesCount)
  let policies = unsafe ContiguousArray(policies, count: policiesCount)
  return unsafe InterfaceResult.of { () throws(InterfaceFault) in
    let files = try InterfaceFiles.files(of: .catalog, catalog, files)
    let engine = try InterfaceEngine(catalog: files, rules: rules, policies: policies)
    return InterfaceResult(0, [], engine)
  }.handle
}

/// Decides the offers for the customers of a history, with the output of `winback evaluate --json`.
@c(winback_evaluate)
public func winback_evaluate(
  _ engine: UnsafeRawPointer,
  _ history: UnsafeRawPointer,
  _ historyCount: Int,
  _ asOf: UnsafeRawPointer,
  _ asOfCount: Int
) -> UnsafeMutableRawPointer {
  let history = unsafe ContiguousArray(history, count: historyCount)
  let asOf = unsafe String(asOf, count: asOfCount)
  return unsafe ask(engine) { engine throws(InterfaceFault) in
    try engine.evaluate(history, asOf: asOf)
  }
}

/// Checks the catalog on a day, and returns the findings of `winback lint --json`.
@c(winback_lint)
public func winback_lint(
  _ engine: UnsafeRawPointer,
  _ asOf: UnsafeRawPointer,
  _ asOfCount: Int
) -> UnsafeMutableRawPointer {
  let asOf = unsafe String(asOf, count: asOfCount)
  return unsafe ask(engine) { engine throws(InterfaceFault) in try engine.lint(asOf: asOf) }
}

/// Returns the catalog of an engine in the native format.
@c(winback_catalog)
public func winback_catalog(_ engine: UnsafeRawPointer) -> UnsafeMutableRawPointer {
  unsafe ask(engine) { $0.catalog() }
}

/// Returns what a file is most likely: 1 for a catalog, 0 for histories.
@c(winback_kind)
public func winback_kind(_ file: UnsafeRawPointer, _ count: Int) -> Int32 {
  let file = unsafe ContiguousArray(file, count: count)
  return (try? CatalogFormat.isLikelier(for: file.rawBytes)) == true ? 1 : 0
}

/// Reads the customers of files, as in ``winback_open``, so that one after another can be decided.
///
/// The text has the identifiers of the `customers`, and `messages`.
@c(winback_read)
public func winback_read(
  _ engine: UnsafeRawPointer,
  _ histories: UnsafeRawPointer,
  _ historiesCount: Int,
  _ files: UnsafeRawPointer,
  _ filesCount: Int
) -> UnsafeMutableRawPointer {
  let histories = unsafe ContiguousArray(histories, count: historiesCount)
  let files = unsafe ContiguousArray(files, count: filesCount)
  let engine = unsafe object(InterfaceEngine.self, at: engine)
  return unsafe InterfaceResult.of { () throws(InterfaceFault) in
    let customers = try engine.read(InterfaceFiles.files(of: .history, histories, files))
    return InterfaceResult(0, customers.json, nil, customers)
  }.handle
}

/// Decides the offers for one customer, and returns the output of `winback evaluate --json`.
@c(winback_decide)
public func winback_decide(
  _ engine: UnsafeRawPointer,
  _ customers: UnsafeRawPointer,
  _ index: Int,
  _ asOf: UnsafeRawPointer,
  _ asOfCount: Int
) -> UnsafeMutableRawPointer {
  let asOf = unsafe String(asOf, count: asOfCount)
  let customers = unsafe object(InterfaceCustomers.self, at: customers)
  return unsafe ask(engine) { engine throws(InterfaceFault) in
    try engine.decide(customers, at: index, asOf: asOf)
  }
}

/// Returns the `messages` about a catalog and what it lacks of all customers, who can be null.
@c(winback_warnings)
public func winback_warnings(
  _ engine: UnsafeRawPointer,
  _ customers: UnsafeRawPointer?
) -> UnsafeMutableRawPointer {
  let customers = unsafe customers.map { unsafe object(InterfaceCustomers.self, at: $0) }
  return unsafe ask(engine) { $0.warnings(customers) }
}

/// The status of a result: 0 if the call succeeded, 65 if an input is wrong.
///
/// The text of a result with status 65 is a JSON document with the error and its location.
@c(winback_status)
public func winback_status(_ result: UnsafeRawPointer) -> Int32 {
  unsafe object(InterfaceResult.self, at: result).status
}

/// The text of a result, which is valid until the result is freed.
@c(winback_text)
public func winback_text(_ result: UnsafeRawPointer) -> UnsafeMutablePointer<UInt8>? {
  unsafe object(InterfaceResult.self, at: result).text.baseAddress
}

/// The number of bytes of the text of a result.
@c(winback_count)
public func winback_count(_ result: UnsafeRawPointer) -> Int {
  unsafe object(InterfaceResult.self, at: result).text.count
}

/// The engine that `winback_open` opened, which the caller must close; null if the call failed.
@c(winback_engine)
public func winback_engine(_ result: UnsafeRawPointer) -> UnsafeMutableRawPointer? {
  unsafe object(InterfaceResult.self, at: result).engine.map { engine in
    unsafe Unmanaged.passRetained(engine).toOpaque()
  }
}

/// The customers that `winback_read` read, whom the caller must close; null if the call failed.
@c(winback_customers)
public func winback_customers(_ result: UnsafeRawPointer) -> UnsafeMutableRawPointer? {
  unsafe object(InterfaceResult.self, at: result).customers.map { customers in
    unsafe Unmanaged.passRetained(customers).toOpaque()
  }
}

/// Frees a result and its text.
@c(winback_free)
public func winback_free(_ result: UnsafeRawPointer) {
  unsafe Unmanaged<InterfaceResult>.fromOpaque(result).release()
}

/// Closes an engine; its results stay valid.
@c(winback_close)
public func winback_close(_ engine: UnsafeRawPointer) {
  unsafe Unmanaged<InterfaceEngine>.fromOpaque(engine).release()
}

/// Closes customers; their results stay valid.
@c(winback_leave)
public func winback_leave(_ customers: UnsafeRawPointer) {
  unsafe Unmanaged<InterfaceCustomers>.fromOpaque(customers).release()
}

// MARK: - Between C and Swift

private func ask(
  _ engine: UnsafeRawPointer,
  _ question: (InterfaceEngine) throws(InterfaceFault) -> ContiguousArray<UInt8>
) -> UnsafeMutableRawPointer {
  let engine = unsafe object(InterfaceEngine.self, at: engine)
  return unsafe InterfaceResult.of { () throws(InterfaceFault) in
    InterfaceResult(0, try question(engine))
  }.handle
}

private func object<Object: AnyObject>(
  _ type: Object.Type,
  at address: UnsafeRawPointer
) -> Object {
  unsafe Unmanaged<Object>.fromOpaque(address).takeUnretainedValue()
}
