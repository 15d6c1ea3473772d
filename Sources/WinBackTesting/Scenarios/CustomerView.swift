import CEL
import WinBackAnalysis

/// A customer in some storefronts in which the offers are the same.
struct CustomerView: Sendable {
  /// The customer, in the first of the storefronts.
  let customer: ScenarioCustomer
  /// The storefronts; empty if that of the customer is not known.
  fileprivate(set) var storefronts: [Storefront]
  let situations: [Snapshot]
}

extension ScenarioCustomer {
  /// Returns the customer in the customer's own storefront, or in others.
  ///
  /// - Returns: A view for the storefronts in which each condition of the offers that reads the storefront
  ///   has the same outcome.
  /// - Complexity: O(*s* · (*n* + *c*)) for *s* storefronts, *n* transactions and *c* conditions that read
  ///   the storefront.
  func views(
    in storefronts: [Storefront]?,
    _ engine: EligibilityEngine,
    asOf now: Instant
  ) -> [CustomerView] {
    guard let storefronts else {
      let situations = situations(in: engine, asOf: now)
      let own = [situations.first?.facts.storefront].compactMap(\.self)
      return [CustomerView(customer: self, storefronts: own, situations: situations)]
    }
    let conditions = engine.programs.flatMap { program in
      program.rules.joined().filter { $0.reads(Vocabulary.id(of: .storefront)) }
        .map { (program: program, condition: $0) }
    }
    var indices: [[Truth]: Int] = [:]
    var views: [CustomerView] = []
    for storefront in storefronts {
      let customer = moved(to: storefront)
      let situations = customer.situations(in: engine, asOf: now)
      let truths = situations.flatMap { situation in
        conditions.filter { $0.program.offer.group == situation.group }.map {
          situation.truth(of: $0.condition, for: $0.program)
        }
      }
      if let index = indices[truths] {
        views[index].storefronts.append(storefront)
      } else {
        indices[truths] = views.count
        let own = [storefront]
        views.append(CustomerView(customer: customer, storefronts: own, situations: situations))
      }
    }
    return views
  }
}

extension Collection<Storefront> {
  var brief: String {
    let codes = map(\.code).ordered()
    let more = codes.count - 3
    guard more > 0 else { return codes.joined(separator: ", ") }
    return "\(codes.prefix(3).joined(separator: ", ")) and \(more) more"
  }
}
