#!/usr/bin/env bash
# Scores a file with one process for each processor, and writes the results in the file's order.
#
#   ranges-with-xargs.sh HISTORIES CATALOG AS_OF RESULTS
set -euo pipefail
histories=$1 catalog=$2 as_of=$3 results=$4
length=${RANGE_LENGTH:-67108864}

# Ranges are of what gzip has compressed, and each process would decompress all before its own.
if [ "$(od -An -tx1 -N2 "$histories" | tr -d ' ')" = 1f8b ]; then
  echo "$0: expected a file that is not gzipped, found '$histories'" >&2
  exit 65
fi
size=$(wc -c <"$histories")

parts=$(mktemp -d)
trap 'rm -rf "$parts" "$results.part"' EXIT
# Offsets of the same number of digits (-w) sort by name as the parts lie in the file.
seq -w 0 "$length" "$size" |
  xargs -P "$(getconf _NPROCESSORS_ONLN)" -I OFFSET \
    winback score "$histories" --catalog "$catalog" --as-of "$as_of" --quiet --jobs 1 \
    --range "OFFSET:$length" --output "$parts/OFFSET"
cat "$parts"/* >"$results.part"
mv "$results.part" "$results"
