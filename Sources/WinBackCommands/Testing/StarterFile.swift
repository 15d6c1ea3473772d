/// A file that `winback new` writes.
struct StarterFile {
  /// The path within the folder, or within the repository.
  let path: String
  let contents: String

  /// The files of the folder, in the order in which a person should look at them.
  static let all: [StarterFile] = [
    catalog, scenarios, returning, loyal, check,
  ]

  private static let check = StarterFile(
    path: "winback.json",
    contents: """
      {
        "catalog": "catalog.json",
        "minimumCoverage": 50,
        "minimumMutation": 40
      }

      """
  )

  private static let catalog = StarterFile(
    path: "catalog.json",
    contents: """
      {
        "subscriptionGroups": [
          {
            "id": "20000001",
            "referenceName": "Membership",
            "subscriptions": [
              {
                "productId": "membership.monthly",
                "subscriptionPeriod": "ONE_MONTH",
                "winBackOffers": [
                  {
                    "offerId": "monthly_1m_free",
                    "referenceName": "One month free",
                    "offerMode": "FREE_TRIAL",
                    "duration": "ONE_MONTH",
                    "customerEligibilityPaidSubscriptionDurationInMonths": 3,
                    "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": 2, "maximum": 24 },
                    "customerEligibilityWaitBetweenOffersInMonths": 6,
                    "startDate": "2024-01-01",
                    "priority": "NORMAL"
                  }
                ]
              },
              {
                "productId": "membership.yearly",
                "subscriptionPeriod": "ONE_YEAR",
                "winBackOffers": [
                  {
                    "offerId": "yearly_half_price",
                    "referenceName": "A year at half the price",
                    "offerMode": "PAY_UP_FRONT",
                    "duration": "ONE_YEAR",
                    "customerEligibilityPaidSubscriptionDurationInMonths": 12,
                    "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": 1, "maximum": 12 },
                    "startDate": "2024-01-01",
                    "priority": "HIGH",
                    "territories": ["USA", "CAN", "GBR"]
                  }
                ]
              }
            ]
          }
        ]
      }

      """
  )

  private static let scenarios = StarterFile(
    path: "offers.scenarios.json",
    contents: """
      {
        "catalog": "catalog.json",
        "storefront": "USA",
        "scenarios": [
          {
            "name": "three paid months are enough for the free month, two months after they ended",
            "history": [
              { "subscribe": "membership.monthly", "on": "2024-01-01", "months": 3 },
              { "cancel": true }
            ],
            "expect": [
              {
                "asOf": "2024-05-31T23:59:59.999Z",
                "eligible": [],
                "because": { "monthly_1m_free": ["lapsed-too-short"] }
              },
              { "asOf": "2024-06-01", "eligible": ["monthly_1m_free"] }
            ]
          },
          {
            "name": "two paid months are not enough",
            "history": [
              { "subscribe": "membership.monthly", "on": "2024-01-01", "months": 2 },
              { "cancel": true }
            ],
            "expect": [
              {
                "asOf": "2024-06-01",
                "eligible": [],
                "because": { "monthly_1m_free": ["paid-duration"] }
              }
            ]
          },
          {
            "name": "who redeemed the free month waits for six months after it",
            "timeline": "customers/returning.json",
            "expect": [
              { "asOf": "2025-01-14", "eligible": [] },
              { "asOf": "2025-01-15", "eligible": ["monthly_1m_free"] }
            ]
          },
          {
            "name": "a yearly member is asked back a month after the year",
            "timeline": "customers/loyal.json",
            "expect": [
              { "asOf": "2025-01-31", "eligible": [] },
              { "asOf": "2025-02-01", "eligible": ["yearly_half_price"] }
            ]
          }
        ]
      }

      """
  )

  private static let returning = StarterFile(
    path: "customers/returning.json",
    contents: """
      {
        "customerId": "returning",
        "storefront": "GBR",
        "transactions": [
          { "transactionId": "1", "productId": "membership.monthly", "price": 9990,
            "purchaseDate": "2024-01-01", "expiresDate": "2024-02-01", "transactionReason": "PURCHASE" },
          { "transactionId": "2", "productId": "membership.monthly", "price": 9990,
            "purchaseDate": "2024-02-01", "expiresDate": "2024-03-01", "transactionReason": "RENEWAL" },
          { "transactionId": "3", "productId": "membership.monthly", "price": 9990,
            "purchaseDate": "2024-03-01", "expiresDate": "2024-04-01", "transactionReason": "RENEWAL" },
          { "transactionId": "4", "productId": "membership.monthly", "price": 0,
            "purchaseDate": "2024-06-15", "expiresDate": "2024-07-15", "transactionReason": "PURCHASE",
            "offerType": 4, "offerIdentifier": "monthly_1m_free", "offerDiscountType": "FREE_TRIAL" },
          { "transactionId": "5", "productId": "membership.monthly", "price": 9990,
            "purchaseDate": "2024-07-15", "expiresDate": "2024-08-15", "transactionReason": "RENEWAL" },
          { "transactionId": "6", "productId": "membership.monthly", "price": 9990,
            "purchaseDate": "2024-08-15", "expiresDate": "2024-09-15", "transactionReason": "RENEWAL" },
          { "transactionId": "7", "productId": "membership.monthly", "price": 9990,
            "purchaseDate": "2024-09-15", "expiresDate": "2024-10-15", "transactionReason": "RENEWAL" }
        ],
        "renewalInfo": { "autoRenewStatus": 0, "expirationIntent": 1 }
      }

      """
  )

  private static let loyal = StarterFile(
    path: "customers/loyal.json",
    contents: """
      {
        "customerId": "loyal",
        "storefront": "USA",
        "transactions": [
          { "transactionId": "1", "productId": "membership.yearly", "price": 79990,
            "purchaseDate": "2024-01-01", "expiresDate": "2025-01-01", "transactionReason": "PURCHASE" }
        ],
        "renewalInfo": { "autoRenewStatus": 0, "expirationIntent": 1 }
      }

      """
  )

  /// Returns the workflow by which GitHub checks each change of a folder; GitHub looks for it in
  /// the root of the repository only.
  static func workflow(for folder: String) -> StarterFile {
    StarterFile(
      path: ".github/workflows/win-back-offers.yml",
      contents: """
        name: Win-back offers
        on: pull_request
        permissions:
          contents: read
          security-events: write
        jobs:
          check:
            runs-on: ubuntu-latest
            steps:
              - uses: actions/checkout@v4
                with:
                  fetch-depth: 0
              # The variable WINBACK_REPOSITORY of the repository is the address of WinBack on GitHub.
              - name: Install winback
                run: |
                  mkdir -p "$HOME/.local/bin"
                  curl --fail --silent --show-error --location "$RELEASE/winback-linux-$(uname -m).tar.gz" \\
                    | tar -xz -C "$HOME/.local/bin"
                  echo "$HOME/.local/bin" >> "$GITHUB_PATH"
                env:
                  RELEASE: ${{ vars.WINBACK_REPOSITORY }}/releases/latest/download
              - name: Check the offers
                run: |
                  winback check "$FOLDER" --base "git:origin/$BASE" --github --sarif offers.sarif \\
                    --junit offers.xml --markdown "$GITHUB_STEP_SUMMARY"
                env:
                  FOLDER: "\(folder)"
                  BASE: ${{ github.base_ref }}
              - name: Show the findings
                if: always()
                uses: github/codeql-action/upload-sarif@v3
                with:
                  sarif_file: offers.sarif
              - name: Keep the results
                if: always()
                uses: actions/upload-artifact@v4
                with:
                  name: win-back-offers
                  path: offers.xml

        """
    )
  }
}
