#!/bin/sh
# Scores a file with one process for each processor, and writes the results in the file's order.
#
#   ranges-with-xargs.sh HISTORIES CATALOG AS_OF RESULTS
set -eu
histories=$1 catalog=$2 as_of=$3 results=$4
length=${RANGE_LENGTH:-67108864}
size=$(wc -c <"$histories")

parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
# Offsets of the same number of digits (-w) sort by name as the parts lie in the file.
seq -w 0 "$length" "$size" |
  xargs -P "$(getconf _NPROCESSORS_ONLN)" -I OFFSET \
    winback score "$histories" --catalog "$catalog" --as-of "$as_of" --quiet --jobs 1 \
    --range "OFFSET:$length" --output "$parts/OFFSET"
cat "$parts"/* >"$results"
