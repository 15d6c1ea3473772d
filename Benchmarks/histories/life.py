"""What customers do: each is made from the seed and the customer's number alone."""

from copy import copy
from dataclasses import dataclass, field

from . import adding_months, instant, DAY, HOUR, SECOND
from .catalog import AS_YOU_GO, FREE, TERRITORIES
from .random_source import RandomSource

# Nothing happens after the histories were collected.
COLLECTED = instant(2026, 3, 1)
OLDEST, NEWEST = instant(2019, 6, 1), COLLECTED - 15 * DAY
LONGEST = 60
INTRODUCTORY, PROMOTIONAL, OFFER_CODE, WIN_BACK = 1, 2, 3, 4
CANCELLED, FAILED_BILLING, REFUSED_PRICE, REFUNDED = 1, 2, 3, 5


@dataclass(slots=True)
class Transaction:
    """A decoded App Store transaction, before it is written."""

    id: int
    original: int
    product: int
    purchased: int
    expires: int
    signed: int
    price: int
    storefront: str | None
    is_renewal: bool
    # The kind of the applied offer, its id and its mode.
    offer: tuple | None = None
    is_shared: bool = False
    is_upgraded: bool = False
    # FULL or PRORATED.
    refund: str | None = None
    refunded: int = 0


@dataclass(slots=True)
class Renewal:
    """The decoded renewal info of one subscription, before it is written."""

    original: int
    product: int
    date: int
    is_automatic: bool
    intent: int | None = None
    retries: bool | None = None
    grace: int | None = None


@dataclass(slots=True)
class Customer:
    number: int
    storefront: str | None
    transactions: list = field(default_factory=list)
    renewals: list = field(default_factory=list)
    has_two_groups: bool = False
    # The purchase of a consumable, which no subscription rule looks at.
    consumable: int | None = None


def customer(products, seed, number):
    random = RandomSource(seed + number * 0xD134_2543_DE82_EF95)
    storefront = "USA" if random.chance(400) else random.one_of(TERRITORIES)
    # Most storefronts are known from the transactions, some from the history, a few not at all.
    known = random.below(1000)
    made = Customer(number, storefront if known < 45 or 50 <= known < 200 else None)
    if known < 50:
        storefront = None
    # A subscription has at most 60 transactions and those of one offer more.
    first = 2_000_000_100_000_000 + number * 256
    kind = random.below(1000)
    if kind < 2:
        return made
    if 7 <= kind < 27:
        made.has_two_groups = True
        subscribe(made, products, range(3, 4), first + 80, storefront, random)
    if kind >= 7:
        subscribe(made, products, range(3), first, storefront, random)
    if not made.transactions or random.chance(50):
        share(made, first + 160, storefront, random)
    if random.chance(10):
        made.consumable = made.transactions[0].purchased + 3 * DAY
    if random.chance(20):
        made.transactions.append(older_version(random.one_of(made.transactions), random))
    if random.chance(100):
        random.shuffle(made.transactions)
    return made


def subscribe(made, products, levels, first, storefront, random):
    story = Subscription(products, levels, first, storefront, RandomSource(random.below(1 << 64)))
    renewal = story.live(random.within(OLDEST // SECOND, NEWEST // SECOND) * SECOND)
    made.transactions += story.transactions
    if random.chance(900):
        made.renewals.append(renewal)


def share(made, first, storefront, random):
    """Adds a family member's subscription: it gives access, and nothing else."""
    start = COLLECTED - random.within(1, 900) * DAY - random.below(86_400) * SECOND
    for number in range(random.within(1, 8)):
        if start >= COLLECTED:
            break
        end = adding_months(start, 1)
        made.transactions.append(
            Transaction(first + number, first, 1, start, end, start + 5000, 0, storefront, number > 0, is_shared=True))
        start = end


def older_version(transaction, random):
    """What an older signature said of a transaction that was extended or refunded since."""
    older = copy(transaction)
    older.signed -= 500
    if older.refund:
        older.refund = None
    else:
        older.expires -= random.within(0, 7) * DAY
    return older


class Subscription:
    """What a customer does in one subscription group, from the first purchase on."""

    def __init__(self, products, levels, first, storefront, random):
        self.products, self.levels, self.first, self.storefront, self.random = products, levels, first, storefront, random
        self.transactions = []
        self.product = random.one_of(levels)
        # A few leave at once, a few stay for years: the tail of the histories is long.
        self.churn = random.one_of([420, 260, 140, 70, 30, 12])

    @property
    def end(self):
        return self.transactions[-1].expires

    def live(self, start):
        """Subscribes, lapses and returns until the histories are collected."""
        random = self.random
        while True:
            self.subscribe(start)
            ending = self.renew_until_the_end()
            longest = 30 * random.within(1, 25)
            start = self.end + random.within(5, longest) * DAY
            if not ending or start >= COLLECTED or len(self.transactions) >= LONGEST or not random.chance(400):
                return self.renewal(ending)

    def purchase(self, start, end, is_renewal, price=None, offer=None):
        price = self.products[self.product].price if price is None else price
        signed = start + 1000 + self.random.below(60_000)
        self.transactions.append(Transaction(
            self.first + len(self.transactions), self.first, self.product, start, end, signed, price, self.storefront,
            is_renewal, offer))  # fmt: skip

    def bill_from(self, anchor):
        """Begins regular billing."""
        self.anchor, self.periods = anchor, 0

    def renew(self, is_renewal=True, price=None, offer=None):
        months = self.products[self.product].months
        start = adding_months(self.anchor, self.periods * months)
        self.periods += 1
        self.purchase(start, adding_months(self.anchor, self.periods * months), is_renewal, price, offer)

    def subscribe(self, start):
        random, is_first = self.random, not self.transactions
        self.bill_from(start)
        if is_first and random.chance(300):
            self.bill_from(start + 7 * DAY)
            self.purchase(start, self.anchor, False, 0, (INTRODUCTORY, None, FREE))
        elif not is_first and random.chance(400) and (offer := self.offer_to_redeem(start)):
            self.redeem(offer, start)
        elif random.chance(120):
            kind = OFFER_CODE if is_first else PROMOTIONAL
            self.renew(False, self.products[self.product].price // 2, (kind, "spring_half", AS_YOU_GO))
        else:
            self.renew(False)

    def offer_to_redeem(self, start):
        offer = self.random.one_of(self.products[self.product].offers)
        return offer if offer.starts <= start else None

    def redeem(self, offer, start):
        applied = (WIN_BACK, offer.id, offer.mode)
        if offer.mode != AS_YOU_GO:
            self.bill_from(offer.end(start))
            self.purchase(start, self.anchor, False, 0 if offer.mode == FREE else 4990, applied)
            return
        for period in range(offer.periods):
            if period == 0 or self.end < COLLECTED:
                self.renew(period > 0, 990, applied)

    def renew_until_the_end(self):
        """Returns how the latest subscription ended, or nothing while it runs."""
        random = self.random
        while self.end < COLLECTED:
            monthly = self.products[self.product].months == 1
            churn = self.churn if monthly else min(3 * self.churn, 700)
            if len(self.transactions) >= LONGEST or random.chance(churn):
                return self.leave()
            event = random.below(1000)
            if event < 25:
                recovered = self.end + random.within(1, 45) * DAY
                if recovered >= COLLECTED:
                    return FAILED_BILLING
                self.bill_from(recovered)
            elif event < 37:
                self.bill_from(self.end)
                self.product = random.one_of(self.levels)
            elif event < 45 and self.product < self.levels[-1]:
                self.upgrade()
                continue
            elif 45 <= event < 50:
                self.refund()
            self.renew()
            if 50 <= event < 70:
                self.transactions[-1].purchased -= random.within(1, 23) * HOUR
        return None

    def leave(self):
        kind = self.random.below(1000)
        if kind >= 920:
            self.refund()
            return REFUNDED
        return CANCELLED if kind < 680 else FAILED_BILLING if kind < 880 else REFUSED_PRICE

    def upgrade(self):
        last = self.transactions[-1]
        length = last.expires - last.purchased
        self.bill_from(last.purchased + self.random.within(length // 10, length))
        last.is_upgraded = True
        self.product = self.levels[-1]
        self.renew(False)

    def refund(self):
        last = self.transactions[-1]
        last.refund = "PRORATED" if self.random.chance(300) else "FULL"
        last.refunded = min(last.purchased + self.random.within(0, 45 * 24) * HOUR, COLLECTED)
        last.signed = last.refunded + 1000

    def renewal(self, ending):
        random = self.random
        made = Renewal(self.first, self.product, self.end, False, ending)
        if not ending:
            made.is_automatic = random.chance(850)
        elif ending == FAILED_BILLING:
            # Some snapshots are stale and still call a retry that is long over under way.
            made.retries = made.is_automatic = self.end + 60 * DAY > COLLECTED or random.chance(50)
            made.grace = self.end + 16 * DAY if random.chance(500) else None
        return made
