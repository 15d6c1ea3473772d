"""Scores histories that are rows of a Parquet file, transactions nested, and writes Parquet again.

    parquet_with_duckdb.py HISTORIES.parquet CATALOG AS_OF RESULTS.parquet
"""

import sys

import duckdb
import winback

histories, catalog, as_of, results = sys.argv[1:]
# The results are computed while DuckDB writes them, so that the query that reads needs a connection of its own.
reader, writer = duckdb.connect(), duckdb.connect()
source = reader.sql(f"FROM '{histories}'")
scores = winback.Engine(catalog).score(source, as_of=as_of)
writer.sql(f"COPY (FROM scores) TO '{results}' (FORMAT parquet)")
