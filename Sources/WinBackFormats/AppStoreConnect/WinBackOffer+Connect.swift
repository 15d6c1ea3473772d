import WinBack

extension WinBackOffer {
  /// Reads the attributes of a win-back offer; unknown keys are ignored.
  init(connect object: JSONObject) throws(FormatError) {
    let range = try object.required("customerEligibilityTimeSinceLastSubscribedInMonths").object()
    try self.init(
      connect: object,
      minimum: range.optional("minimum"),
      maximum: range.optional("maximum")
    )
  }

  /// Reads an offer in the flat form that the Swift tool `asc` writes.
  init(flatConnect object: JSONObject) throws(FormatError) {
    try self.init(
      connect: object,
      minimum: object.optional("customerEligibilityTimeSinceLastSubscribedMin"),
      maximum: object.optional("customerEligibilityTimeSinceLastSubscribedMax")
    )
  }

  /// The greatest number of months that a criterion can have.
  static let monthLimit = 1_200

  private init(
    connect object: JSONObject,
    minimum: JSONNode?,
    maximum: JSONNode?
  ) throws(FormatError) {
    self.init(
      offerId: try object.required("offerId").identifier(),
      referenceName: try object.optional("referenceName")?.string(),
      offerMode: try object.required("offerMode").choice(),
      duration: try object.required("duration").choice(),
      periodCount: try object.optional("periodCount")?.integer(in: 1...1_000) ?? 1,
      customerEligibilityPaidSubscriptionDurationInMonths:
        try object.required("customerEligibilityPaidSubscriptionDurationInMonths").months(),
      customerEligibilityTimeSinceLastSubscribedInMonths:
        MonthRange(
          minimum: try minimum?.months() ?? 0,
          maximum: try maximum?.months() ?? Self.monthLimit
        ),
      customerEligibilityWaitBetweenOffersInMonths:
        try object.optional("customerEligibilityWaitBetweenOffersInMonths")?.months(),
      startDate: try object.required("startDate").catalogDate(),
      endDate: try object.optional("endDate")?.catalogDate(),
      priority: try object.optional("priority")?.choice() ?? .normal,
      promotionIntent: try object.optional("promotionIntent")?.string(),
      targetSubscriptionPlanType: try object.optional("targetSubscriptionPlanType")?.string()
    )
  }
}
