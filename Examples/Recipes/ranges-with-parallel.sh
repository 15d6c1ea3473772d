#!/bin/sh
# Scores a file with one process for each processor, and writes the results in the file's order.
#
#   ranges-with-parallel.sh HISTORIES CATALOG AS_OF RESULTS
set -eu
histories=$1 catalog=$2 as_of=$3 results=$4
length=${RANGE_LENGTH:-67108864}
size=$(wc -c <"$histories")

seq 0 "$length" "$size" |
  parallel --keep-order --halt now,fail=1 \
    winback score "$histories" --catalog "$catalog" --as-of "$as_of" --quiet --jobs 1 \
    --range "{}:$length" >"$results"
