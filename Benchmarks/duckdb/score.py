#!/usr/bin/env python3
"""Scores a file of histories with DuckDB: runs score.sql with its parameters."""

import argparse
from pathlib import Path

import duckdb

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("histories")
parser.add_argument("--catalog", required=True)
parser.add_argument("--as-of", required=True)
parser.add_argument("--jobs", type=int, default=1)
parser.add_argument("--dates", choices=["milliseconds", "iso8601"], default="milliseconds")
parser.add_argument("--output", required=True)
options = parser.parse_args()

DATE = {"milliseconds": "BIGINT", "iso8601": "TIMESTAMP"}[options.dates]
INSTANT = {"milliseconds": "date", "iso8601": "epoch_ms(date)"}[options.dates]
HISTORY = {
    "customerId": "VARCHAR",
    "storefront": "VARCHAR",
    "subscriptionGroupIdentifier": "VARCHAR",
    "renewalInfo": "VARCHAR",
    "transactions": f"""STRUCT(
        transactionId VARCHAR, originalTransactionId VARCHAR, productId VARCHAR,
        subscriptionGroupIdentifier VARCHAR, purchaseDate {DATE}, expiresDate {DATE}, type VARCHAR,
        inAppOwnershipType VARCHAR, signedDate {DATE}, revocationDate {DATE},
        revocationType VARCHAR, offerType INTEGER, offerIdentifier VARCHAR,
        transactionReason VARCHAR, storefront VARCHAR, price DOUBLE, offerDiscountType VARCHAR,
        billingPlanType VARCHAR)[]""",
}
CATALOG = {
    "subscriptionGroups": """STRUCT(
        id VARCHAR, subscriptions STRUCT(
            productId VARCHAR, winBackOffers STRUCT(
                offerId VARCHAR, offerMode VARCHAR, duration VARCHAR, periodCount INTEGER,
                customerEligibilityPaidSubscriptionDurationInMonths INTEGER,
                customerEligibilityTimeSinceLastSubscribedInMonths
                    STRUCT(minimum INTEGER, maximum INTEGER),
                customerEligibilityWaitBetweenOffersInMonths INTEGER,
                startDate DATE, endDate DATE, priority VARCHAR, territories VARCHAR[],
                prices STRUCT(territory VARCHAR)[])[])[])[]""",
}
RENEWAL = f"""[{{
    "originalTransactionId": "VARCHAR", "productId": "VARCHAR", "autoRenewStatus": "INTEGER",
    "isInBillingRetryPeriod": "BOOLEAN", "gracePeriodExpiresDate": "{DATE}",
    "signedDate": "{DATE}"}}]"""

database = duckdb.connect()
database.execute(f"SET threads = {options.jobs}")
database.execute("SET VARIABLE as_of = (SELECT epoch_ms(?::TIMESTAMP))", [options.as_of])
database.execute("SET VARIABLE output = ?", [options.output])
database.execute("SET VARIABLE renewal_info = ?", [RENEWAL])
database.execute(f"CREATE MACRO instant(date) AS {INSTANT}")
for name, path, form, types in [
    ("histories", options.histories, "newline_delimited", HISTORY),
    ("catalog", options.catalog, "auto", CATALOG),
]:
    columns = {column: " ".join(type.split()) for column, type in types.items()}
    database.execute(
        f"CREATE MACRO {name}() AS TABLE SELECT * FROM "
        f"read_json('{path}', format = '{form}', columns = {columns})"
    )
database.execute((Path(__file__).parent / "score.sql").read_text())
