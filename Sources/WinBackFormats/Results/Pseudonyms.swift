/// Names that replace customers in results, so that readers of the results cannot identify them.
///
/// A pseudonym is the first half of HMAC-SHA-256 (RFC 2104) of the customer id under a key, in
/// hexadecimal. A customer has the same pseudonym in all results with the same key, so that results
/// can be joined. Without the key nobody can compute it, not even by trying all ids.
package struct Pseudonyms: Sendable, Hashable {
  /// The bytes of a pseudonym; collisions are expected after 2^64 customers.
  private static let byteCount = 16

  private static let digits = Array("0123456789abcdef".utf8)

  private var inner = SHA256()
  private var outer = SHA256()

  package init(key: some Collection<UInt8>) {
    var short = Array(key)
    if short.count > SHA256.blockSize {
      var hash = SHA256()
      hash.update(short)
      short = hash.digest()
    }
    short += repeatElement(0, count: SHA256.blockSize - short.count)
    inner.update(short.map { $0 ^ 0x36 })
    outer.update(short.map { $0 ^ 0x5C })
  }

  /// Returns the pseudonym of a customer, as ASCII.
  package func pseudonym(of customer: some Sequence<UInt8>) -> ContiguousArray<UInt8> {
    var inner = inner
    inner.update(customer)
    var outer = outer
    outer.update(inner.digest())
    var text: ContiguousArray<UInt8> = []
    text.reserveCapacity(2 * Self.byteCount)
    for byte in outer.digest().prefix(Self.byteCount) {
      text.append(Self.digits[Int(byte >> 4)])
      text.append(Self.digits[Int(byte & 0xF)])
    }
    return text
  }

  package func pseudonym(of customer: String) -> String {
    String(decoding: pseudonym(of: customer.utf8), as: UTF8.self)
  }
}
