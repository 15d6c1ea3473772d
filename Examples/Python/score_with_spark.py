"""Scores a column of histories on a Spark cluster: each task has an engine, and rows go in and out as Arrow.

    score_with_spark.py HISTORIES.parquet CATALOG AS_OF RESULTS

The workers need `winback`, pyarrow and nothing else; Spark pickles the engine by its texts.
"""

import sys

import pyarrow
import winback
from pyspark.sql import SparkSession

SCHEMA = """customerId string, subscriptionGroupIdentifier string, eligibleWinBackOfferIDs array<string>,
  undeterminedWinBackOfferIDs array<string>"""


def main(histories, catalog, as_of, results):
    engine = winback.Engine(catalog)

    def score(batches):
        reader = pyarrow.RecordBatchReader.from_batches(pyarrow.schema({"history": pyarrow.string()}), batches)
        # A task has one core.
        yield from pyarrow.RecordBatchReader.from_stream(engine.score(reader, as_of=as_of, jobs=1))

    spark = SparkSession.builder.appName("winback").getOrCreate()
    spark.read.parquet(histories).select("history").mapInArrow(score, SCHEMA).write.parquet(results)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
