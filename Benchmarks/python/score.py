#!/usr/bin/env python3
"""Scores a file of histories in plain Python: the readable reference of this folder.

It answers under the default policies only. The clause numbers (P1, F7, ...) are those of the
project's semantics; every other program here computes the same facts in the same order.
"""

import argparse
from datetime import date, datetime, timezone
from typing import NamedTuple

import orjson

DAY = 86_400_000
AUTO_RENEWABLE = "Auto-Renewable Subscription"
EPOCH = date(1970, 1, 1).toordinal()
EPOCH_TIME = datetime(1970, 1, 1, tzinfo=timezone.utc)
MODE_RANK = {"FREE_TRIAL": 0, "PAY_UP_FRONT": 1, "PAY_AS_YOU_GO": 2}
DURATION_DAYS = {
    "THREE_DAYS": 3, "ONE_WEEK": 7, "TWO_WEEKS": 14, "ONE_MONTH": 30,
    "TWO_MONTHS": 60, "THREE_MONTHS": 90, "SIX_MONTHS": 180, "ONE_YEAR": 365,
}  # fmt: skip


# Time ---------------------------------------------------------------------------------------


def instant(value):
    """Milliseconds since 1970 from milliseconds or from an ISO 8601 date or date-time (T1, T4)."""
    if type(value) is int or value is None:
        return value
    if isinstance(value, str):
        time = datetime.fromisoformat(value)
        if time.tzinfo is None:
            time = time.replace(tzinfo=timezone.utc)
        elapsed = time - EPOCH_TIME
        return elapsed.days * DAY + elapsed.seconds * 1000 + elapsed.microseconds // 1000
    return int(value // 1)


def days_in_month(year, month):
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def add_months(start, months):
    """The same day and time `months` later, the day clamped to the month's last (T2)."""
    day, time = divmod(start, DAY)
    civil = date.fromordinal(EPOCH + day)
    year, month = divmod(civil.year * 12 + civil.month - 1 + months, 12)
    last = days_in_month(year, month + 1)
    return (date(year, month + 1, min(civil.day, last)).toordinal() - EPOCH) * DAY + time


def months_between(start, end):
    """The largest n >= 0 with start + n months <= end (T3)."""
    if end < start:
        return 0
    first = date.fromordinal(EPOCH + start // DAY)
    last = date.fromordinal(EPOCH + end // DAY)
    months = (last.year - first.year) * 12 + last.month - first.month
    return months if add_months(start, months) <= end else months - 1


# Catalog ------------------------------------------------------------------------------------


class Offer(NamedTuple):
    """A win-back offer with its dates and territories ready for comparison."""

    id: str
    paid_months: int
    minimum: int
    maximum: int
    wait: int | None
    starts: int
    ends: int | None
    territories: frozenset[str]


class Catalog:
    """The offers of each group and product, best first (R2), and the group of each product."""

    def __init__(self, document):
        self.offers = {}
        self.offers_of_group = {}
        self.group_of_product = {}
        for group in document["subscriptionGroups"]:
            offers = []
            for product in group["subscriptions"]:
                own = product.get("winBackOffers") or []
                self.offers[(group["id"], product["productId"])] = read_offers(own)
                self.group_of_product[product["productId"]] = group["id"]
                offers += own
            self.offers_of_group[group["id"]] = read_offers(offers)


def rank(offer):
    """The sort key of R2; byte order of ids is the order of code points."""
    return (
        offer.get("priority") != "HIGH",
        MODE_RANK[offer["offerMode"]],
        -DURATION_DAYS[offer["duration"]] * (offer.get("periodCount") or 1),
        offer["offerId"],
    )


def read_offers(offers):
    return [read_offer(offer) for offer in sorted(offers, key=rank)]


def read_offer(offer):
    lapsed = offer["customerEligibilityTimeSinceLastSubscribedInMonths"]
    territories = offer.get("territories")
    if territories is None:
        territories = [price["territory"] for price in offer.get("prices") or []]
    end = offer.get("endDate")
    return Offer(
        id=offer["offerId"],
        paid_months=offer["customerEligibilityPaidSubscriptionDurationInMonths"],
        minimum=lapsed["minimum"],
        maximum=lapsed["maximum"],
        wait=offer.get("customerEligibilityWaitBetweenOffersInMonths"),
        starts=instant(offer["startDate"]),
        ends=None if end is None else instant(end[:10]) + DAY,
        territories=frozenset(territories),
    )


# Periods ------------------------------------------------------------------------------------


class Period(NamedTuple):
    """The service that one owned transaction gave: [start, end) (P3)."""

    start: int
    end: int
    transaction: dict


def deduplicated(transactions):
    """One transaction an id: the one signed last (P1)."""
    ids = [t.get("transactionId") for t in transactions]
    if len(set(ids)) == len(ids):
        return transactions
    newest, anonymous = {}, []
    for transaction, id in zip(transactions, ids):
        known = newest.get(id)
        if id is None:
            anonymous.append(transaction)
        elif known is None or signed(transaction) > signed(known):
            newest[id] = transaction
        elif signed(transaction) == signed(known) and transaction != known:
            raise ValueError(f"transaction '{id}' is given twice and differs")
    return [*newest.values(), *anonymous]


def signed(transaction):
    date = instant(transaction.get("signedDate"))
    return float("-inf") if date is None else date


def is_owned(transaction):
    return (transaction.get("inAppOwnershipType") or "PURCHASED") == "PURCHASED"


def order(transaction):
    """The sort key of owned transactions (P3)."""
    return (
        instant(transaction["purchaseDate"]),
        instant(transaction["expiresDate"]),
        transaction.get("transactionId") or "",
    )


def is_revoked(transaction, now):
    revocation = instant(transaction.get("revocationDate"))
    return revocation is not None and revocation <= now


def period_end(transaction, now):
    """The end of a transaction's period, as far as no later purchase supersedes it (P3)."""
    end = instant(transaction["expiresDate"])
    if is_revoked(transaction, now):
        end = min(end, instant(transaction["revocationDate"]))
    return max(end, instant(transaction["purchaseDate"]))


def service_periods(owned, now):
    """The periods of owned transactions, in order, as they are known at `now` (P3, T6)."""
    periods = []
    superseded = None
    for transaction in sorted(owned, key=order, reverse=True):
        start = instant(transaction["purchaseDate"])
        end = period_end(transaction, now)
        if superseded is not None:
            end = min(end, superseded)
        periods.append(Period(start, end, transaction))
        superseded = start
    periods.reverse()
    return periods


def is_paid(transaction, now):
    """Neither free (P4) nor refunded (P5)."""
    if transaction.get("offerDiscountType") == "FREE_TRIAL" or transaction.get("price") == 0:
        return False
    prorated = transaction.get("revocationType") == "REFUND_PRORATED"
    return prorated or not is_revoked(transaction, now)


def joins(earlier, later):
    """Whether service went on from one period to the next, or a renewal recovered it (F8)."""
    gap = later.start - earlier.end
    return gap <= 0 or (gap <= 60 * DAY and later.transaction.get("transactionReason") == "RENEWAL")


def paid_months(periods, now):
    """Months of the most recent run of paid service (F7)."""
    periods = [p for p in periods if p.start < min(p.end, now)]
    last = len(periods) - 1
    while last >= 0 and not is_paid(periods[last].transaction, now):
        last -= 1
    segments = []
    for index in range(last, -1, -1):
        period = periods[index]
        if index < last and not joins(period, periods[index + 1]):
            break
        if not is_paid(period.transaction, now):
            continue
        if segments and segments[-1][0] <= period.end:
            segments[-1][0] = period.start
        else:
            segments.append([period.start, min(period.end, now)])
    total = remainders = 0
    for start, end in segments:
        months = months_between(start, end)
        total += months
        remainders += end - add_months(start, months)
    return total + remainders // (31 * DAY)


# Eligibility --------------------------------------------------------------------------------


def renewal_info(history, last):
    """The renewal info that describes the last owned transaction (F3)."""
    info = history.get("renewalInfo")
    if not isinstance(info, list):
        return info or {}
    for entry in info:
        chain = entry.get("originalTransactionId")
        if chain is not None:
            if chain == last.get("originalTransactionId"):
                return entry
        elif entry.get("productId") == last["productId"]:
            return entry
    return {}


def state(history, last, end, renewal, is_replay, now):
    """What the rule `churned` depends on (F4, F5), or what the history does not show (F13)."""
    if now < end:
        return "subscribed"
    if is_revoked(last, now) and now < instant(last["expiresDate"]):
        return "revoked"
    grace = instant(renewal.get("gracePeriodExpiresDate"))
    if grace is not None and now < grace:
        return "in grace"
    retry_end = end + (90 if last.get("billingPlanType") == "MONTHLY" else 60) * DAY
    is_retried = renewal.get("isInBillingRetryPeriod")
    if is_retried and now < retry_end:
        return "in retry"
    status = renewal.get("autoRenewStatus")
    if status is not None:
        return "maybe renewed" if status == 1 and not is_retried else "churned"  # F13b
    if is_replay or is_revoked(last, now):
        return "churned"
    if float("-inf") < newest_signing(history) < end:
        return "maybe renewed"  # F13f
    return "maybe retried" if not renewal and now < retry_end else "churned"  # F13a


def newest_signing(history):
    info = history.get("renewalInfo") or []
    entries = history["transactions"] + (info if isinstance(info, list) else [info])
    return max(signed(entry) for entry in entries)


def redemption_ends(periods):
    """When the latest redemption of each win-back offer ended (F9)."""
    ends = {}
    for period in periods:
        if period.transaction.get("offerType") == 4:
            id = period.transaction.get("offerIdentifier")
            ends[id] = max(period.end, ends.get(id, period.end))
    return ends


def score_timeline(history, group, transactions, catalog, now):
    """The offers of `group` that are eligible, and those that lack a storefront to say (R1)."""
    owned = []
    is_replay = False
    for transaction in deduplicated(transactions):
        is_owned = (transaction.get("inAppOwnershipType") or "PURCHASED") == "PURCHASED"
        if instant(transaction["purchaseDate"]) > now:
            is_replay |= is_owned
        elif is_owned:
            owned.append(transaction)
        elif now < instant(transaction["expiresDate"]) and not is_revoked(transaction, now):
            return [], []  # `no-access`
    if not owned:
        return [], []  # `owned`

    # No period ends later than the last one, so it is the one of F1 as well as of F3.
    last = max(owned, key=order)
    end = period_end(last, now)
    renewal = {} if is_replay else renewal_info(history, last)
    found = state(history, last, end, renewal, is_replay, now)
    if found not in ("churned", "maybe retried", "maybe renewed"):
        return [], []  # `churned`

    is_known = found != "maybe renewed"
    if is_known:
        offers = catalog.offers.get((group, last["productId"]))
    else:
        offers = catalog.offers_of_group.get(group)
    if not offers:
        return [], []  # `product`
    lapsed = max(end, instant(renewal.get("gracePeriodExpiresDate")) or end)
    offers = [
        offer
        for offer in offers
        if offer.starts <= now
        and (offer.ends is None or now < offer.ends)
        and (
            not is_known
            or add_months(lapsed, offer.minimum) <= now <= add_months(lapsed, offer.maximum)
        )
    ]
    if not offers:
        return [], []  # `available`, `time-since-last-subscribed`
    periods = service_periods(owned, now)
    months = paid_months(periods, now)
    redeemed = redemption_ends(periods)
    storefront = history.get("storefront") or last.get("storefront")
    eligible, undetermined = [], []
    for offer in offers:
        ended = redeemed.get(offer.id)
        # A renewal that is not known would have added months.
        if (not is_known or months >= offer.paid_months) and (
            offer.wait is None or ended is None or now >= add_months(ended, offer.wait)
        ):
            if offer.territories and storefront is None:
                undetermined.append(offer.id)
            elif not offer.territories or storefront in offer.territories:
                (eligible if found == "churned" else undetermined).append(offer.id)
    return eligible, undetermined


def score(history, catalog, now):
    """One result for each timeline of a customer, in byte order of the group ids (R5)."""
    own_group = history.get("subscriptionGroupIdentifier")
    timelines = {}
    for transaction in history["transactions"]:
        if (transaction.get("type") or AUTO_RENEWABLE) == AUTO_RENEWABLE:
            group = transaction.get("subscriptionGroupIdentifier") or own_group
            group = group or catalog.group_of_product.get(transaction["productId"])
            if group is not None:
                timelines.setdefault(group, []).append(transaction)
    for group, transactions in sorted(timelines.items()) or [(own_group or "", [])]:
        eligible, undetermined = score_timeline(history, group, transactions, catalog, now)
        result = {
            "customerId": history["customerId"],
            "subscriptionGroupIdentifier": group,
            "eligibleWinBackOfferIDs": eligible,
        }
        if undetermined:
            result["undeterminedWinBackOfferIDs"] = undetermined
        yield result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("histories")
    parser.add_argument("--catalog", required=True)
    parser.add_argument("--as-of", required=True)
    parser.add_argument("--output", required=True)
    options = parser.parse_args()

    now = instant(options.as_of)
    with open(options.catalog, "rb") as file:
        catalog = Catalog(orjson.loads(file.read()))
    with (
        open(options.histories, "rb", 1 << 20) as lines,
        open(options.output, "wb", 1 << 20) as out,
    ):
        for line in lines:
            for result in score(orjson.loads(line), catalog, now):
                out.write(orjson.dumps(result, option=orjson.OPT_APPEND_NEWLINE))


if __name__ == "__main__":
    main()
