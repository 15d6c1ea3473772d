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
        "The earliest start of an offer is the day after today, for a new one and for one whose start is moved. "
          + "By the file that `--against` names, the offer is new or has not started.",
        "Choose a later `startDate`.",
        source: LintPage.attributes
      )
    case .lockedAtCreation:
      LintPage(
        "A change to what is locked since an offer was created",
        "Once an offer exists, its reference name, mode, duration, number of periods, territories, prices "
          + "and billing plan stay as they are. An offer of the same product with the same id in the file "
          + "that `--against` names exists.",
        "Take the change back, or create another offer with another id.",
        source: LintPage.creating
      )
    case .lockedAtStart:
      LintPage(
        "A change to what is locked since an offer started",
        "From the start on, only the priority of an offer can be changed: the three criteria, the dates and "
          + "the promotion are locked. By the file that `--against` names, the offer has started.",
        "Take the change back. To end an offer or to give it other criteria, delete it and create another one "
          + "with another id.",
        source:
          "App Store Connect API, \"Creating and configuring win-back offers\"; WWDC24 session 10110"
      )
    case .offerIdUsed:
      LintPage(
        "An id that another offer of the group has, or had",
        "An id is used once in a subscription group. Here an offer has moved to another product, which is "
          + "a new offer with an id that was used.",
        "Give the new offer a new `offerId`.",
        source: LintPage.help
      )
    case .offerDeleted:
      LintPage(
        "A live offer that is missing",
        "The file that `--against` names has an offer that the catalog has not. To delete an offer is for good: "
          + "links to it stop working, and its id cannot be used again.",
        "Keep the offer in the catalog, unless it is to be deleted.",
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
        "Where the minimum and the maximum of the months since last subscribed are the same, and the maximum "
          + "ends at the very instant that many months after the end of service, nothing is left between the two. "
          + "Under the policy `maximumBound=wholeMonths` a month would be left.",
        "Make the maximum greater than the minimum.",
        source: LintPage.analysis
      )
    case .alwaysHidden:
      LintPage(
        "An offer that is never the first of a list",
        "Whoever may have the offer, may have a better one: one offer that is listed before it, or several, of "
          + "which each has a part of its customers. Where only the best offer is shown, nobody ever sees this one. "
          + "The order of the list is that of the rule set; the order of the App Store is not documented.",
        "Give the offer a higher `priority`, narrow the criteria of the better ones, or delete it.",
        source: LintPage.analysis
      )
    case .identicalOffers:
      LintPage(
        "Two offers that ask the same of customers",
        "The criteria, dates, territories and products of the two come to the same, so that a customer who has "
          + "redeemed neither may have both or none. Which one is redeemed has a wait of its own.",
        "Give them different criteria, or keep one. It is fine where they are two prices in an experiment.",
        source: LintPage.analysis
      )
    case .containedOffer:
      LintPage(
        "An offer whose customers may all have another one",
        "Whoever may have the offer, may have the other one at the same instant, but not the other way round. "
          + "That is often meant: a better offer for loyal customers beside one for all.",
        "Nothing, if it is meant.",
        source: LintPage.analysis
      )
    case .shadowedOffer:
      LintPage(
        "An offer that comes first only for whoever has redeemed a better one",
        "Whoever may have the offer, may have a better one, too, unless they have redeemed that one and wait "
          + "for it. Such is a narrow offer of normal priority behind a wide one of high priority with a wait. "
          + "Where only the best offer is shown, nobody else sees this one. The customer whom the finding names "
          + "sees it.",
        "Give the offer a higher `priority`, or narrow the criteria of the better one. Nothing, if it is meant as a "
          + "second offer for those who wait.",
        source: LintPage.analysis
      )
    case .tiedOffers:
      LintPage(
        "Two offers that only their ids put in order",
        "Some customers may have both, and no key of the rule set's order tells the two apart: they have the same "
          + "priority and mode, and are as long as each other. The App Store does not document its order, and "
          + "may show the other one first.",
        "Give one of them another `priority`, or criteria that no customer meets together with those of the other "
          + "one.",
        source: LintPage.analysis
      )
    case .overlappingOffers:
      LintPage(
        "An offer of which some customers may have a better one, too",
        "At the same instant, some customers may have both offers, some only one of them. Where one offer is shown, "
          + "they see the one that is listed first; `eligibleWinBackOfferIDs` has both. App Store Connect warns of "
          + "such offers. Ranges that touch at one instant, such as 2 to 6 and 6 to 12 months, are left out.",
        "Nothing, if it is meant, such as a better offer for loyal customers beside one for all.",
        source: "\(LintPage.help); \(LintPage.analysis)"
      )
    case .redeemableOnce:
      LintPage(
        "An offer that nobody can redeem twice before it ends",
        "No customer who redeems the offer on its first day or later qualifies for it again while it lasts, "
          + "even where the period of the offer ends early. The message tells whether the wait between offers is "
          + "the reason, or whether nobody could do so without the wait either.",
        "Shorten the wait, or let the offer run for longer. Nothing, if once is enough.",
        source: LintPage.analysis
      )
    case .lapseGap:
      LintPage(
        "A time after the end of service in which a subscription has no offer",
        "Offers reach customers who left a shorter time ago, and customers who left a longer time ago, but none "
          + "between. Ranges that seem to touch need not: one of 2 to 6 months and one of 7 to 12 leave out "
          + "whoever left more than 6 and less than 7 months ago, as the maximum ends at the very instant.",
        "Let the longer range begin where the shorter one ends, such as 2 to 6 and 6 to 12. 'winback plan' counts "
          + "the audience of every minimum and maximum, to choose by.",
        source: LintPage.analysis
      )
    default:
      LintPage(
        "An offer that nobody can ever have",
        "No customer meets all rules, whatever happened and whenever they ask. The message names as few rules as "
          + "cannot hold together, and what they would need.",
        "Change the criteria that the message names, before the start of the offer locks them. 'winback plan' counts "
          + "the audience of every setting, to choose by.",
        source: LintPage.analysis
      )
    }
  }
}
