/// What may stand beside a verb of a customer's story, as scenario files write it.
package enum StoryDetail: String, Sendable, Hashable, CaseIterable {
  case on
  case months
  case periods
  case freeTrial
  case offer
  case priceIncrease
  case prorated
  case until
}
