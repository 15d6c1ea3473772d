#!/usr/bin/env python3
"""Scores a file of histories with Polars, a batch of customers at a time.

A batch becomes a table of transactions, sorted by timeline and purchase, and the facts are
expressions over neighbouring rows. Customers are independent, so batches keep memory small.
"""

import argparse
import json
from datetime import date, datetime, timezone

import polars as pl
from polars import col

DAY = 86_400_000
BATCH = 5_000
MODES = ["FREE_TRIAL", "PAY_UP_FRONT", "PAY_AS_YOU_GO"]
DURATION_DAYS = {
    "THREE_DAYS": 3, "ONE_WEEK": 7, "TWO_WEEKS": 14, "ONE_MONTH": 30,
    "TWO_MONTHS": 60, "THREE_MONTHS": 90, "SIX_MONTHS": 180, "ONE_YEAR": 365,
}  # fmt: skip
TEXTS = [
    "transactionId", "originalTransactionId", "productId", "subscriptionGroupIdentifier", "type",
    "inAppOwnershipType", "revocationType", "offerIdentifier", "transactionReason", "storefront",
    "offerDiscountType", "billingPlanType",
]  # fmt: skip
DATES = ["purchaseDate", "expiresDate", "signedDate", "revocationDate"]


# Input --------------------------------------------------------------------------------------


def read_customers(path, dates):
    """The lines of a file, decoded.

    `renewalInfo` is an object or a list, so each line is decoded with the schema that it has.
    """
    moment = pl.Int64 if dates == "milliseconds" else pl.Datetime("ms")
    numbers = {"offerType": pl.Int64, "price": pl.Float64}
    transaction = dict.fromkeys(TEXTS, pl.String) | dict.fromkeys(DATES, moment) | numbers
    renewal = pl.Struct({
        "originalTransactionId": pl.String, "productId": pl.String, "autoRenewStatus": pl.Int64,
        "isInBillingRetryPeriod": pl.Boolean, "gracePeriodExpiresDate": moment,
        "signedDate": moment,
    })  # fmt: skip
    history = {
        "customerId": pl.String, "storefront": pl.String, "subscriptionGroupIdentifier": pl.String,
        "transactions": pl.List(pl.Struct(transaction)),
    }  # fmt: skip
    is_list = col("line").str.contains(r'"renewalInfo"\s*:\s*\[')
    one = pl.Struct(history | {"renewalInfo": renewal})
    several = pl.Struct(history | {"renewalInfo": pl.List(renewal)})
    lines = pl.scan_lines(path, name="line").select(
        is_list,
        one=pl.when(~is_list).then("line").str.json_decode(one),
        several=pl.when(is_list).then("line").str.json_decode(several),
    )
    line = {
        name: pl.coalesce(col("one").struct.field(name), col("several").struct.field(name))
        for name in history
    }
    return lines.select(
        **line,
        renewal=col("one").struct.field("renewalInfo"),
        renewals=col("several").struct.field("renewalInfo"),
    )


def read_offers(path, now):
    """The offers that are live at `now`, best first (R2), and the group of each product."""
    with open(path, encoding="utf-8") as file:
        catalog = json.load(file)
    offers, groups = [], {}
    for group in catalog["subscriptionGroups"]:
        for product in group["subscriptions"]:
            groups[product["productId"]] = group["id"]
            for offer in product.get("winBackOffers") or []:
                offers.append((group["id"], product["productId"], offer))
    offers.sort(key=lambda offer: rank(offer[2]))
    rows = [
        {
            "group": group,
            "product": product,
            "offer": offer["offerId"],
            "paid": offer["customerEligibilityPaidSubscriptionDurationInMonths"],
            **offer["customerEligibilityTimeSinceLastSubscribedInMonths"],
            "wait": offer.get("customerEligibilityWaitBetweenOffersInMonths"),
            "territories": territories(offer),
        }
        for group, product, offer in offers
        if midnight(offer["startDate"]) <= now
        and (offer.get("endDate") is None or now < midnight(offer["endDate"]) + DAY)
    ]
    schema = {
        "group": pl.String, "product": pl.String, "offer": pl.String, "paid": pl.Int64,
        "minimum": pl.Int64, "maximum": pl.Int64, "wait": pl.Int64,
        "territories": pl.List(pl.String),
    }  # fmt: skip
    return pl.DataFrame(rows, schema).with_row_index("rank"), groups


def rank(offer):
    return (
        offer.get("priority") != "HIGH",
        MODES.index(offer["offerMode"]),
        -DURATION_DAYS[offer["duration"]] * (offer.get("periodCount") or 1),
        offer["offerId"],
    )


def territories(offer):
    listed = offer.get("territories")
    return [p["territory"] for p in offer.get("prices") or []] if listed is None else listed


def midnight(day):
    return (date.fromisoformat(day) - date(1970, 1, 1)).days * DAY


# Time ---------------------------------------------------------------------------------------


def add_months(start, months):
    """The same day and time `months` later, the day clamped to the month's last (T2)."""
    day = start.cast(pl.Datetime("ms"))
    month = day.dt.year().cast(pl.Int64) * 12 + day.dt.month() - 1 + months
    first = pl.date(month // 12, month % 12 + 1, 1)
    clamped = pl.min_horizontal(day.dt.day(), first.dt.days_in_month())
    return (first.cast(pl.Int64) + clamped.cast(pl.Int64) - 1) * DAY + start % DAY


def months_between(start, end):
    """The largest n >= 0 with start + n months <= end (T3), where start <= end."""
    first, last = start.cast(pl.Datetime("ms")), end.cast(pl.Datetime("ms"))
    years = last.dt.year().cast(pl.Int64) - first.dt.year()
    months = years * 12 + last.dt.month() - first.dt.month()
    return months - (add_months(start, months) > end).cast(pl.Int64)


# Facts --------------------------------------------------------------------------------------

KEY = ["row", "group"]


class Scorer:
    """Answers for batches of customers at one instant."""

    def __init__(self, catalog, now, dates):
        self.offers, self.groups = read_offers(catalog, now)
        self.now = now
        self.dates = dates

    def instant(self, name):
        """A date column as milliseconds."""
        return col(name) if self.dates == "milliseconds" else col(name).dt.epoch("ms")

    def score(self, customers):
        """A line for each timeline of a batch, in order."""
        customers = customers.with_row_index("row")
        transactions = self.transactions(customers)
        periods = self.periods(transactions)
        lapsed = self.lapsed(customers, transactions, periods)
        is_renewed = col("state") == "maybe renewed"
        known = (
            lapsed.filter(~is_renewed)
            .join(self.offers, on=["group", "product"])
            .filter(
                pl.lit(self.now).is_between(
                    add_months(col("lapsed"), col("minimum")),
                    add_months(col("lapsed"), col("maximum")),
                )
            )
        )
        # A renewal that is not known may be one of any product.
        renewed = lapsed.filter(is_renewed).drop("product").join(self.offers, on="group")
        candidates = pl.concat([known, renewed.select(known.columns)]).sort("rank")
        periods = periods.join(candidates, on=KEY, how="semi")
        candidates = (
            candidates.join(self.paid_months(periods), on=KEY, how="left")
            .filter(is_renewed | (col("months").fill_null(0) >= col("paid")))
            .join(redemptions(periods), on=[*KEY, "offer"], how="left")
            .filter(
                (self.now >= add_months(col("ended"), col("wait"))).fill_null(True)  # F9
            )
        )
        return lines(customers, transactions, candidates)

    def transactions(self, customers):
        """The transactions of each timeline, one an id, the dates as milliseconds (P1, T6)."""
        revoked = self.instant("revocationDate")
        transactions = (
            customers.lazy()
            .select("row", own_group="subscriptionGroupIdentifier", transaction="transactions")
            .explode("transaction")
            .drop_nulls("transaction")
            .unnest("transaction")
            .filter(col("type").is_null() | (col("type") == "Auto-Renewable Subscription"))
            .select(
                "row",
                group=pl.coalesce(
                    "subscriptionGroupIdentifier",
                    "own_group",
                    col("productId").replace_strict(
                        self.groups, default=None, return_dtype=pl.String
                    ),
                ),
                id="transactionId",
                chain="originalTransactionId",
                product="productId",
                storefront="storefront",
                start=self.instant("purchaseDate"),
                expires=self.instant("expiresDate"),
                revoked=pl.when(revoked <= self.now).then(revoked),
                signed=self.instant("signedDate"),
                is_owned=col("inAppOwnershipType").fill_null("PURCHASED") == "PURCHASED",
                is_free=col("offerDiscountType").eq_missing("FREE_TRIAL")  # P4
                | col("price").eq_missing(0),
                is_prorated=col("revocationType").eq_missing("REFUND_PRORATED"),
                is_renewal=col("transactionReason").eq_missing("RENEWAL"),
                redeemed=pl.when(offerType=4).then("offerIdentifier"),
                retry=pl.when(billingPlanType="MONTHLY").then(90 * DAY).otherwise(60 * DAY),
            )
            .drop_nulls("group")
            .collect()
        )
        identified = transactions.select("row", "id").drop_nulls()
        repeated = identified.filter(identified.is_duplicated()).unique("row")
        if repeated.is_empty():
            return transactions
        newest = (
            transactions.join(repeated, on="row", how="semi")
            .sort("signed", descending=True, nulls_last=True)
            .filter(col("id").is_null() | col("id").is_first_distinct().over(KEY))
        )
        return pl.concat([transactions.join(repeated, on="row", how="anti"), newest])

    def periods(self, transactions):
        """The service that each owned transaction gave, in order (P3)."""
        superseded = pl.when(is_same_as(-1)).then(col("start").shift(-1))
        return (
            transactions.lazy()
            .filter("is_owned", col("start") <= self.now)
            .sort(*KEY, "start", "expires", "id")
            .with_columns(
                end=pl.max_horizontal("start", pl.min_horizontal("expires", "revoked", superseded)),
                is_last=~is_same_as(-1),
                is_paid=~col("is_free") & (col("is_prorated") | col("revoked").is_null()),  # P5
            )
            .collect()
        )

    def lapsed(self, customers, transactions, periods):
        """The timelines that have or may have churned, and since when they lapsed (F2 to F6)."""
        now = self.now
        last = periods.filter("is_last").drop("is_last", "signed")
        shared = transactions.filter(
            ~col("is_owned"), col("start") <= now, now < col("expires"), col("revoked").is_null()
        )
        replayed = transactions.filter("is_owned", col("start") > now).select(KEY).unique()
        renewal = self.renewals(customers, last).join(replayed, on=KEY, how="anti")
        is_retrying = col("isInBillingRetryPeriod").fill_null(False)
        return (
            last.filter(now >= col("end"), col("revoked").is_null() | (now >= col("expires")))
            .join(shared, on=KEY, how="anti")
            .join(renewal.with_columns(has_renewal=True), on=KEY, how="left")
            .join(replayed.with_columns(is_replayed=True), on=KEY, how="left")
            .join(self.signed(customers, transactions), on="row", how="left")
            .filter(
                col("grace").is_null() | (now >= col("grace")),
                ~is_retrying | (now >= col("end") + col("retry")),
            )
            .join(customers.select("row", place="storefront"), on="row")
            .select(
                *KEY,
                "product",
                place=pl.coalesce("place", "storefront"),  # F10
                lapsed=pl.max_horizontal("end", "grace"),
                # What the history does not show (F13).
                state=pl.when(col("autoRenewStatus").is_not_null())
                .then(
                    pl.when((col("autoRenewStatus") == 1) & ~is_retrying)
                    .then(pl.lit("maybe renewed"))
                    .otherwise(pl.lit("expired"))
                )
                .when(col("is_replayed").is_not_null() | col("revoked").is_not_null())
                .then(pl.lit("expired"))
                .when(col("signed") < col("end"))
                .then(pl.lit("maybe renewed"))
                .when(col("has_renewal").is_null() & (now < col("end") + col("retry")))
                .then(pl.lit("maybe retried"))
                .otherwise(pl.lit("expired")),
            )
        )

    def signed(self, customers, transactions):
        """The newest signature of each customer's history."""
        signed = self.instant("signedDate")
        single = customers.select("row", info="renewal")
        listed = customers.select("row", info="renewals").explode("info")
        renewals = pl.concat([single, listed]).drop_nulls().unnest("info")
        return (
            pl.concat([transactions.select("row", "signed"), renewals.select("row", signed=signed)])
            .group_by("row")
            .agg(col("signed").max())
        )

    def renewals(self, customers, last):
        """The renewal info that describes the last owned transaction of each timeline (F3)."""
        single = customers.select("row", info="renewal").drop_nulls().with_columns(is_list=False)
        listed = customers.select("row", info="renewals").explode("info").drop_nulls()
        return (
            pl.concat([single, listed.with_columns(is_list=True)])
            .unnest("info")
            .rename({"productId": "renewed"})
            .join(last.select(*KEY, "chain", "product"), on="row")
            .filter(
                ~col("is_list")
                | pl.when(col("originalTransactionId").is_null())
                .then(col("renewed") == col("product"))
                .otherwise(col("originalTransactionId") == col("chain"))
            )
            .unique(KEY, keep="first", maintain_order=True)
            .select(
                *KEY,
                "autoRenewStatus",
                "isInBillingRetryPeriod",
                grace=self.instant("gracePeriodExpiresDate"),
            )
        )

    def paid_months(self, periods):
        """Months of the most recent run of paid service (F7)."""
        gap = col("start") - col("end").shift(1)
        tolerance = pl.when("is_renewal").then(60 * DAY).otherwise(0)
        joins = is_same_as(1) & (gap <= tolerance)  # F8
        touches = is_same_as(1) & (gap <= 0)
        return (
            periods.lazy()
            .filter(col("start") < col("end"))
            .with_columns(run=(~joins).cum_sum())
            .filter("is_paid")
            .filter(col("run") == col("run").last().over(KEY))
            .with_columns(segment=(~touches).cum_sum())
            .group_by("segment")
            .agg(col("row", "group", "start").first(), col("end").last())
            .with_columns(months=months_between(col("start"), col("end")))
            .with_columns(rest=col("end") - add_months(col("start"), col("months")))
            .group_by(KEY)
            .agg(months=col("months").sum() + col("rest").sum() // (31 * DAY))
            .collect()
        )


def is_same_as(offset):
    """Whether the row at a distance is there and of the same timeline."""
    is_same = [col(name) == col(name).shift(offset) for name in KEY]
    return pl.all_horizontal(is_same).fill_null(False)


def redemptions(periods):
    """When the latest redemption of each win-back offer ended (F9)."""
    return (
        periods.drop_nulls("redeemed").group_by(*KEY, offer="redeemed").agg(ended=col("end").max())
    )


def lines(customers, transactions, candidates):
    """The results as JSON, a line for each timeline (R5) or customer without transactions."""
    timelines = transactions.select(KEY).unique()
    empty = customers.join(timelines, on="row", how="anti").select(
        "row", group=col("subscriptionGroupIdentifier").fill_null("")
    )
    is_unlocated = col("place").is_null() & (col("territories").list.len() > 0)
    is_decided = ~is_unlocated & (col("state") == "expired")
    results = (
        candidates.filter(
            (col("territories").list.len() == 0)
            | col("place").is_null()
            | col("territories").list.contains(col("place"))
        )
        .group_by(KEY, maintain_order=True)
        .agg(
            eligible=col("offer").filter(is_decided),
            undetermined=col("offer").filter(~is_decided),
        )
    )
    none = pl.lit([], pl.List(pl.String))
    result = {
        "customerId": col("customerId"),
        "subscriptionGroupIdentifier": col("group"),
        "eligibleWinBackOfferIDs": col("eligible").fill_null(none),
    }
    undetermined = {"undeterminedWinBackOfferIDs": col("undetermined")}
    return (
        pl.concat([timelines, empty])
        .join(customers.select("row", "customerId"), on="row")
        .join(results, on=KEY, how="left")
        .sort(KEY)
        .select(
            pl.when(col("undetermined").list.len() > 0)
            .then(pl.struct(**result, **undetermined).struct.json_encode())
            .otherwise(pl.struct(**result).struct.json_encode())
        )
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("histories")
    parser.add_argument("--catalog", required=True)
    parser.add_argument("--as-of", required=True)
    parser.add_argument("--dates", choices=["milliseconds", "iso8601"], default="milliseconds")
    parser.add_argument("--output", required=True)
    options = parser.parse_args()

    now = datetime.fromisoformat(options.as_of)
    now = now if now.tzinfo else now.replace(tzinfo=timezone.utc)
    now = round((now - datetime(1970, 1, 1, tzinfo=timezone.utc)).total_seconds() * 1000)
    scorer = Scorer(options.catalog, now, options.dates)
    batches = read_customers(options.histories, options.dates).collect_batches(
        chunk_size=BATCH, maintain_order=True, engine="streaming"
    )
    with open(options.output, "wb") as out:
        for batch in batches:
            scorer.score(batch).write_csv(out, include_header=False, quote_style="never")


if __name__ == "__main__":
    main()
