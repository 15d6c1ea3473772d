#!/usr/bin/env bash
# Scores histories that are rows of a Parquet file, transactions nested, and writes Parquet again.
#
#   parquet-with-duckdb.sh HISTORIES.parquet CATALOG AS_OF RESULTS.parquet
set -euo pipefail
histories=$1 catalog=$2 as_of=$3 results=$4

# The types are named: in most files no line, or only a late one, has an undetermined offer.
read_results="read_json('/dev/stdin', format = 'newline_delimited', columns = {
  customerId: 'VARCHAR', subscriptionGroupIdentifier: 'VARCHAR',
  eligibleWinBackOfferIDs: 'VARCHAR[]', undeterminedWinBackOfferIDs: 'VARCHAR[]'})"

trap 'rm -f "$results.part"' EXIT
duckdb -c "COPY (FROM '$histories') TO '/dev/stdout' (FORMAT json)" |
  winback score - --catalog "$catalog" --as-of "$as_of" --quiet |
  duckdb -c "COPY (FROM $read_results) TO '$results.part' (FORMAT parquet)"
mv "$results.part" "$results"
