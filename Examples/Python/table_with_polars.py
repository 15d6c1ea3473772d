"""Scores a table of transactions in Parquet, one row each, with a mapping of its columns, and joins the results.

    table_with_polars.py TRANSACTIONS.parquet MAPPING CATALOG AS_OF RESULTS.parquet
"""

import sys

import polars
import winback

transactions, mapping, catalog, as_of, results = sys.argv[1:]
table = polars.read_parquet(transactions)
scores = winback.Engine(catalog).score(table, mapping=mapping, sort=True, as_of=as_of, long=True)
offers = polars.DataFrame(scores)
spent = table.group_by("customer_id").agg(polars.sum("price").alias("spent"))
offers.join(spent, left_on="customerId", right_on="customer_id", how="left", maintain_order="left").write_parquet(results)
print(f"{scores.summary['customers']} customers, {scores.summary['rejected']} rejected", *scores.warnings, sep="\n")
