import WinBackInterface

/// The C interface as a program of C uses it: each call gives a result, which is read and freed.
enum Interface {
  /// Opens an engine of a catalog, asks it about a history, and closes it.
  static func ask(_ catalog: [UInt8], _ history: [UInt8]) {
    let day = Array("2025-01-15".utf8)
    unsafe catalog.withUnsafeBytes { catalog in
      unsafe history.withUnsafeBytes { history in
        unsafe day.withUnsafeBytes { day in
          let opened = unsafe winback_open(
            start(catalog),
            catalog.count,
            start(day),
            0,
            start(day),
            0,
            start(day),
            0
          )
          let engine = unsafe winback_engine(opened)
          let code = unsafe status(of: opened)
          expect(unsafe (engine != nil) == (code == 0), "an engine and an error")
          guard let engine = unsafe engine else { return }
          _ = unsafe status(
            of: winback_evaluate(engine, start(history), history.count, start(day), day.count)
          )
          let read = unsafe winback_read(engine, start(history), history.count, start(day), 0)
          let customers = unsafe winback_customers(read)
          expect(unsafe (customers != nil) == (status(of: read) == 0), "customers and an error")
          _ = unsafe status(of: winback_warnings(engine, customers))
          if let customers = unsafe customers {
            for index in 0..<2 {
              _ = unsafe status(
                of: winback_decide(engine, customers, index, start(day), day.count)
              )
            }
            unsafe winback_leave(customers)
          }
          _ = unsafe status(of: winback_catalog(engine))
          _ = unsafe winback_kind(start(history), history.count)
          let findings = unsafe winback_lint(engine, start(day), day.count)
          // A result lives on.
          unsafe winback_close(engine)
          _ = unsafe status(of: findings)
        }
      }
    }
  }

  private static func start(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
    // A pointer is needed for no bytes, too.
    unsafe bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
  }

  /// Reads all bytes of a result, and frees it.
  private static func status(of result: UnsafeMutableRawPointer) -> Int32 {
    let status = unsafe winback_status(result)
    let count = unsafe winback_count(result)
    expect(status == 0 || status == 65, "the status is \(status)")
    let text = unsafe UnsafeBufferPointer(start: winback_text(result), count: count)
    let sum = unsafe text.reduce(0 as UInt64) { $0 &+ UInt64($1) }
    expect(sum > 0 || count == 0, "a text without bytes")
    unsafe winback_free(result)
    return status
  }
}
