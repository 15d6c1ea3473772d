"""The first cells of a notebook: an engine, one customer, all customers, an offer's audience, the reasons, a forecast, a plan.

Open it in Jupyter or VS Code, or run it with Python. It needs Polars.
"""

# %% The offers
import pathlib

import polars
import winback

example = pathlib.Path(__file__).resolve().parent.parent / "DestinationVideo"
engine = winback.Engine(example / "catalog.json")

# %% What to tell one customer
print(engine.answer(example / "customers/alice.json", as_of="2024-12-20"))

# %% All customers, with a row for each offer
offers = polars.DataFrame(engine.score(example / "customers.jsonl", as_of="2025-07-01", long=True))
print(offers.head())

# %% Who can redeem which offer today
print(offers.filter(polars.col("verdict") == "eligible").select("customerId", "offerId", "eligibleThrough"))

# %% Why the others cannot
print(offers.filter(polars.col("verdict") == "ineligible").group_by("failedRule").len().sort("len", descending=True))

# %% How many customers each offer reaches, month by month
audience = polars.DataFrame(engine.forecast(example / "customers.jsonl", as_of="2025-01-01", by="month"))
print(audience.pivot("offerId", index="date", values="eligible"))

# %% Whom other criteria would reach
plan = polars.DataFrame(engine.plan(example / "customers.jsonl", offer="basic_1m_free", as_of="2025-07-01"))
print(plan.sort("eligible", descending=True).head())
