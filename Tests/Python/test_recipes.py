"""Every command of Examples/Python/README.md gives what one `winback score` gives."""

import json
import os
import pathlib
import re
import runpy
import shutil
import subprocess
import sys
import unittest

import winback

from support import AS_OF, CATALOG, CUSTOMERS, EXAMPLES, MAPPING, FolderTest, customers, needs, scored, transactions, write_lines

RECIPES = EXAMPLES / "Python"
# What tells the commands of the page apart.
WORDS = ["notebook.py", "parquet_with_duckdb.py", "table_with_polars.py", "dbt run", "spark.py histories", "spark.py transactions"]


def commands():
    """The commands of the page, each on one line."""
    page = (RECIPES / "README.md").read_text()
    return [line for block in re.findall(r"```sh\n(.*?)```", page, re.S) for line in block.replace("\\\n", " ").splitlines()]


class Recipes(FolderTest):
    def setUp(self):
        super().setUp()
        self.histories = list(customers(500, seed=6))
        self.path = write_lines(self.folder / "histories.jsonl", self.histories)
        (self.folder / "Examples").symlink_to(EXAMPLES)
        shutil.copy(CATALOG, self.folder / "catalog.json")

    def recipe(self, name, **environment):
        """Runs the command of the page that has these words, in a folder with its files."""
        command, = (line for line in commands() if name in line and name in WORDS)
        path = f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        subprocess.run(command, shell=True, check=True, cwd=self.folder, env={**os.environ, "PATH": path, **environment},
                       capture_output=not os.environ.get("WINBACK_VERBOSE"))

    def lines(self, path, *arguments):
        lines = [json.loads(line) for line in scored(path, *arguments)]
        for line in lines:
            line.setdefault("undeterminedWinBackOfferIDs", [])
        return lines

    def transactions(self):
        """Writes the customers as a table in Parquet, with its mapping; returns the rows that the command has for it."""
        import duckdb
        rows, mapping, table = self.folder / "rows.jsonl", self.folder / "mapping.json", self.folder / "transactions.parquet"
        write_lines(rows, transactions(self.histories))
        mapping.write_text(json.dumps(MAPPING))
        duckdb.connect().sql(f"""COPY (SELECT * REPLACE (start AT TIME ZONE 'UTC' AS start) FROM read_json('{rows}',
            format = 'newline_delimited', columns = {{customer_id: 'VARCHAR', id: 'VARCHAR', product: 'VARCHAR', start: 'TIMESTAMPTZ',
            "end": 'TIMESTAMPTZ', revoked: 'TIMESTAMPTZ', price: 'DECIMAL(9, 2)', offer_type: 'INTEGER', offer: 'VARCHAR'}}))
            TO '{table}'""")
        return scored(rows, "--mapping", mapping, "--long")

    def same_long_rows(self, found, expected):
        """Compares a table in Parquet with lines of CSV."""
        import duckdb
        csv = self.folder / "expected.csv"
        csv.write_text("\n".join(expected) + "\n")
        columns = """customerId, coalesce(subscriptionGroupIdentifier, ''), coalesce(offerId, ''), coalesce(verdict, ''), coalesce(failedRule, ''),
            epoch_ms(eligibleFrom), epoch_ms(eligibleThrough)"""
        found = duckdb.connect().sql(f"SELECT {columns} FROM {found} ORDER BY ALL").fetchall()
        expected = duckdb.connect().sql(f"""SELECT {columns} FROM read_csv('{csv}', header = true, columns = {{customerId: 'VARCHAR',
            subscriptionGroupIdentifier: 'VARCHAR', offerId: 'VARCHAR', verdict: 'VARCHAR', failedRule: 'VARCHAR',
            eligibleFrom: 'TIMESTAMPTZ', eligibleThrough: 'TIMESTAMPTZ'}}) ORDER BY ALL""").fetchall()
        self.assertEqual(found, expected)
        self.assertGreater(len(found), 1_000)

    @needs("polars", "pyarrow")
    def test_the_cells_of_the_notebook(self):
        with open(os.devnull, "w") as nowhere:
            output, sys.stdout = sys.stdout, nowhere
            try:
                names = runpy.run_path(str(RECIPES / "notebook.py"))
            finally:
                sys.stdout = output
        rows = [line.split(",")[:4] for line in scored(CUSTOMERS, "--long")[1:]]
        self.assertEqual([list(row) for row in names["offers"].select(
            "customerId", "subscriptionGroupIdentifier", "offerId", "verdict").rows()], rows)
        self.assertEqual(names["audience"].columns[-1], "ceased")
        self.recipe("notebook.py")

    @needs("duckdb", "pyarrow")
    def test_parquet_with_duckdb(self):
        import duckdb
        duckdb.connect().sql(f"COPY (FROM read_json('{self.path}', format = 'newline_delimited')) TO '{self.folder / 'histories.parquet'}'")
        self.recipe("parquet_with_duckdb.py")
        found = duckdb.connect().sql(f"FROM '{self.folder / 'results.parquet'}'").to_arrow_table().to_pylist()
        self.assertEqual(found, self.lines(self.path))

    @needs("polars", "duckdb", "pyarrow")
    def test_a_table_with_polars(self):
        expected = self.transactions()
        self.recipe("table_with_polars.py")
        self.same_long_rows(f"'{self.folder / 'results.parquet'}'", expected)

    @needs("dbt", "duckdb", "pyarrow")
    def test_the_model_of_dbt(self):
        expected, database = self.transactions(), self.folder / "offers.duckdb"
        self.recipe("dbt run", WINBACK_DATABASE=str(database), DO_NOT_TRACK="1", DBT_TARGET_PATH=str(self.folder), DBT_LOG_PATH=str(self.folder))
        copy = self.folder / "offers.parquet"
        import duckdb
        duckdb.connect(str(database)).sql(f"COPY win_back_offers TO '{copy}'")
        self.same_long_rows(f"'{copy}'", expected)

    @needs("pyspark", "pyarrow", "pandas")
    @unittest.skipUnless(shutil.which("java"), "Java is not installed")
    def test_spark(self):
        import pyarrow
        import pyarrow.parquet
        histories = pyarrow.table({"history": self.path.read_text().splitlines()})
        pyarrow.parquet.write_table(histories, self.folder / "histories.parquet")
        self.transactions()
        key = lambda row: row["customerId"]
        for name, arguments in [("spark.py histories", [self.path]),
                                ("spark.py transactions", [self.folder / "rows.jsonl", "--mapping", self.folder / "mapping.json"])]:
            self.recipe(name, PYSPARK_PYTHON=sys.executable)
            found = pyarrow.parquet.read_table(self.folder / "results").drop_columns("partition").to_pylist()
            self.assertEqual(sorted(found, key=key), sorted(self.lines(*arguments), key=key))
            shutil.rmtree(self.folder / "results")

    def test_the_server_decides_on_offers_of_other_kinds(self):
        server = EXAMPLES / "Server"
        run = subprocess.run([sys.executable, server / "decide.py"], capture_output=True, text=True, check=True)
        self.assertEqual(run.stdout, "mia ['save_3m_half']\nnoa []\nole []\n")
        with winback.Engine(server / "catalog.json") as engine:
            codes = engine.score(server / "customers.jsonl", as_of="2025-02-15", kind="offerCode")
            self.assertEqual([row["eligibleOfferIDs"] for row in codes.rows()], [[], [], ["SPRING2026"]])

    def test_every_command_of_the_page_is_run(self):
        self.assertEqual([[word for word in WORDS if word in line] for line in commands()], [[word] for word in WORDS])


if __name__ == "__main__":
    unittest.main()
