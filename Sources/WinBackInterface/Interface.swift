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

/// Opens an engine; empty rules are the App Store's, and each line of the policies is `NAME=VALUE`.
@c(winback_open)
public func winback_open(
  _ catalog: UnsafeRawPointer,
  _ catalogCount: Int,
  _ rules: UnsafeRawPointer,
  _ rulesCount: Int,
  _ policies: UnsafeRawPointer,
  _ policiesCount: Int
) -> UnsafeMutableRawPointer {
  let catalog = unsafe ContiguousArray(catalog, count: catalogCount)
  let rules = unsafe ContiguousArray(rules, count: rulesCount)
  let policies = unsafe String(policies, count: policiesCount)
  return unsafe InterfaceResult({ () throws(InterfaceFault) in
    ([], try InterfaceEngine(catalog: catalog, rules: rules, policies: policies))
  }).handle
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

/// Answers in sentences, one line for each timeline of a history.
@c(winback_answer)
public func winback_answer(
  _ engine: UnsafeRawPointer,
  _ history: UnsafeRawPointer,
  _ historyCount: Int,
  _ asOf: UnsafeRawPointer,
  _ asOfCount: Int
) -> UnsafeMutableRawPointer {
  let history = unsafe ContiguousArray(history, count: historyCount)
  let asOf = unsafe String(asOf, count: asOfCount)
  return unsafe ask(engine) { engine throws(InterfaceFault) in
    try engine.answer(history, asOf: asOf)
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

/// The status of a result: 0 if the call succeeded, 65 if an input is wrong.
///
/// The text of a result with status 65 is a JSON document with the error and its location.
@c(winback_status)
public func winback_status(_ result: UnsafeRawPointer) -> Int32 {
  unsafe value(result).status
}

/// The text of a result, which is valid until the result is freed.
@c(winback_text)
public func winback_text(_ result: UnsafeRawPointer) -> UnsafeMutablePointer<UInt8>? {
  unsafe value(result).text.baseAddress
}

/// The number of bytes of the text of a result.
@c(winback_count)
public func winback_count(_ result: UnsafeRawPointer) -> Int {
  unsafe value(result).text.count
}

/// The engine that `winback_open` opened, which the caller must close; null if the call failed.
@c(winback_engine)
public func winback_engine(_ result: UnsafeRawPointer) -> UnsafeMutableRawPointer? {
  unsafe value(result).engine.map { engine in unsafe Unmanaged.passRetained(engine).toOpaque() }
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

// MARK: - Between C and Swift

private func ask(
  _ engine: UnsafeRawPointer,
  _ question: (InterfaceEngine) throws(InterfaceFault) -> ContiguousArray<UInt8>
) -> UnsafeMutableRawPointer {
  let engine = unsafe Unmanaged<InterfaceEngine>.fromOpaque(engine).takeUnretainedValue()
  return unsafe InterfaceResult({ () throws(InterfaceFault) in (try question(engine), nil) }).handle
}

private func value(_ result: UnsafeRawPointer) -> InterfaceResult {
  unsafe Unmanaged<InterfaceResult>.fromOpaque(result).takeUnretainedValue()
}
