"""Scores histories, or a table of transactions, on a Spark cluster: rows go in and out of each task as Arrow.

    score_with_spark.py HISTORIES.parquet CATALOG AS_OF RESULTS
    score_with_spark.py TRANSACTIONS.parquet CATALOG AS_OF RESULTS MAPPING CUSTOMER_COLUMN

The workers need `winback`, pyarrow and nothing else; Spark pickles the engine by its texts.
"""

import itertools
import json
import pathlib
import sys

import pyarrow
import winback
from pyspark import TaskContext
from pyspark.sql import SparkSession

SCHEMA = """customerId string, subscriptionGroupIdentifier string, eligibleWinBackOfferIDs array<string>,
  undeterminedWinBackOfferIDs array<string>, partition int"""


def main(source, catalog, as_of, results, mapping=None, customer=None):
    engine = winback.Engine(catalog)
    table = {} if mapping is None else {"mapping": json.loads(pathlib.Path(mapping).read_text()), "sort": True}

    def score(batches):
        first = next(batches, None)
        if first is None:
            return
        reader = pyarrow.RecordBatchReader.from_batches(first.schema, itertools.chain([first], batches))
        partition = TaskContext.get().partitionId()
        # A task has one core.
        for batch in pyarrow.RecordBatchReader.from_stream(engine.score(reader, as_of=as_of, jobs=1, **table)):
            column = pyarrow.array([partition] * len(batch), pyarrow.int32())
            yield pyarrow.RecordBatch.from_arrays([*batch.columns, column], [*batch.schema.names, "partition"])

    spark = SparkSession.builder.appName("winback").getOrCreate()
    rows = spark.read.parquet(source)
    # A partition decides about the rows that it has, so it must have all rows of its customers.
    rows = rows.select("history") if mapping is None else rows.repartition(customer)
    rows.mapInArrow(score, SCHEMA).write.parquet(results)
    found = spark.read.parquet(results).selectExpr("customerId", "partition").distinct().groupBy("customerId").count()
    split = found.where("count > 1").count()
    spark.stop()
    if split:
        sys.exit(f"expected each customer in one partition, found {split} in several; their results are wrong")


if __name__ == "__main__":
    main(*sys.argv[1:])
