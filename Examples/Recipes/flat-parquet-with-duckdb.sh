#!/usr/bin/env bash
# Scores a table of transactions in Parquet, one row each, and writes the long table of results as Parquet.
#
#   flat-parquet-with-duckdb.sh TRANSACTIONS.parquet MAPPING CATALOG AS_OF RESULTS.parquet
#
# TRANSACTIONS may be a pattern such as 'export/*.parquet'; MAPPING says what the columns mean.
set -euo pipefail
transactions=$1 mapping=$2 catalog=$3 as_of=$4 results=$5

read_results="read_csv('/dev/stdin', header = true, columns = {
  customerId: 'VARCHAR', subscriptionGroupIdentifier: 'VARCHAR', offerId: 'VARCHAR',
  verdict: 'VARCHAR', failedRule: 'VARCHAR',
  eligibleFrom: 'TIMESTAMPTZ', eligibleThrough: 'TIMESTAMPTZ'})"

trap 'rm -f "$results.part"' EXIT
duckdb -c "COPY (FROM '$transactions') TO '/dev/stdout' (FORMAT csv, HEADER)" |
  winback score - --mapping "$mapping" --sort --catalog "$catalog" --as-of "$as_of" --long --quiet |
  duckdb -c "COPY (FROM $read_results) TO '$results.part' (FORMAT parquet)"
mv "$results.part" "$results"
