"""Histories as a table: the columns of RevenueCat's export of transactions, as CSV."""

import csv
import json
from datetime import datetime, timezone

COLUMNS = [
    "rc_original_app_user_id", "country", "product_identifier", "start_time", "end_time", "store",
    "is_auto_renewable", "is_trial_period", "is_sandbox", "store_transaction_id",
    "original_store_transaction_id", "refunded_at", "unsubscribe_detected_at",
    "purchase_price_in_purchased_currency", "renewal_number", "ownership_type", "updated_at",
    "offer", "offer_type",
]  # fmt: skip

OFFER_TYPES = {1: "introductory", 2: "promotional", 3: "offer_code", 4: "win_back"}


def write_revenuecat(histories, path):
    """Writes JSON Lines of histories as CSV, a transaction a row."""
    with histories.open() as lines, path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for line in lines:
            history = json.loads(line)
            for number, transaction in enumerate(history["transactions"], start=1):
                if "expiresDate" in transaction:
                    writer.writerow(row(history, transaction, number))


def row(history, transaction, number):
    return [
        history["customerId"],
        transaction.get("storefront", ""),
        transaction["productId"],
        date(transaction, "purchaseDate"),
        date(transaction, "expiresDate"),
        "app_store",
        "true",
        "true" if transaction.get("offerDiscountType") == "FREE_TRIAL" else "false",
        "false",
        transaction["transactionId"],
        transaction.get("originalTransactionId", ""),
        date(transaction, "revocationDate"),
        "",
        transaction["price"] / 1000 if "price" in transaction else "",
        number,
        transaction["inAppOwnershipType"],
        date(transaction, "signedDate"),
        transaction.get("offerIdentifier", ""),
        OFFER_TYPES.get(transaction.get("offerType"), ""),
    ]


def date(transaction, key):
    if key not in transaction:
        return ""
    seconds = transaction[key] / 1000
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%d %H:%M:%S")
