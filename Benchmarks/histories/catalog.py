"""The products and offers that histories are made from and scored against."""

from typing import NamedTuple

from . import adding_months, day_of, instant, DAY
from .random_source import RandomSource

STREAMING, SPORTS = "21394321", "21394388"
TERRITORIES = ["AUS", "BRA", "CAN", "DEU", "ESP", "FRA", "GBR", "IND", "ITA", "JPN", "KOR", "MEX", "USA"]
FREE, UP_FRONT, AS_YOU_GO = MODES = "FREE_TRIAL", "PAY_UP_FRONT", "PAY_AS_YOU_GO"
DAYS = {"ONE_WEEK": 7, "TWO_WEEKS": 14}
MONTHS = {"ONE_MONTH": 1, "TWO_MONTHS": 2, "THREE_MONTHS": 3, "SIX_MONTHS": 6, "ONE_YEAR": 12}
FEWEST_OFFERS = 10


class Offer(NamedTuple):
    """A win-back offer, with the criteria that App Store Connect asks for; lengths are in months."""

    id: str
    mode: str
    # The length of one offer period.
    duration: str
    # Of paid service that the customer must have had.
    paid: int
    # Since the customer was last subscribed, at least and at most.
    lapsed: tuple[int, int]
    # From the end of this offer to its next redemption.
    wait: int | None = None
    periods: int = 1
    starts: int = instant(2024, 10, 1)
    ends: int | None = None
    is_high: bool = False
    territories: tuple[str, ...] = ()

    def end(self, start):
        """The end of one offer period."""
        if days := DAYS.get(self.duration):
            return start + days * DAY
        return adding_months(start, MONTHS[self.duration])

    def document(self):
        document = {
            "offerId": self.id, "offerMode": self.mode, "duration": self.duration, "periodCount": self.periods,
            "customerEligibilityPaidSubscriptionDurationInMonths": self.paid,
            "customerEligibilityTimeSinceLastSubscribedInMonths": {"minimum": self.lapsed[0], "maximum": self.lapsed[1]},
            "customerEligibilityWaitBetweenOffersInMonths": self.wait,
            "startDate": str(day_of(self.starts)), "endDate": self.ends and str(day_of(self.ends)),
            "priority": "HIGH" if self.is_high else "NORMAL", "territories": list(self.territories) or None,
        }
        return {key: value for key, value in document.items() if value is not None}


class Product(NamedTuple):
    """A subscription, the months of its billing period, its price in thousandths, and its win-back offers."""

    id: str
    group: str
    months: int
    price: int
    offers: list[Offer]


def catalog(offers):
    """Four products, the first three in one group, with so many offers, ten or more."""
    products = [
        Product("basic.monthly", STREAMING, 1, 4990, [
            Offer("basic_week_free", FREE, "ONE_WEEK", 1, (1, 3), 6),
            Offer("basic_month_free", FREE, "ONE_MONTH", 6, (2, 24), 12, is_high=True),
            Offer("basic_3_months_half", AS_YOU_GO, "ONE_MONTH", 3, (3, 12), periods=3, territories=("BRA", "CAN", "MEX", "USA")),
        ]),
        Product("premium.monthly", STREAMING, 1, 9990, [
            Offer("premium_month_free", FREE, "ONE_MONTH", 3, (2, 24), 6, ends=instant(2026, 12, 31), is_high=True),
            Offer("premium_3_months_upfront", UP_FRONT, "THREE_MONTHS", 1, (1, 12), 3),
            Offer("premium_loyal_6_months", UP_FRONT, "SIX_MONTHS", 24, (1, 24), 24, is_high=True,
                  territories=("DEU", "FRA", "GBR", "JPN", "USA")),
            Offer("premium_summer", AS_YOU_GO, "ONE_MONTH", 2, (4, 18), periods=2, starts=instant(2025, 6, 1),
                  ends=instant(2025, 8, 31)),
        ]),
        Product("premium.yearly", STREAMING, 12, 99_990, [
            Offer("yearly_year_upfront", UP_FRONT, "ONE_YEAR", 12, (1, 24), 12),
            Offer("yearly_2_weeks_free", FREE, "TWO_WEEKS", 12, (2, 12)),
        ]),
        Product("sports.monthly", SPORTS, 1, 6990, [Offer("sports_month_free", FREE, "ONE_MONTH", 2, (1, 24), 4)]),
    ]
    random = RandomSource(350)
    for number in range(FEWEST_OFFERS, offers):
        products[number % len(products)].offers.append(random_offer(number, random))
    return products


def random_offer(number, random):
    """An offer with values that Apple allows."""
    mode = random.one_of(MODES)
    durations = ["ONE_MONTH"] if mode == AS_YOU_GO else ["ONE_WEEK", *list(MONTHS)[:4]]
    duration = random.one_of(durations) if len(durations) > 1 else durations[0]
    minimum = random.within(1, 12)
    return Offer(
        f"offer_{number}", mode, duration,
        periods=random.within(1, 12) if mode == AS_YOU_GO else 1,
        paid=random.within(1, 60),
        lapsed=(minimum, random.within(minimum, 24)),
        wait=random.within(2, 24) if random.chance(500) else None,
        starts=instant(2025, random.within(1, 9), 1),
        ends=instant(2026, 1, 31) if random.chance(300) else None,
        is_high=random.chance(250),
        territories=tuple(territory for territory in TERRITORIES if random.chance(300)) if random.chance(400) else (),
    )  # fmt: skip


def document(products):
    """The catalog in the native format."""
    return {"subscriptionGroups": [
        {"id": group, "subscriptions": [
            {"productId": product.id, "subscriptionPeriod": "ONE_MONTH" if product.months == 1 else "ONE_YEAR",
             "winBackOffers": [offer.document() for offer in product.offers]}
            for product in products if product.group == group]}
        for group in (STREAMING, SPORTS)]}
