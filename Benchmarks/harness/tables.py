"""Histories as a table: RevenueCat's export of transactions, as CSV.

The columns are those of version 5, in its order. What WinBack does not read is filled with what such
exports hold, so that rows have the length of real ones.
"""

import csv
import json
from collections import Counter
from datetime import datetime, timezone

COLUMNS = """
rc_original_app_user_id rc_last_seen_app_user_id_alias country country_source product_identifier
product_display_name product_duration start_time end_time grace_period_end_time effective_end_time
store is_auto_renewable is_trial_period is_in_intro_offer_period is_sandbox price_in_usd
purchase_price_in_usd takehome_percentage tax_percentage commission_percentage store_transaction_id
original_store_transaction_id refunded_at unsubscribe_detected_at billing_issues_detected_at
purchased_currency price_in_purchased_currency purchase_price_in_purchased_currency
entitlement_identifiers renewal_number is_trial_conversion presented_offering ownership_type
reserved_subscriber_attributes custom_subscriber_attributes platform experiment_id experiment_variant
updated_at offer offer_type first_seen_time auto_resume_time
""".split()

PIECE = 1 << 22

COUNTRIES = {
    "AUS": "AU", "BRA": "BR", "CAN": "CA", "DEU": "DE", "ESP": "ES", "FRA": "FR", "GBR": "GB",
    "IND": "IN", "ITA": "IT", "JPN": "JP", "KOR": "KR", "MEX": "MX", "USA": "US",
}  # fmt: skip

OFFER_TYPES = {1: "introductory", 2: "promotional", 3: "offer_code", 4: "win_back"}


def time(milliseconds):
    if milliseconds is None:
        return ""
    return str(datetime.fromtimestamp(milliseconds // 1000, timezone.utc))[:19]


def row(customer, first, transaction, number, renewal):
    price = transaction.get("price")
    amount = "" if price is None else f"{price / 1000:.2f}"
    is_trial = transaction.get("offerDiscountType") == "FREE_TRIAL"
    expires = transaction.get("expiresDate")
    is_cancelled = renewal.get("autoRenewStatus") == 0
    return {
        "rc_original_app_user_id": customer, "rc_last_seen_app_user_id_alias": customer,
        "country": COUNTRIES.get(transaction.get("storefront"), ""),
        "country_source": "from_sdk",
        "product_identifier": transaction["productId"], "product_duration": "P1M",
        "start_time": time(transaction["purchaseDate"]), "end_time": time(expires),
        "effective_end_time": time(expires), "store": "app_store",
        "is_auto_renewable": "true" if expires else "false",
        "is_trial_period": str(is_trial).lower(), "is_in_intro_offer_period": "false",
        "is_sandbox": "false", "price_in_usd": amount, "purchase_price_in_usd": amount,
        "takehome_percentage": "0.7", "tax_percentage": "0.0", "commission_percentage": "0.3",
        "store_transaction_id": transaction["transactionId"],
        "original_store_transaction_id": transaction.get("originalTransactionId", ""),
        "refunded_at": time(transaction.get("revocationDate")),
        "unsubscribe_detected_at": time(expires) if is_cancelled else "",
        "purchased_currency": "USD", "price_in_purchased_currency": amount,
        "purchase_price_in_purchased_currency": amount, "entitlement_identifiers": '["premium"]',
        "renewal_number": number, "is_trial_conversion": "false",
        "presented_offering": "default",
        "ownership_type": transaction.get("inAppOwnershipType", "PURCHASED"),
        "platform": "iOS", "updated_at": time(expires),
        "offer": transaction.get("offerIdentifier", ""),
        "offer_type": OFFER_TYPES.get(transaction.get("offerType"), ""),
        "first_seen_time": time(first),
    }


def newest_versions(transactions):
    """Each transaction as it was signed last: an export has one row for it."""
    by_signature = sorted(transactions, key=lambda transaction: transaction.get("signedDate", 0))
    newest = {transaction["transactionId"]: transaction for transaction in by_signature}
    return [transaction for transaction in transactions if newest[transaction["transactionId"]] is transaction]


def renewal_numbers(transactions):
    """The number of each transaction in its subscription, from 1."""
    numbers, counts = {}, Counter()
    for transaction in sorted(transactions, key=lambda transaction: transaction["purchaseDate"]):
        counts[transaction.get("originalTransactionId")] += 1
        numbers[transaction["transactionId"]] = counts[transaction.get("originalTransactionId")]
    return numbers


def write_revenuecat(histories, path):
    """Writes JSON Lines of histories as CSV, a transaction a row."""
    # A file that is written in small pieces lies in small pieces in memory, and takes longer to read.
    with (
        histories.open(encoding="utf-8") as lines,
        path.open("w", newline="", buffering=PIECE) as file,
    ):
        output = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
        output.writeheader()
        for line in lines:
            history = json.loads(line)
            renewals = history.get("renewalInfo") or {}
            renewal = renewals[-1] if isinstance(renewals, list) and renewals else renewals or {}
            transactions = newest_versions(history["transactions"])
            purchases = [transaction["purchaseDate"] for transaction in transactions]
            first, latest = min(purchases, default=None), max(purchases, default=None)
            numbers = renewal_numbers(transactions)
            for transaction in transactions:
                state = renewal if transaction["purchaseDate"] == latest else {}
                number = numbers[transaction["transactionId"]]
                output.writerow(row(history["customerId"], first, transaction, number, state))
