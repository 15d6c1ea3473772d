import CEL
import WinBack
import WinBackFormats

/// The page about many customers: the audiences now and over time, what customers see, what turns them
/// away, what offers have in common, the storefronts, and what the answers hinge on.
struct CohortPage {
  let sum: CohortSum
  let reading: ReadingSummary
  let program: CohortProgram
  let basis: DecisionBasis

  var tally: CohortTally { sum.tally }
  var engine: EligibilityEngine { program.engine }

  /// What is counted: customers, or timelines where some customers have several.
  var unit: String { tally.timelines == tally.customers ? "customers" : "timelines" }

  var text: String {
    let sections = [
      ReportPage.section("data", "The data", "What was read, \(reading.evidence?.basis ?? "").") {
        dataSection
      },
      ReportPage.section(
        "audience",
        "The audience now",
        "How many \(unit) in each offer's subscription group may redeem it."
      ) { audienceSection },
      ReportPage.section(
        "time",
        "The audience over time",
        "How many may redeem each offer at each date, if nobody buys anything more. Each number is "
          + "counted, none is estimated."
      ) { AudienceChart(self).contents },
      ReportPage.section(
        "shown",
        "What customers see",
        "What an app shows the \(unit) now, by its conditions: those that 'winback print rules "
          + "merchandising' prints, or others that were given."
      ) { screenSection },
      ReportPage.section(
        "funnel",
        "Which rules exclude customers",
        "This table applies the rules of each offer, in order, to the \(unit) of its group. The "
          + "last column counts those whom only this rule excludes: without it, they would be "
          + "eligible. 'winback plan' counts the audience of every other setting of the criteria."
      ) { funnelSection },
      ReportPage.section(
        "overlap",
        "Offers in common",
        "How many \(unit) may redeem both of two offers. They see the better one first. A stronger "
          + "colour means a larger part of the audience of the row's offer."
      ) { overlapSection },
      ReportPage.section(
        "storefronts",
        "Storefronts",
        "Where the \(unit) buy, and how many of them may redeem any offer."
      ) { storefrontSection },
      ReportPage.section(
        "hinges",
        "What the answers hinge on",
        "Apple leaves some questions open, and the rules answer each with a policy. These \(unit) "
          + "would have other offers under another value of the policy."
      ) { hingeSection },
    ]
    return ReportPage(
      title: "Win-back audience",
      question: "Which win-back offers the App Store would let "
        // A number is not broken at the space between its digits.
        + "\(tally.timelines.grouped.replacing(all: " ", by: "\u{A0}")) \(unit) redeem",
      now: program.now,
      sections: sections,
      basis: basis,
      notices: reading.notices
    ).text
  }
}
