import CEL
package import WinBack

/// What there is to know about a kind of finding: its page in Documentation/Lint, which is part of the
/// program.
package struct LintPage: Sendable, Hashable {
  /// What is found, in a few words.
  package let title: String
  /// Why it is wrong, or what it means.
  package let explanation: String
  /// How it is fixed.
  package let remedy: String

  /// Reads a page: the code, the severity with the title, the explanation, and what to do.
  init(_ page: [UInt8]) {
    let paragraphs = String(decoding: page, as: UTF8.self).parts(around: "\n\n").map(String.init)
    func paragraph(_ index: Int) -> String { index < paragraphs.count ? paragraphs[index] : "" }
    let finding = paragraph(1).parts(around: ": ").dropFirst().joined(separator: ": ")
    title = String(finding.dropLast()).capitalizedFirst
    explanation = paragraph(2)
    remedy = paragraph(4)
  }
}

extension LintCode {
  /// What there is to know about the kind.
  package var page: LintPage { LintPage(pageText) }

  /// The page as Markdown.
  package var pageText: [UInt8] {
    switch self {
    case .paidDuration: PackageResources.paid_duration_md
    case .lapseRange: PackageResources.lapse_range_md
    case .lapseOrder: PackageResources.lapse_order_md
    case .waitMonths: PackageResources.wait_months_md
    case .dateOrder: PackageResources.date_order_md
    case .shortRun: PackageResources.short_run_md
    case .offerId: PackageResources.offer_id_md
    case .referenceName: PackageResources.reference_name_md
    case .referenceNameReused: PackageResources.reference_name_reused_md
    case .durationAndMode: PackageResources.duration_and_mode_md
    case .priceAndMode: PackageResources.price_and_mode_md
    case .regularPrice: PackageResources.regular_price_md
    case .introductoryTwice: PackageResources.introductory_twice_md
    case .unknownTerritory: PackageResources.unknown_territory_md
    case .noStorefront: PackageResources.no_storefront_md
    case .territoryTwice: PackageResources.territory_twice_md
    case .emptyTerritories: PackageResources.empty_territories_md
    case .promotionIntent: PackageResources.promotion_intent_md
    case .planType: PackageResources.plan_type_md
    case .planNotSold: PackageResources.plan_not_sold_md
    case .offersPerSubscription: PackageResources.offers_per_subscription_md
    case .runningAtOnce: PackageResources.running_at_once_md
    case .productMoved: PackageResources.product_moved_md
    case .startDatePassed: PackageResources.start_date_passed_md
    case .lockedAtCreation: PackageResources.locked_at_creation_md
    case .lockedAtStart: PackageResources.locked_at_start_md
    case .offerIdUsed: PackageResources.offer_id_used_md
    case .offerDeleted: PackageResources.offer_deleted_md
    case .neverEligible: PackageResources.never_eligible_md
    case .singleInstant: PackageResources.single_instant_md
    case .alwaysHidden: PackageResources.always_hidden_md
    case .identicalOffers: PackageResources.identical_offers_md
    case .containedOffer: PackageResources.contained_offer_md
    case .shadowedOffer: PackageResources.shadowed_offer_md
    case .tiedOffers: PackageResources.tied_offers_md
    case .overlappingOffers: PackageResources.overlapping_offers_md
    case .redeemableOnce: PackageResources.redeemable_once_md
    case .lapseGap: PackageResources.lapse_gap_md
    }
  }

  /// The table of all codes as Markdown, as it stands in Documentation/Lint.md.
  package static var table: String {
    "| code | | finds |\n| --- | --- | --- |\n"
      + allCases.map { code in
        let title = code.page.title
        return "| [\(code.rawValue)](Lint/\(code.rawValue).md) | \(code.severity.rawValue) | "
          + "\(title.prefix(1).lowercased() + title.dropFirst()) |\n"
      }.joined()
  }
}
