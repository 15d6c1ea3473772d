/// The first row of a customer.
package struct CustomerStart: Sendable {
  /// The offset of the row.
  package let offset: Int
  /// A number that is the same for the same customer, and hardly ever for two; it differs from one run
  /// of the program to the next, so that nobody can choose customers for whom it is the same.
  package let hash: Int

  /// Notes where a customer's rows start.
  init(of customer: ContiguousArray<UInt8>, at offset: Int) {
    self.offset = offset
    var hasher = Hasher()
    unsafe customer.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    hash = hasher.finalize()
  }
}
