import WinBack

extension WinBackOffer {
  /// The greatest number of months that a criterion can have.
  static let monthLimit = 1_200

  /// Reads the attributes of a win-back offer, with the least and the greatest number of months since
  /// the customer was last subscribed; unknown keys are ignored.
  init(
    connect object: JSONObject,
    from minimum: JSONNode?,
    through maximum: JSONNode?
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

extension IntroductoryOffer {
  /// Reads the attributes of an introductory offer; unknown keys are ignored.
  init(connect object: JSONObject) throws(FormatError) {
    self.init(
      offerMode: try object.required("offerMode").choice(),
      duration: try object.required("duration").choice(),
      numberOfPeriods: try object.optional("numberOfPeriods")?.integer(in: 1...1_000) ?? 1,
      startDate: try object.optional("startDate")?.catalogDate(),
      endDate: try object.optional("endDate")?.catalogDate(),
      targetSubscriptionPlanType: try object.optional("targetSubscriptionPlanType")?.string()
    )
  }
}
