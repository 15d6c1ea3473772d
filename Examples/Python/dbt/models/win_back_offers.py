"""A row for each customer and offer: whether the customer can redeem it, since when, and why not."""

import pyarrow
import winback


def model(dbt, session):
    dbt.config(materialized="table")
    engine = winback.Engine(dbt.config.get("offers"))
    transactions = dbt.ref("transactions").to_arrow_table()
    scores = engine.score(transactions, mapping=dbt.config.get("mapping"), sort=True, long=True, as_of=dbt.config.get("as_of"))
    return pyarrow.table(scores)
