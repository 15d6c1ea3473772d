package import WinBack

extension LintCode {
  /// What there is to know about the kind.
  package var page: LintPage {
    refusalPage ?? lockPage ?? reachPage
  }

  private var lockPage: LintPage? {
    switch self {
    case .startDatePassed:
      LintPage(
        "An offer that has not started, with a start that is today or has passed",
        "A new offer starts tomorrow at the earliest, and so does an offer whose start you move. "
          + "By the file that `--against` names, the offer is new or has not started.",
        "Choose a later `startDate`.",
        source: LintPage.attributes
      )
    case .lockedAtCreation:
      LintPage(
        "A change to what is locked since an offer was created",
        "After an offer was created, its reference name, mode, duration, number of periods, "
          + "territories, prices and billing plan cannot change. The file that `--against` names "
          + "has an offer of the same product with the same id.",
        "Undo the change, or create another offer with another id.",
        source: LintPage.creating
      )
    case .lockedAtStart:
      LintPage(
        "A change to what is locked since an offer started",
        "After the start, only the priority of an offer can change: the three criteria, the dates "
          + "and the promotion are locked. By the file that `--against` names, the offer has "
          + "started.",
        "Undo the change. To end an offer or to give it other criteria, delete it and create "
          + "another one with another id.",
        source:
          "App Store Connect API, \"Creating and configuring win-back offers\"; WWDC24 session 10110"
      )
    case .offerIdUsed:
      LintPage(
        "An id that another offer of the group has, or had",
        "A subscription group can use an id only once. Here an offer has moved to another "
          + "product, so it is a new offer with an id that was used.",
        "Give the new offer a new `offerId`.",
        source: LintPage.help
      )
    case .offerDeleted:
      LintPage(
        "A live offer that is missing",
        "The file that `--against` names has an offer that is missing in the catalog. You cannot "
          + "undo the deletion of an offer: links to it stop working, and its id cannot be used "
          + "again.",
        "Keep the offer in the catalog, unless you want to delete it.",
        source: LintPage.help
      )
    default: nil
    }
  }

  private var reachPage: LintPage {
    switch self {
    case .singleInstant:
      LintPage(
        "An offer that a customer can have for one instant only",
        "The minimum and the maximum of the months since last subscribed are the same, and the "
          + "maximum ends exactly that many months after the end of service. So there is only one "
          + "instant between them. Under the policy `maximumBound=wholeMonths` there is a month.",
        "Make the maximum greater than the minimum.",
        source: LintPage.analysis
      )
    case .alwaysHidden:
      LintPage(
        "An offer that is never the first of a list",
        "Every customer who is eligible for the offer is also eligible for a better one: one "
          + "offer that is listed before it, or several that each have a part of its customers. "
          + "If an app shows only the best offer, no customer ever sees this one. The order of "
          + "the list is that of the rule set; the order of the App Store is not documented.",
        "Give the offer a higher `priority`, narrow the criteria of the better ones, or delete it.",
        source: LintPage.analysis
      )
    case .identicalOffers:
      LintPage(
        "Two offers with the same criteria",
        "The criteria, dates, territories and products of the two offers are equivalent. A "
          + "customer who has redeemed neither is eligible for both or for none. Each offer has "
          + "its own wait after a redemption.",
        "Give them different criteria, or keep one. Keep both if they are two prices in an experiment.",
        source: LintPage.analysis
      )
    case .containedOffer:
      LintPage(
        "An offer whose customers are all eligible for another one",
        "Every customer who is eligible for the offer is also eligible for the other one at the "
          + "same instant. The reverse is not true. This is often intended: a better offer for "
          + "loyal customers, and another one for all.",
        "Nothing, if this is intended.",
        source: LintPage.analysis
      )
    case .shadowedOffer:
      LintPage(
        "An offer that comes first only for customers who have redeemed a better one",
        "Every customer who is eligible for the offer is also eligible for a better one, unless the "
          + "customer has redeemed that one and waits for it. An example is a narrow offer of normal "
          + "priority behind a wide one of high priority with a wait. If an app shows only the best "
          + "offer, no other customer sees this one. The customer in the finding sees it.",
        "Give the offer a higher `priority`, or narrow the criteria of the better one. Nothing, if "
          + "this is a second offer for customers who wait.",
        source: LintPage.analysis
      )
    case .tiedOffers:
      LintPage(
        "Two offers that only their ids put in order",
        "Some customers are eligible for both, and no key of the rule set's order distinguishes them: "
          + "they have the same priority, mode and length. The App Store does not document its order "
          + "and can list the other one first.",
        "Give one of them another `priority`, or criteria that no customer of the other one meets.",
        source: LintPage.analysis
      )
    case .overlappingOffers:
      LintPage(
        "An offer with customers who are also eligible for a better one",
        "At the same instant, some customers are eligible for both offers, and some for only one of "
          + "them. An app that shows one offer shows the one that is listed first; "
          + "`eligibleWinBackOfferIDs` has both. App Store Connect warns about such offers. Ranges "
          + "that touch at one instant, such as 2 to 6 and 6 to 12 months, are no finding.",
        "Nothing, if this is intended, such as a better offer for loyal customers beside one for all.",
        source: "\(LintPage.help); \(LintPage.analysis)"
      )
    case .redeemableOnce:
      LintPage(
        "An offer that nobody can redeem twice before it ends",
        "No customer who redeems the offer on its first day or later qualifies for it again "
          + "before it ends, even if the period of the offer ends early. The message says whether "
          + "the wait between offers is the reason.",
        "Shorten the wait, or let the offer run for longer. Do nothing if once is enough.",
        source: LintPage.analysis
      )
    case .lapseGap:
      LintPage(
        "A time after the end of service in which a subscription has no offer",
        "Offers reach customers who left more recently, and customers who left longer ago, but "
          + "none between. Ranges of 2 to 6 and of 7 to 12 months leave out customers who left "
          + "more than 6 and less than 7 months ago, because the maximum ends exactly that many "
          + "months after the end of service.",
        "Begin the longer range at the end of the shorter one, such as 2 to 6 and 6 to 12. "
          + "'winback plan' counts the audience of every minimum and maximum.",
        source: LintPage.analysis
      )
    default:
      LintPage(
        "An offer that no customer can ever be eligible for",
        "No possible customer meets all rules at any time. The message names the smallest set of "
          + "rules that cannot hold together, and what they need.",
        "Change the criteria that the message names, before the start of the offer locks them. "
          + "'winback plan' counts the audience of every setting.",
        source: LintPage.analysis
      )
    }
  }
}
