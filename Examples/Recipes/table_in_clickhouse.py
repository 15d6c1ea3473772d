"""Scores histories that are a table of ClickHouse, and makes a table of the results.

  table_in_clickhouse.py HISTORIES CATALOG AS_OF RESULTS.parquet

ClickHouse runs in this process (chdb); the SQL is the same on a server.
"""

import shutil
import sys
import tempfile
from pathlib import Path

import chdb

RESULT = """
    customerId String,
    subscriptionGroupIdentifier String,
    eligibleWinBackOfferIDs Array(String),
    undeterminedWinBackOfferIDs Array(String)"""

SCORE = """
INSERT INTO results SELECT untuple(JSONExtract(line, 'Tuple({result})'))
FROM executable(
    'winback score - --catalog {catalog} --as-of {as_of} --quiet',
    LineAsString, 'line String',
    (SELECT history FROM histories),
    SETTINGS stderr_reaction = 'throw', check_exit_code = 1, command_read_timeout = 600000)
"""


def main():
    histories, catalog, as_of, results = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scripts:
        # ClickHouse starts only what is in its folder for scripts.
        shutil.copy(shutil.which("winback"), scripts)
        database = chdb.connect(f":memory:?user_scripts_path={scripts}")
        database.query("CREATE TABLE histories (history String) ENGINE = MergeTree ORDER BY ()")
        database.query(f"INSERT INTO histories SELECT * FROM file('{histories}', LineAsString)")
        database.query(f"CREATE TABLE results ({RESULT}) ENGINE = MergeTree ORDER BY customerId")
        catalog = Path(catalog).absolute()
        database.query(SCORE.format(result=RESULT, catalog=catalog, as_of=as_of))
        database.query(f"SELECT * FROM results INTO OUTFILE '{results}' FORMAT Parquet")


if __name__ == "__main__":
    main()
