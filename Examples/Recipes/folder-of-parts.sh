#!/usr/bin/env bash
# Scores the part files of a table, each with its header, gzipped or not, and writes the long table as CSV.
#
#   folder-of-parts.sh FOLDER MAPPING CATALOG AS_OF RESULTS.csv
set -euo pipefail
folder=$1 mapping=$2 catalog=$3 as_of=$4 results=$5

# The rows of all parts below the header of the first one.
join_parts() {
  local part first=1
  for part in "$folder"/*; do
    gzip -dcf "$part" | if [ -n "$first" ]; then cat; else tail -n +2; fi
    first=
  done
}

join_parts |
  winback score - --mapping "$mapping" --sort --catalog "$catalog" --as-of "$as_of" --long --quiet \
    --output "$results"
