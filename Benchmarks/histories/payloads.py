"""Customers as lines of JSON in the native history format, with the keys of a payload."""

from . import instant, iso8601, DAY
from .catalog import STREAMING, TERRITORIES
from .life import COLLECTED, WIN_BACK
from .random_source import RandomSource

PAYLOADS = "full", "trimmed", "lean", "shuffled", "nested", "varied"
DATES = {"milliseconds": str, "iso8601": lambda date: f'"{iso8601(date)}"'}
# Apple added prices in 2023.
FIRST_PRICE = instant(2023, 1, 1)
DEEPEST = 3
KEYS = ["productId", "expiresDate", "price", "customerId", "transactions"]
STRINGS = ["", "}", "]},{", r'a, \"b\": [', r"C:\\", r"\u00e9t\u00e9", "Zürich", r"\ud83d\ude00", "/"]

# What a storefront charges in: a dollar in thousandths; prices are whole steps, less an ending. Such rates make
# prices of all lengths, as real ones are.
EURO = ("EUR", 1000, 1000, 10)
CURRENCIES = {
    "AUS": ("AUD", 1500, 1000, 10), "BRA": ("BRL", 5400, 1000, 100), "CAN": ("CAD", 1350, 1000, 10),
    "DEU": EURO, "ESP": EURO, "FRA": EURO, "ITA": EURO, "GBR": ("GBP", 900, 1000, 10),
    "IND": ("INR", 50_000, 10_000, 1000), "JPN": ("JPY", 150_000, 100_000, 0),
    "KOR": ("KRW", 1_300_000, 1_000_000, 100_000), "MEX": ("MXN", 18_000, 10_000, 1000),
}  # fmt: skip
DOLLAR = ("USD", 1000, 1, 0)


def price_and_currency(transaction):
    code, rate, step, ending = CURRENCIES.get(transaction.storefront, DOLLAR)
    if not transaction.price:
        return 0, code
    return max(1, (transaction.price * rate // 1000 + step - 1) // step) * step - ending, code


def scattered(id):
    """Another id that depends on the id alone, so that chains and transactions given twice stay such."""
    return RandomSource(id).digits(16)


def container(is_object, depth, random):
    """An object or array with known keys, brackets in strings and escapes.

    A reader that skips a value by looking for its end must not stumble over them.
    """
    parts = []
    for index in range(random.within(0, 4)):
        # No object has a key twice.
        key = f'"{random.one_of(KEYS)}{index or ""}":' if is_object else ""
        parts.append(key + nested_value(depth, random))
    return f"{{{','.join(parts)}}}" if is_object else f"[{','.join(parts)}]"


def nested_value(depth, random):
    kind = random.below(8 if depth < DEEPEST else 6)
    if kind == 0:
        return "true" if random.chance(500) else "null"
    if kind == 1:
        return str(random.below(1 << random.within(1, 40)))
    if kind == 2:
        return f"-{random.below(1000)}.{random.below(1000)}e-{random.below(9)}"
    if kind == 3:
        return f'"{random.one_of(STRINGS)}"'
    if kind < 6:
        return f'"{random.words(random.within(1, 5))}"'
    return container(kind == 6, depth + 1, random)


def add_nested(members, count, random):
    """Adds members under keys that no program knows, among the others."""
    for _ in range(count):
        key = random.letters(random.within(1, 12))
        members.append(f'"{key}Info":{container(random.chance(600), 1, random)}')
        place = random.below(len(members))
        members[-1], members[place] = members[place], members[-1]


class Writer:
    """Writes customers with the keys of a payload."""

    def __init__(self, products, payload, dates, seed):
        self.products, self.payload, self.date, self.seed = products, payload, DATES[dates], seed
        self.has_all_keys = payload not in ("trimmed", "lean")

    def line(self, customer):
        payload, random = self.payload, RandomSource(~self.seed + customer.number)
        if payload == "lean":
            self.unload(customer)
        elif payload == "varied":
            self.vary(customer, random)
        suffix = f"-{random.letters(12)}" if payload == "varied" else ""
        members = [f'"customerId":"c-{customer.number:07}{suffix}"']
        if customer.storefront:
            members.append(f'"storefront":"{customer.storefront}"')
        if not customer.has_two_groups:
            members.append(f'"subscriptionGroupIdentifier":"{STREAMING}"')
        transactions = [self.transaction(one, customer.has_two_groups, random) for one in customer.transactions]
        if customer.consumable:
            transactions.append('{"transactionId":"1","productId":"gems.100","type":"Consumable",'
                                f'"purchaseDate":{self.date(customer.consumable)}}}')
        members.append(f'"transactions":[{",".join(transactions)}]')
        if customer.renewals:
            renewals = ",".join([self.renewal(one, random) for one in customer.renewals])
            members.append(f'"renewalInfo":[{renewals}]' if customer.has_two_groups else f'"renewalInfo":{renewals}')
        if payload == "nested":
            add_nested(members, 1, random)
        return self.object(members, random) + "\n"

    def object(self, members, random):
        if self.payload == "shuffled":
            random.shuffle(members)
        return f"{{{','.join(members)}}}"

    def unload(self, customer):
        """As a warehouse keeps it: subscriptions only, each transaction once, as it was signed last, and the storefront
        at the customer."""
        transactions = customer.transactions
        if transactions and not customer.storefront:
            customer.storefront = transactions[0].storefront
        customer.consumable = None
        newest = {}
        for one in transactions:
            newest[one.id] = max(newest.get(one.id, 0), one.signed)
        customer.transactions = [one for one in transactions if one.signed == newest[one.id]]

    def vary(self, customer, random):
        """With other ids, prices, dates of signature and storefronts."""
        for one in customer.transactions:
            one.id, one.original = scattered(one.id), scattered(one.original)
            one.price = random.within(1, 99_999_999) if one.price else 0
            one.signed += random.below(400)
            if one.storefront:
                one.storefront = random.one_of(TERRITORIES)
        for renewal in customer.renewals:
            renewal.original = scattered(renewal.original)

    def transaction(self, one, in_two_groups, random):
        if self.payload == "lean":
            members = self.lean_members(one)
        elif self.payload == "varied":
            members = self.apple_members(one, in_two_groups, random.letters(3).upper()) + self.identifiers(one, random)
        else:
            members = self.apple_members(one, in_two_groups)
        if self.payload == "nested":
            add_nested(members, random.within(1, 3), random)
        return self.object(members, random)

    def apple_members(self, one, in_two_groups, currency=None):
        """The keys of a decoded transaction of the App Store Server API, in Apple's order."""
        date, has_all, product = self.date, self.has_all_keys, self.products[one.product]
        price, usual_currency = price_and_currency(one)
        has_price = one.purchased >= FIRST_PRICE
        ownership = "FAMILY_SHARED" if one.is_shared else "PURCHASED"
        kind, offer, mode = one.offer or (None, None, None)
        members = [
            f'"transactionId":"{one.id}"',
            f'"originalTransactionId":"{one.original}"' if has_all or in_two_groups else "",
            f'"productId":"{product.id}"',
            f'"subscriptionGroupIdentifier":"{product.group}"' if has_all or in_two_groups else "",
            f'"purchaseDate":{date(one.purchased)}', f'"expiresDate":{date(one.expires)}',
            '"quantity":1' if has_all else "", '"type":"Auto-Renewable Subscription"' if has_all else "",
            f'"inAppOwnershipType":"{ownership}"', f'"signedDate":{date(one.signed)}',
            *(self.refund(one, has_price) if one.refund else ()),
            '"isUpgraded":true' if one.is_upgraded else "",
            f'"offerType":{kind}' if kind else "", f'"offerIdentifier":"{offer}"' if offer else "",
            '"environment":"Production"' if has_all else "", reason(one),
            f'"storefront":"{one.storefront}"' if one.storefront else "",
            f'"price":{price}' if has_price else "",
            f'"currency":"{currency or usual_currency}"' if has_price and has_all else "",
            f'"offerDiscountType":"{mode}"' if mode else "",
        ]  # fmt: skip
        return [member for member in members if member]

    def refund(self, one, has_type):
        members = ['"revocationReason":0'] if self.has_all_keys else []
        members.append(f'"revocationDate":{self.date(one.refunded)}')
        if one.refund == "PRORATED":
            members += ['"revocationType":"REFUND_PRORATED"', '"revocationPercentage":50000']
        elif has_type:
            members.append('"revocationType":"REFUND_FULL"')
        return members

    def lean_members(self, one):
        """Seven keys; more only for a refund, a family's share and a redemption."""
        date = self.date
        members = [
            f'"transactionId":"{one.id}","originalTransactionId":"{one.original}"',
            f'"productId":"{self.products[one.product].id}","purchaseDate":{date(one.purchased)}',
            f'"expiresDate":{date(one.expires)},"price":{price_and_currency(one)[0]}', reason(one),
        ]  # fmt: skip
        if one.refund:
            members.append(f'"revocationDate":{date(one.refunded)}')
        if one.refund == "PRORATED":
            members.append('"revocationType":"REFUND_PRORATED"')
        if one.is_shared:
            members.append('"inAppOwnershipType":"FAMILY_SHARED"')
        if one.offer and one.offer[0] == WIN_BACK:
            members.append(f'"offerType":{WIN_BACK},"offerIdentifier":"{one.offer[1]}"')
        return members

    def identifiers(self, one, random):
        """More of Apple's keys, and a name as exports have it; their values all differ."""
        return [
            f'"originalPurchaseDate":{self.date(one.purchased - random.below(400 * DAY))}',
            f'"webOrderLineItemId":"{random.digits(16)}"',
            f'"bundleId":"com.{random.letters(7)}.{random.letters(9)}"',
            f'"appAccountToken":"{random.uuid()}"',
            f'"appTransactionId":"{random.digits(16)}"',
            f'"storefrontId":"{random.digits(6)}"',
            f'"referenceName":"{random.words(random.within(1, 4))}"',
        ]

    def renewal(self, one, random):
        product, is_lean = self.products[one.product].id, self.payload == "lean"
        members = [
            f'"expirationIntent":{one.intent}' if one.intent and not is_lean else "",
            f'"originalTransactionId":"{one.original}"',
            "" if is_lean else f'"autoRenewProductId":"{product}"',
            f'"productId":"{product}"', f'"autoRenewStatus":{one.is_automatic:d}',
            "" if one.retries is None else f'"isInBillingRetryPeriod":{str(one.retries).lower()}',
            f'"gracePeriodExpiresDate":{self.date(one.grace)}' if one.grace else "",
            "" if is_lean else f'"signedDate":{self.date(COLLECTED)}',
            "" if is_lean else '"environment":"Production"',
            "" if is_lean else f'"renewalDate":{self.date(one.date)}',
        ]  # fmt: skip
        return self.object([member for member in members if member], random)


def reason(one):
    return '"transactionReason":"RENEWAL"' if one.is_renewal else '"transactionReason":"PURCHASE"'
