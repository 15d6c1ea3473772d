import WinBack

extension RandomCase {
  /// The smallest case to be found, by leaving things out, that still fails.
  func shrunk(while fails: (RandomCase) -> Bool) -> RandomCase {
    var smallest = self
    while let smaller = smallest.smallerCases.first(where: fails) { smallest = smaller }
    return smallest
  }

  /// The case without one of the things that it consists of, for each of them.
  private var smallerCases: [RandomCase] {
    smallerHistories + smallerCatalogs
      + policies.keys.map { policy in changed { $0.policies[policy] = nil } }
      + (instants.count < 2
        ? [] : instants.indices.map { index in changed { $0.instants = [instants[index]] } })
  }

  private func changed(_ change: (inout RandomCase) -> Void) -> RandomCase {
    var copy = self
    change(&copy)
    return copy
  }

  private var smallerHistories: [RandomCase] {
    let fewer =
      history.transactions.indices.map { index in
        changed { $0.history.transactions.remove(at: index) }
      }
      + history.renewalInfo.indices.map { index in
        changed { $0.history.renewalInfo.remove(at: index) }
      }
    let plainer = history.transactions.indices.flatMap { index in
      history.transactions[index].plainer.map { transaction in
        changed { $0.history.transactions[index] = transaction }
      }
    }
    let barer = history.renewalInfo.indices.flatMap { index in
      history.renewalInfo[index].plainer.map { info in
        changed { $0.history.renewalInfo[index] = info }
      }
    }
    var rest: [RandomCase] = []
    if history.storefront != nil { rest.append(changed { $0.history.storefront = nil }) }
    if !history.gaps.isEmpty { rest.append(changed { $0.history.gaps = [] }) }
    return fewer + plainer + barer + rest
  }

  private var smallerCatalogs: [RandomCase] {
    catalog.subscriptionGroups.indices.flatMap { group in
      let subscriptions = catalog.subscriptionGroups[group].subscriptions
      return [changed { $0.catalog.subscriptionGroups.remove(at: group) }]
        + subscriptions.indices.flatMap { product in
          let offers = subscriptions[product].winBackOffers
          return [
            changed { $0.catalog.subscriptionGroups[group].subscriptions.remove(at: product) }
          ]
            + offers.indices.map { offer in
              changed {
                $0.catalog.subscriptionGroups[group].subscriptions[product].winBackOffers
                  .remove(at: offer)
              }
            }
        }
    }
  }
}

extension Transaction {
  /// The transaction without one of its optional parts, for each that it has.
  fileprivate var plainer: [Transaction] {
    without(\.originalTransactionId) + without(\.subscriptionGroupIdentifier)
      + without(\.revocationDate) + without(\.revocationType) + without(\.signedDate)
      + without(\.type) + without(\.inAppOwnershipType) + without(\.transactionReason)
      + without(\.price) + without(\.storefront) + without(\.offerType)
      + without(\.offerIdentifier) + without(\.offerDiscountType) + without(\.billingPlanType)
      + without(\.paymentNumber) + without(\.originalPurchaseDate)
  }

  private func without<Part>(_ part: WritableKeyPath<Transaction, Part?>) -> [Transaction] {
    guard self[keyPath: part] != nil else { return [] }
    var copy = self
    copy[keyPath: part] = nil
    return [copy]
  }
}

extension RenewalInfo {
  /// The information without one of its parts, for each that it has.
  fileprivate var plainer: [RenewalInfo] {
    without(\.originalTransactionId) + without(\.productId) + without(\.autoRenewStatus)
      + without(\.expirationIntent) + without(\.isInBillingRetryPeriod)
      + without(\.gracePeriodExpiresDate) + without(\.signedDate) + without(\.renewalDate)
  }

  private func without<Part>(_ part: WritableKeyPath<RenewalInfo, Part?>) -> [RenewalInfo] {
    guard self[keyPath: part] != nil else { return [] }
    var copy = self
    copy[keyPath: part] = nil
    return [copy]
  }
}
