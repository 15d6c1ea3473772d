"""The module gives the answers of the command."""

import csv
import datetime
import gzip
import json
import pathlib
import pickle
import unittest

import winback
from support import AS_OF, CATALOG, COUNT, CUSTOMERS, EXAMPLES, HISTORIES, FolderTest, command, customers, needs, scored, write_lines


def objects(text):
    decoder, place = json.JSONDecoder(), 0
    while place < len(text):
        value, end = decoder.raw_decode(text, place)
        yield value
        place = end + 1


class Answers(FolderTest):
    def setUp(self):
        super().setUp()
        self.engine = winback.Engine(CATALOG)

    def test_every_example_has_the_answers_of_the_command(self):
        count = 0
        for catalog in sorted(EXAMPLES.glob("*/catalog.json")):
            engine, path = winback.Engine(catalog), catalog.with_name("customers.jsonl")
            arguments = [path, "--catalog", catalog, "--as-of", AS_OF]
            with self.subTest(path=path):
                expected = list(objects(command("evaluate", *arguments, "--json")))
                self.assertEqual(engine.evaluate_all(path, AS_OF), expected)
                # The command breaks lines.
                self.assertEqual(engine.answer(path, AS_OF).split(), command("evaluate", *arguments, "--brief").split())
                alone = []
                for line in path.read_bytes().splitlines():
                    alone += engine.evaluate_all(line, AS_OF)
                    self.assertEqual(engine.evaluate_all(json.loads(line), AS_OF), engine.evaluate_all(line, AS_OF))
                self.assertEqual(alone, expected)
                self.assertEqual(list(engine.score(path, as_of=AS_OF).rows()), [json.loads(line) for line in scored(path, catalog=catalog)])
                count += len(expected)
        self.assertGreater(count, 30)

    def test_random_customers_have_the_lines_of_the_command(self):
        path = write_lines(self.folder / "random.jsonl", customers(COUNT))
        for options, arguments in [
            ({}, []), ({"details": True}, ["--details"]),
            ({"merchandising": True}, ["--merchandising"]), ({"until": "2026-01-01"}, ["--until", "2026-01-01"]),
            ({"kind": "introductory"}, ["--kind", "introductory"]),
            ({"offers": ["basic_1m_free"]}, ["--offer", "basic_1m_free"]),
            ({"data_through": "2025-06-01", "jobs": 1}, ["--data-through", "2025-06-01"]),
        ]:
            with self.subTest(options=options):
                expected = [json.loads(line) for line in scored(path, *arguments)]
                self.assertEqual(list(self.engine.score(path, as_of=AS_OF, **options).rows()), expected)
        expected = [
            {name: value or (None if name not in ("customerId", "subscriptionGroupIdentifier") else "") for name, value in row.items()}
            for row in csv.DictReader(scored(path, "--long"))
        ]
        self.assertEqual(list(self.engine.score(path, as_of=AS_OF, long=True).rows()), expected)

    def test_every_kind_of_source_gives_the_same_rows(self):
        histories = list(customers(300))
        path = write_lines(self.folder / "random.jsonl", histories)
        lines = path.read_bytes()
        compressed = self.folder / "random.jsonl.gz"
        compressed.write_bytes(gzip.compress(lines))
        expected = [json.loads(line) for line in scored(path)]
        sources = {
            "a path": path, "a path as text": str(path), "bytes": lines, "a bytearray": bytearray(lines), "text": lines.decode(),
            "gzip": compressed, "bytes of gzip": compressed.read_bytes(), "lines": lines.splitlines(),
            "lines with their ends": lines.splitlines(keepends=True), "texts": lines.decode().splitlines(), "dicts": histories,
            "a generator": (line for line in lines.splitlines()), "a file": path.open("rb"),
        }
        for name, source in sources.items():
            with self.subTest(source=name):
                self.assertEqual(list(self.engine.score(source, as_of=AS_OF).rows()), expected)
        sources["a file"].close()

    @unittest.skipUnless(HISTORIES, "Scripts/check-wheel --many makes the histories")
    @needs("pyarrow")
    def test_many_customers_have_the_rows_of_the_command(self):
        import pyarrow.compute
        import pyarrow.csv
        catalog = pathlib.Path(HISTORIES).with_name("catalog.json")
        results = self.folder / "results.csv"
        command("score", HISTORIES, "--catalog", catalog, "--as-of", "2026-03-01", "--csv", "--details", "--quiet",
                "--output", results)
        with results.open() as file:
            texts = {name: pyarrow.string() for name in file.readline().strip().split(",")}
        expected = pyarrow.csv.read_csv(results, convert_options=pyarrow.csv.ConvertOptions(column_types=texts, strings_can_be_null=False))
        found = pyarrow.table(winback.Engine(catalog).score(HISTORIES, as_of="2026-03-01"))
        self.assertEqual(found.num_rows, expected.num_rows)
        for name in expected.column_names:
            column = found[name]
            if pyarrow.types.is_list(column.type):
                column = pyarrow.compute.binary_join(column, ";")
            self.assertTrue(column.combine_chunks().equals(expected[name].combine_chunks()), name)

    def test_instants_are_text_dates_and_datetimes(self):
        line = CUSTOMERS.read_bytes().splitlines()[0]
        zone = datetime.timezone(datetime.timedelta(hours=9))
        for instant, same in [
            (datetime.date(2025, 7, 1), "2025-07-01"), (datetime.datetime(2025, 7, 1, 12, tzinfo=zone), "2025-07-01T12:00:00+09:00"),
        ]:
            self.assertEqual(self.engine.evaluate(line, instant), self.engine.evaluate(line, same))
        now = self.engine.evaluate(line)["asOf"]
        self.assertLess(abs(datetime.datetime.fromisoformat(now.replace("Z", "+00:00"))
                            - datetime.datetime.now(datetime.timezone.utc)), datetime.timedelta(minutes=1))
        with self.assertRaisesRegex(ValueError, "expected a datetime with a time zone"):
            self.engine.evaluate(line, datetime.datetime(2025, 7, 1))

    def test_progress_is_told_until_the_last_customer(self):
        path = write_lines(self.folder / "random.jsonl", customers(300))
        for source, is_known in [(path, True), (path.read_bytes(), False), (path.read_bytes().splitlines(), False)]:
            told = []
            count = len(list(self.engine.score(source, as_of=AS_OF, progress=lambda *news: told.append(news)).rows()))
            self.assertGreater(count, 200)
            self.assertEqual(told[-1], (300, 1.0 if is_known else None))
            self.assertEqual(sorted(customers for customers, _ in told), [customers for customers, _ in told])

    def test_rules_and_policies_are_those_of_the_command(self):
        rules, path = EXAMPLES / "DestinationVideo/rules.json", write_lines(self.folder / "random.jsonl", customers(300))
        policies = {policy["name"]: policy["alternatives"][0]["value"] for policy in json.loads(rules.read_text())["policies"][:2]}
        engine = winback.Engine(json.loads(CATALOG.read_text()), rules, policies)
        arguments = [f"--policy={name}={value}" for name, value in policies.items()]
        expected = [json.loads(line) for line in scored(path, "--rules", rules, *arguments)]
        self.assertEqual(list(engine.score(path, as_of=AS_OF).rows()), expected)
        again = pickle.loads(pickle.dumps(engine))
        self.assertEqual(list(again.score(path, as_of=AS_OF).rows()), expected)

    def test_lint_is_that_of_the_command(self):
        expected = json.loads(command("lint", CATALOG, "--as-of", AS_OF, "--json"))
        self.assertEqual(self.engine.lint(AS_OF)["findings"], expected["findings"])
        self.assertGreater(len(expected["findings"]), 0)

    def test_what_is_beside_the_rows_is_that_of_the_command(self):
        lines = CUSTOMERS.read_bytes() + b'{"customerId":"x"}\nnonsense\n'
        file, summary, rejects = self.folder / "histories.jsonl", self.folder / "summary", self.folder / "rejects"
        file.write_bytes(lines)
        scored(file, "--allow-rejects", "2", "--summary", summary, "--rejects", rejects)
        scores = self.engine.score(file, as_of=AS_OF, allow_rejects=2)
        self.assertEqual((scores.summary, scores.rejects, scores.warnings), ({}, [], []))
        self.assertEqual(len(list(scores.rows())), 8)
        self.assertEqual(scores.summary, json.loads(summary.read_text()))
        self.assertEqual(scores.rejects, [json.loads(line) for line in rejects.read_text().splitlines()])
        self.assertEqual(len(scores.rejects), 2)


if __name__ == "__main__":
    unittest.main()
