#!/usr/bin/env python3
"""Scores a file of histories with DuckDB: runs score.sql with its parameters."""

import argparse
import json
from pathlib import Path

import duckdb

HISTORY = {
    "customerId": "VARCHAR",
    "storefront": "VARCHAR",
    "subscriptionGroupIdentifier": "VARCHAR",
    "renewalInfo": "VARCHAR",
    "transactions": """STRUCT(
        transactionId VARCHAR, originalTransactionId VARCHAR, productId VARCHAR,
        subscriptionGroupIdentifier VARCHAR, purchaseDate $DATE, expiresDate $DATE, type VARCHAR,
        inAppOwnershipType VARCHAR, signedDate $DATE, revocationDate $DATE,
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
RENEWAL_KEYS = {
    "originalTransactionId": "VARCHAR", "productId": "VARCHAR", "autoRenewStatus": "INTEGER",
    "isInBillingRetryPeriod": "BOOLEAN", "gracePeriodExpiresDate": "$DATE", "signedDate": "$DATE",
}  # fmt: skip
STOREFRONTS = {
    "AU": "AUS", "BR": "BRA", "CA": "CAN", "DE": "DEU", "ES": "ESP", "FR": "FRA", "GB": "GBR",
    "IN": "IND", "IT": "ITA", "JP": "JPN", "KR": "KOR", "MX": "MEX", "US": "USA",
}  # fmt: skip
# The columns of RevenueCat's export that matter, and the transaction that a row makes.
ROW = {
    "rc_original_app_user_id": "VARCHAR", "country": "VARCHAR", "product_identifier": "VARCHAR",
    "start_time": "TIMESTAMP", "end_time": "TIMESTAMP", "grace_period_end_time": "TIMESTAMP",
    "store": "VARCHAR", "is_auto_renewable": "BOOLEAN", "is_trial_period": "BOOLEAN",
    "is_sandbox": "BOOLEAN", "store_transaction_id": "VARCHAR",
    "original_store_transaction_id": "VARCHAR", "refunded_at": "TIMESTAMP",
    "unsubscribe_detected_at": "TIMESTAMP", "billing_issues_detected_at": "TIMESTAMP",
    "purchase_price_in_purchased_currency": "DOUBLE", "renewal_number": "VARCHAR",
    "ownership_type": "VARCHAR", "updated_at": "TIMESTAMP", "offer": "VARCHAR",
    "offer_type": "VARCHAR",
}  # fmt: skip
TRANSACTION = """{
    'transactionId': store_transaction_id || ' ' || renewal_number,
    'originalTransactionId': original_store_transaction_id,
    'productId': product_identifier,
    'subscriptionGroupIdentifier': NULL::VARCHAR,
    'purchaseDate': start_time,
    'expiresDate': end_time,
    'type': NULL::VARCHAR,
    'inAppOwnershipType': ownership_type,
    'signedDate': updated_at,
    'revocationDate': refunded_at,
    'revocationType': NULL::VARCHAR,
    'offerType': CASE WHEN offer_type = 'win_back' THEN 4 END,
    'offerIdentifier': offer,
    'transactionReason': NULL::VARCHAR,
    'storefront': getvariable('storefronts')[country],
    'price': purchase_price_in_purchased_currency,
    'offerDiscountType': CASE WHEN is_trial_period THEN 'FREE_TRIAL' END,
    'billingPlanType': NULL::VARCHAR,
    'renewal': {
        'originalTransactionId': NULL::VARCHAR,
        'productId': NULL::VARCHAR,
        'autoRenewStatus': CASE
            WHEN billing_issues_detected_at IS NULL
            THEN (unsubscribe_detected_at IS NULL)::INTEGER END,
        'isInBillingRetryPeriod': billing_issues_detected_at IS NOT NULL,
        'gracePeriodExpiresDate': grace_period_end_time,
        'signedDate': updated_at
    }
}"""


def histories(options, source):
    """The query of the histories, in the order of the file."""
    if not options.table:
        return f"SELECT * FROM {source}"
    # The customers of the file ascend.
    return f"""
        SELECT
            rc_original_app_user_id AS customerId,
            NULL::VARCHAR AS storefront,
            NULL::VARCHAR AS subscriptionGroupIdentifier,
            NULL::VARCHAR AS renewalInfo,
            list({TRANSACTION}) AS transactions
        FROM {source}
        WHERE store = 'app_store' AND is_auto_renewable AND NOT is_sandbox
        GROUP BY rc_original_app_user_id
        ORDER BY rc_original_app_user_id"""


def file(options):
    """The file as a table."""
    if options.table:
        return f"read_csv('{options.histories}', header = true, types = {ROW})"
    columns = one_line(with_dates(HISTORY, date_type(options)))
    return f"read_json('{options.histories}', format = 'newline_delimited', columns = {columns})"


def date_type(options):
    return "TIMESTAMP" if options.table or options.dates == "iso8601" else "BIGINT"


def with_dates(types, date):
    return {column: type.replace("$DATE", date) for column, type in types.items()}


def one_line(types):
    return {column: " ".join(type.split()) for column, type in types.items()}


def score(options, database, source):
    """Scores the rows of a source, which is a file or a table of the database."""
    date = date_type(options)
    instant = "date" if date == "BIGINT" else "epoch_ms(date)"
    keys = with_dates(RENEWAL_KEYS, date)
    database.execute(f"SET threads = {options.jobs}")
    database.execute("SET VARIABLE as_of = (SELECT epoch_ms(?::TIMESTAMP))", [options.as_of])
    database.execute("SET VARIABLE output = ?", [str(options.output)])
    database.execute("SET VARIABLE renewal_info = ?", [f"[{json.dumps(keys)}]"])
    database.execute(f"SET VARIABLE storefronts = MAP {STOREFRONTS}")
    database.execute(f"CREATE MACRO instant(date) AS {instant}")
    # A table has the state of renewal in each row, JSON Lines have it in `renewalInfo`.
    none = f"NULL::STRUCT({', '.join(f'{key} {type}' for key, type in keys.items())})"
    database.execute(f"CREATE MACRO renewal_in(t) AS {'t.renewal' if options.table else none}")
    database.execute(f"CREATE MACRO histories() AS TABLE {histories(options, source)}")
    database.execute(
        "CREATE MACRO catalog() AS TABLE "
        f"SELECT * FROM read_json('{options.catalog}', columns = {one_line(CATALOG)})"
    )
    database.execute((Path(__file__).parent / "score.sql").read_text())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("histories")
    parser.add_argument("--catalog", required=True)
    parser.add_argument("--as-of", required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--table", action="store_true", help="the histories are RevenueCat's CSV")
    parser.add_argument("--dates", choices=["milliseconds", "iso8601"], default="milliseconds")
    parser.add_argument("--output", required=True)
    options = parser.parse_args()
    score(options, duckdb.connect(), file(options))
