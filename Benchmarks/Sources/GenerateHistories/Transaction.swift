/// A decoded App Store transaction, before it is written.
struct Transaction {
  enum Revocation {
    case full
    case prorated
  }

  struct AppliedOffer {
    enum Kind: Int {
      case introductory = 1
      case promotional
      case offerCode
      case winBack
    }

    var kind: Kind
    var id: String?
    var mode: Offer.Mode
  }

  var id: Int
  var originalID: Int
  var product: Int
  var purchaseDate: Milliseconds
  var expiresDate: Milliseconds
  var signedDate: Milliseconds
  var price: Int
  var storefront: String?
  var isRenewal = false
  var isShared = false
  var isUpgraded = false
  var offer: AppliedOffer?
  var revocation: Revocation?
  var revocationDate: Milliseconds = 0
}
