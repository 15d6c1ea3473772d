/// What the command line had before, with what to use now.
package enum FormerArgument {
  private static let inProject = "say it in \(ProjectFile.name)"
  private static let span = "use '--as-of DATE' for the first date, and '--until DATE'"
  private static let customer =
    "use 'winback evaluate --customer ID', which tells when a customer is eligible"
  private static let storefronts = "use '--by storefront'"
  private static let rules =
    "use '--rules FILE', which can be repeated: each file says what it is for"
  private static let reading = "\(inProject), or use 'winback convert CATALOG --to native' first"

  /// What to do instead, by the option as it is typed, with its value if only that is gone, and with the
  /// command before it if others had or have another one of this name.
  package static let advice: [String: String] = [
    "--against": "use '--base FILE' with 'winback lint', or 'live' of \(ProjectFile.name)",
    "--allow-mismatches": "use '--require mismatches=LIMIT'",
    "help --as": "leave it out: help is text",
    "--at": "use '--as-of INSTANT'",
    "convert --base": "name the StoreKit configuration beside the catalog",
    "forecast --by-storefront": storefronts,
    "plan --by-storefront": storefronts,
    "--catalog-format": "leave it out: the format is detected",
    "--catalog-group": reading,
    "convert --catalog-group": "use '--group ID'",
    "--catalog-product": reading,
    "convert --catalog-product": "use '--product ID'",
    "--changes": "use '--csv'",
    "--checkpoint": "start the run again: an output appears when it is whole",
    "convert --customer": "name the history beside the catalog",
    "forecast --customer": customer,
    "plan --customer": customer,
    "--customer-key": "say 'customerKey' in \(ProjectFile.name)",
    "lint --data-through": "leave it out: nothing here reads a history of a customer",
    "--disable": "accept findings under 'suppressions' of \(ProjectFile.name)",
    "--eligible-only": "use '--offer ID' for each offer",
    "--escape-formulas": "import the file into a spreadsheet as text",
    "--fail-on-loss": "use '--fail-on loss'",
    "--fail-on-weaker": "use '--fail-on weaker'",
    "--format stripe": "write a mapping of its columns, and name it with '--mapping FILE'",
    "forecast --from": span,
    "plan --from": span,
    "report --from": "leave it out: the page begins a year before '--as-of DATE'",
    "--github": "use '--report github'",
    "--introductory-rules": rules,
    "--junit": "use '--report junit:FILE'",
    "--markdown": "use '--report markdown:FILE'",
    "--merchandising-rules": rules,
    "--minimum-coverage": "say 'minimumCoverage' in \(ProjectFile.name)",
    "--minimum-mutation": "say 'minimumMutation' in \(ProjectFile.name)",
    "--mutate": "use '--coverage', which lists changes, too",
    "plan --page": "use '--report html:FILE'",
    "report --page": "leave it out: '--by month' makes the page about numbers of customers",
    "--partial": reading,
    "forecast --product": "give the subscription the name of the report in the catalog",
    "--pseudonymize": "use 'winback convert HISTORIES --to native --pseudonymize KEY' first",
    "--range": "give each worker whole customers in a file of its own, or use several threads",
    "--samples": "leave it out: ten mismatches are shown",
    "--sarif": "use '--report sarif:FILE'",
    "--sensitivity": "use 'winback report --by month'",
    "--strict": "say 'strict' in \(ProjectFile.name)",
    "--suppressions": "say 'suppressions' in \(ProjectFile.name)",
    "--to appstoreconnect": "use '--to native', which every command reads",
    "--undetermined": "use '--details'",
    "--verbose": "use '--details'",
    "--version": "use 'winback --version'",
  ]

  /// Returns the message about an argument that is gone; nil for one that never was.
  static func message(_ typed: String, of command: CommandDescription) -> String? {
    (advice["\(command.name) \(typed)"] ?? advice[typed]).map {
      "'\(typed)' is no longer there; \($0)"
    }
  }
}
