/// An identifier, such as a product's, as a small number that stands for its text.
///
/// Rules compare identifiers only with each other and with those of the catalog, so that the batch
/// road never handles their text.
@usableFromInline
package struct Symbol: Sendable, Hashable {
  @usableFromInline
  package let index: Int32

  @inlinable
  package init(index: Int32) {
    self.index = index
  }
}
