"""Scores a directory of histories on a Spark cluster, with `winback score` as the worker.

A task is a range of bytes of one file. Spark hands out the ranges and collects the answers; the
histories themselves go from the storage into the worker, and never through the JVM.
"""

import argparse
import functools
import itertools
import json
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path

import pyarrow
import pyarrow.compute
import pyarrow.fs
import pyarrow.json
from pyspark import SparkFiles, TaskContext
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

MEBIBYTE = 1 << 20

RANGE = "file string, offset bigint, length bigint, isWholeFile boolean"

# What `winback score` writes: a line for each timeline, and one for each line that it cannot read.
RESULT = pyarrow.schema({
    "customerId": pyarrow.string(),
    "subscriptionGroupIdentifier": pyarrow.string(),
    "eligibleWinBackOfferIDs": pyarrow.list_(pyarrow.string()),
    "undeterminedWinBackOfferIDs": pyarrow.list_(pyarrow.string()),
})
REJECT = pyarrow.schema({
    "file": pyarrow.string(),
    "rangeOffset": pyarrow.int64(),
    "lineInRange": pyarrow.int64(),
    "column": pyarrow.int64(),
    "reason": pyarrow.string(),
    "text": pyarrow.string(),
    "base64": pyarrow.string(),
})
# A task hands over both, in one table: either the result is there, or the reject.
ANSWER = RESULT.append(pyarrow.field("reject", pyarrow.struct(list(REJECT))))

# The table of offers: a row for each offer that a customer may have, the best with rank 1.
OFFERS = [
    "customerId",
    "subscriptionGroupIdentifier",
    """inline(concat(
        transform(eligibleWinBackOfferIDs, (id, index) -> named_struct(
            'verdict', 'eligible', 'rank', index + 1, 'offerId', id)),
        transform(coalesce(undeterminedWinBackOfferIDs, array()), id -> named_struct(
            'verdict', 'undetermined', 'rank', CAST(NULL AS int), 'offerId', id))))""",
]


def main():
    options = parse_options()
    storage, ranges = split(options.histories, options.split_size * MEBIBYTE)

    spark = SparkSession.builder.appName("winback score").getOrCreate()
    context = spark.sparkContext
    for file in filter(None, [options.winback, options.catalog, options.rules]):
        context.addFile(file)
    tasks = spark.createDataFrame(context.parallelize(ranges, len(ranges)), RANGE)
    score = functools.partial(score_ranges, storage, options)
    answers = tasks.mapInArrow(score, from_arrow_schema(ANSWER))
    # Two tables are written from the answers; were they not kept, all would be scored twice.
    answers.persist()

    offers = answers.where("reject IS NULL").selectExpr(OFFERS)
    offers.write.parquet(f"{options.output}/offers")
    rejects = answers.where("reject IS NOT NULL").select("reject.*")
    rejects.write.parquet(f"{options.output}/rejects")

    rejected = rejects.count()
    spark.stop()
    print(f"{len(ranges)} tasks, {rejected} lines rejected, as of {options.as_of}", file=sys.stderr)
    sys.exit(0 if rejected <= options.allow_rejects else 65)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "histories", help="a directory or a file: a path, or a URI such as s3://bucket/histories")
    parser.add_argument("--winback", required=True, help="the program to ship to the workers")
    parser.add_argument("--catalog", required=True)
    parser.add_argument("--rules")
    parser.add_argument("--policy", action="append", default=[], metavar="NAME=VALUE")
    # One instant for all workers, and for a task that is done once more.
    now = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
    parser.add_argument("--as-of", default=now, metavar="INSTANT")
    parser.add_argument("--output", required=True, help="a new directory for the two tables")
    parser.add_argument("--split-size", type=int, default=128, metavar="MIB")
    parser.add_argument("--allow-rejects", type=int, default=0, metavar="N")
    return parser.parse_args()


def split(location, size):
    """Finds the files, and cuts them into ranges of bytes.

    As everywhere in Spark, names that begin with '_' or '.' are not data. A gzipped file can only
    be read from its start, and is one range.
    """
    if "://" not in location:
        location = Path(location).absolute().as_uri()
    storage, path = pyarrow.fs.FileSystem.from_uri(location)
    files = [storage.get_file_info(path)]
    if not files[0].is_file:
        files = storage.get_file_info(pyarrow.fs.FileSelector(path, recursive=True))
    ranges = []
    for file in files:
        names = Path(file.path).relative_to(path).parts
        if not file.is_file or any(name.startswith(("_", ".")) for name in names):
            continue
        with storage.open_input_file(file.path) as source:
            is_gzipped = source.read(2) == b"\x1f\x8b"
        if is_gzipped:
            ranges.append((file.path, 0, file.size, True))
        else:
            for offset in range(0, file.size, size):
                ranges.append((file.path, offset, min(size, file.size - offset), False))
    if not ranges:
        sys.exit(f"score.py: there are no histories in '{location}'")
    # What takes longest comes first, so that the cluster is not left waiting for it.
    ranges.sort(key=lambda task: (task[3], task[2]), reverse=True)
    return storage, ranges


# What follows runs on the workers.


def score_ranges(storage, options, batches):
    """Scores ranges of histories, and yields the answers."""
    for batch in batches:
        for task in batch.to_pylist():
            # In the executor's own directory: the cluster cleans it up where we can no longer.
            with tempfile.TemporaryDirectory(dir=SparkFiles.getRootDirectory()) as directory:
                results, rejects = Path(directory, "results"), Path(directory, "rejects")
                run_worker(storage, options, task, results, rejects)
                yield from read_results(results)
                yield from read_rejects(rejects, task)


def run_worker(storage, options, task, results, rejects):
    """Runs `winback score` on a range; an error makes Spark drop the task's rows and try again."""
    command = [
        shipped(options.winback), "score", "--catalog", shipped(options.catalog),
        "--as-of", options.as_of, "--jobs", str(TaskContext.get().cpus()),
        "--quiet", "--output", results,
        # How many are too many is a question for the end, when all ranges have been read.
        "--rejects", rejects, "--allow-rejects", "100%",
    ]
    if options.rules:
        command += ["--rules", shipped(options.rules)]
    for policy in options.policy:
        command += ["--policy", policy]

    offset, length = task["offset"], task["length"]
    is_local = isinstance(storage, pyarrow.fs.LocalFileSystem)
    if not task["isWholeFile"]:
        # What is fed begins one byte early, so that the worker sees whether a line starts there.
        command += ["--range", f"{offset if is_local else min(offset, 1)}:{length}"]
    with tempfile.TemporaryFile() as errors:
        if is_local:
            status = subprocess.run([*command, task["file"]], stderr=errors).returncode
        else:
            with subprocess.Popen([*command, "-"], stdin=subprocess.PIPE, stderr=errors) as worker:
                feed(worker.stdin, storage, task)
            status = worker.returncode
        if status != 0:
            errors.seek(0)
            message = errors.read().decode(errors="replace")
            raise RuntimeError(f"winback ended with status {status} on {task}\n{message}")


def shipped(file):
    return SparkFiles.get(Path(file).name)


def feed(worker, storage, task):
    """Writes a file, from the start of the range on, until the worker has the last line of it."""
    source = storage.open_input_file(task["file"])
    source.seek(max(task["offset"] - 1, 0))
    try:
        with source, worker:
            # Each piece is a request to an object store: the more a piece has, the fewer they are.
            shutil.copyfileobj(source, worker, 16 * MEBIBYTE)
    except BrokenPipeError:
        pass  # The worker has what it needs, or has failed; its status tells.


def read_results(path):
    if path.stat().st_size == 0:
        return
    read = pyarrow.json.ReadOptions(block_size=16 * MEBIBYTE)
    parse = pyarrow.json.ParseOptions(explicit_schema=RESULT, unexpected_field_behavior="ignore")
    for batch in pyarrow.json.open_json(path, read_options=read, parse_options=parse):
        # Most customers may have no offer: they are in no table, and need not go to the JVM.
        eligible = pyarrow.compute.list_value_length(batch.column("eligibleWinBackOfferIDs"))
        undetermined = batch.column("undeterminedWinBackOfferIDs")
        batch = batch.filter(pyarrow.compute.or_(
            pyarrow.compute.greater(eligible, 0), pyarrow.compute.is_valid(undetermined)))
        no_rejects = pyarrow.nulls(batch.num_rows, ANSWER.field("reject").type)
        yield pyarrow.RecordBatch.from_arrays([*batch.columns, no_rejects], schema=ANSWER)


def read_rejects(path, task):
    place = {"file": task["file"], "rangeOffset": task["offset"]}
    with path.open() as lines:
        while some := [json.loads(line) for line in itertools.islice(lines, 1000)]:
            # The worker counts from the first line that starts in its range.
            rejects = [{**place, "lineInRange": line["line"], **line} for line in some]
            rows = [{"reject": reject} for reject in rejects]
            yield pyarrow.RecordBatch.from_pylist(rows, schema=ANSWER)


if __name__ == "__main__":
    main()
