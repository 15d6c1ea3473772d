#!/bin/sh
# Scores the part files of a table, each with its header, gzipped or not, and writes the long table as CSV.
#
#   folder-of-parts.sh FOLDER MAPPING CATALOG AS_OF RESULTS.csv
set -eu
folder=$1 mapping=$2 catalog=$3 as_of=$4 results=$5

winback score "$folder"/* --mapping "$mapping" --sort --catalog "$catalog" --as-of "$as_of" --long \
  --quiet --output "$results"
