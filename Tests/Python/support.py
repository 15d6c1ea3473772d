"""What the tests of the module share: the command beside it, examples, and customers made up from a seed."""

import datetime
import importlib.util
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "Examples"
CATALOG = EXAMPLES / "DestinationVideo/catalog.json"
CUSTOMERS = EXAMPLES / "DestinationVideo/customers.jsonl"
AS_OF = "2025-07-01"
PROGRAM = os.path.join(os.path.dirname(sys.executable), "winback")
# Histories of another program, where Scripts/check-wheel makes some: with their catalog beside them.
HISTORIES = os.environ.get("WINBACK_HISTORIES")
MAPPING = {"title": "transactions", "optional": ["revoked", "offer_type", "offer"], "fields": {
    "customerId": "customer_id", "transactionId": "id", "productId": "product", "purchaseDate": "start", "expiresDate": "end",
    "revocationDate": "revoked", "price": "price", "offerType": "offer_type", "offerIdentifier": "offer"}}
COUNT = int(os.environ.get("WINBACK_CUSTOMERS", "300"))
# Whether the wheel is that of a release, which is many times faster than the others.
IS_RELEASED = bool(os.environ.get("WINBACK_SPEED"))


class FolderTest(unittest.TestCase):
    """Tests with a folder, each with one of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)


def needs(*modules):
    missing = [module for module in modules if importlib.util.find_spec(module) is None]
    return unittest.skipIf(missing, f"not installed: {', '.join(missing)}")


def command(*arguments, status=0, text=None):
    """What the command prints; with another status, what it writes to standard error."""
    result = subprocess.run([PROGRAM, *map(os.fspath, arguments)], input=text, capture_output=True)
    if result.returncode != status:
        raise AssertionError(f"expected status {status}, found {result.returncode}: {result.stderr.decode()}")
    return (result.stdout if status == 0 else result.stderr).decode()


def scored(path, *arguments, catalog=CATALOG, as_of=AS_OF):
    """The lines that the command writes for a file."""
    return command("score", path, "--catalog", catalog, "--as-of", as_of, "--quiet", *arguments).splitlines()


def customers(count, seed=1):
    """Histories of products and offers of the example's catalog, most of which make some sense."""
    chance = random.Random(seed)
    products = ["basic.monthly", "premium.monthly", "premium.yearly", "unknown.product"]
    day = 86_400_000
    for number in range(count):
        start = 1_640_995_200_000 + chance.randrange(900) * day + chance.randrange(day)
        transactions = []
        for index in range(chance.randrange(12)):
            product = chance.choices(products, [5, 4, 2, 1])[0]
            end = start + (365 if product == "premium.yearly" else chance.choice([28, 30, 31])) * day
            transaction = {"transactionId": f"{number}-{index}", "productId": product, "purchaseDate": start, "expiresDate": end,
                           "price": chance.choice([0, 4990, 9990]),
                           "transactionReason": chance.choice(["PURCHASE", "RENEWAL"])}
            if chance.random() < 0.05:
                transaction["revocationDate"] = start + chance.randrange(30) * day
            if chance.random() < 0.1:
                transaction |= {"offerType": 4, "offerIdentifier": chance.choice(["basic_1m_free", "premium_2w_free"])}
            transactions.append(transaction)
            start = end + chance.choice([0, 0, 0, 20, 200]) * day
        history = {"customerId": f"customer-{number} \"ü\"", "transactions": transactions}
        if chance.random() < 0.8:
            history["storefront"] = chance.choice(["USA", "JPN", "DEU"])
        if chance.random() < 0.1:
            history["subscriptionGroupIdentifier"] = "21394321"
        yield history


def write_lines(path, histories):
    path.write_text("".join(json.dumps(history) + "\n" for history in histories))
    return path


def instant(milliseconds):
    """The instant of milliseconds since 1970 in UTC; none of none."""
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    return None if milliseconds is None else epoch + datetime.timedelta(milliseconds=milliseconds)


def transactions(histories):
    """The rows of the transactions of histories, for the mapping."""
    def text(milliseconds):
        moment = instant(milliseconds)
        return moment and moment.isoformat(timespec="milliseconds")

    for history in histories:
        for item in history["transactions"]:
            yield {"customer_id": history["customerId"], "id": item["transactionId"], "product": item["productId"],
                   "start": text(item["purchaseDate"]), "end": text(item["expiresDate"]), "revoked": text(item.get("revocationDate")),
                   "price": item["price"] / 1000, "offer_type": item.get("offerType"), "offer": item.get("offerIdentifier")}
