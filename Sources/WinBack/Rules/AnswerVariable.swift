package import CEL

/// The variables that only conditions of screens read, besides facts: the answers of other rule
/// sets about the customer (M1, M2).
package enum AnswerVariable: Int, CaseIterable, Sendable {
  case introductoryEligible
  case winBackEligible
  case introductoryProductId
  case winBackOfferId
  case winBackProductId

  package var variable: Variable {
    switch self {
    case .introductoryEligible: Variable("customer.introductoryEligible", .bool)
    case .winBackEligible: Variable("customer.winBackEligible", .bool)
    case .introductoryProductId: Variable("introductory.productId", .string, isOptional: true)
    case .winBackOfferId: Variable("winBack.offerId", .string, isOptional: true)
    case .winBackProductId: Variable("winBack.productId", .string, isOptional: true)
    }
  }
}
