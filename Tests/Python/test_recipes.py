"""Every recipe of Examples/Python gives what one `winback score` gives."""

import datetime
import json
import os
import pathlib
import runpy
import shutil
import subprocess
import sys
import unittest

from support import AS_OF, CATALOG, CUSTOMERS, EXAMPLES, FolderTest, customers, needs, scored, write_lines

RECIPES = EXAMPLES / "Python"
MAPPING = {"title": "transactions", "optional": ["revoked", "offer_type", "offer"], "fields": {
    "customerId": "customer_id", "transactionId": "id", "productId": "product", "purchaseDate": "start", "expiresDate": "end",
    "revocationDate": "revoked", "price": "price", "offerType": "offer_type", "offerIdentifier": "offer"}}


class Recipes(FolderTest):
    def setUp(self):
        super().setUp()
        self.histories = list(customers(500, seed=6))
        self.path = write_lines(self.folder / "histories.jsonl", self.histories)

    def recipe(self, name, *arguments, **environment):
        subprocess.run([sys.executable, RECIPES / name, *arguments], check=True, cwd=self.folder, env={**os.environ, **environment},
                       capture_output=not os.environ.get("WINBACK_VERBOSE"))

    def lines(self, path):
        lines = [json.loads(line) for line in scored(path)]
        for line in lines:
            line.setdefault("undeterminedWinBackOfferIDs", [])
        return lines

    def transactions(self):
        """The customers as a table in Parquet, its mapping, and the rows that the command has for it."""
        import duckdb
        rows, mapping, table = self.folder / "rows.jsonl", self.folder / "ours.mapping.json", self.folder / "transactions.parquet"
        def instant(milliseconds):
            moment = datetime.datetime.fromtimestamp((milliseconds or 0) / 1000, datetime.timezone.utc)
            return None if milliseconds is None else moment.isoformat(timespec="milliseconds")

        write_lines(rows, (
            {"customer_id": history["customerId"], "id": item["transactionId"], "product": item["productId"],
             "start": instant(item["purchaseDate"]), "end": instant(item["expiresDate"]), "revoked": instant(item.get("revocationDate")),
             "price": item["price"] / 1000, "offer_type": item.get("offerType"), "offer": item.get("offerIdentifier")}
            for history in self.histories for item in history["transactions"]))
        mapping.write_text(json.dumps(MAPPING))
        duckdb.connect().sql(f"""COPY (SELECT * REPLACE (start AT TIME ZONE 'UTC' AS start) FROM read_json('{rows}',
            format = 'newline_delimited', columns = {{customer_id: 'VARCHAR', id: 'VARCHAR', product: 'VARCHAR', start: 'TIMESTAMPTZ',
            "end": 'TIMESTAMPTZ', revoked: 'TIMESTAMPTZ', price: 'DECIMAL(9, 2)', offer_type: 'INTEGER', offer: 'VARCHAR'}}))
            TO '{table}'""")
        return table, mapping, scored(rows, "--mapping", mapping, "--long")

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

    @needs("polars")
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

    @needs("duckdb", "pyarrow")
    def test_parquet_with_duckdb(self):
        import duckdb
        histories, results = self.folder / "histories.parquet", self.folder / "results.parquet"
        duckdb.connect().sql(f"COPY (FROM read_json('{self.path}', format = 'newline_delimited')) TO '{histories}'")
        self.recipe("parquet_with_duckdb.py", histories, CATALOG, AS_OF, results)
        found = duckdb.connect().sql(f"FROM '{results}'").to_arrow_table().to_pylist()
        self.assertEqual(found, self.lines(self.path))

    @needs("polars", "duckdb")
    def test_a_table_with_polars(self):
        table, mapping, expected = self.transactions()
        results = self.folder / "results.parquet"
        self.recipe("table_with_polars.py", table, mapping, CATALOG, AS_OF, results)
        self.same_long_rows(f"'{results}'", expected)

    @needs("dbt", "duckdb", "pyarrow")
    def test_the_model_of_dbt(self):
        table, mapping, expected = self.transactions()
        project, database = self.folder / "dbt", self.folder / "offers.duckdb"
        shutil.copytree(RECIPES / "dbt", project)
        values = {"transactions": str(table), "mapping": str(mapping), "catalog": str(CATALOG), "as_of": AS_OF}
        subprocess.run([pathlib.Path(sys.executable).with_name("dbt"), "run", "--project-dir", project, "--profiles-dir", project,
                        "--vars", json.dumps(values)], check=True, cwd=project, stdout=None if os.environ.get("WINBACK_VERBOSE") else subprocess.DEVNULL,
                       env={**os.environ, "WINBACK_DATABASE": str(database), "DO_NOT_TRACK": "1"})
        copy = self.folder / "offers.parquet"
        import duckdb
        duckdb.connect(str(database)).sql(f"COPY win_back_offers TO '{copy}'")
        self.same_long_rows(f"'{copy}'", expected)

    @needs("pyspark", "pyarrow")
    @unittest.skipUnless(shutil.which("java"), "Java is not installed")
    def test_spark(self):
        import pyarrow
        import pyarrow.parquet
        histories, results = self.folder / "histories.parquet", self.folder / "results"
        pyarrow.parquet.write_table(pyarrow.table({"history": self.path.read_text().splitlines()}), histories)
        self.recipe("score_with_spark.py", histories, CATALOG, AS_OF, results, PYSPARK_PYTHON=sys.executable)
        found = pyarrow.parquet.read_table(results).drop_columns("partition").to_pylist()
        key = lambda row: row["customerId"]
        self.assertEqual(sorted(found, key=key), sorted(self.lines(self.path), key=key))


if __name__ == "__main__":
    unittest.main()
