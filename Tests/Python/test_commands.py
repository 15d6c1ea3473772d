"""Every function of the module has the numbers of its command, for every source."""

import csv
import datetime
import json
import random
import unittest

import winback
from support import AS_OF, CATALOG, COUNT, EXAMPLES, IS_RELEASED, MAPPING, FolderTest, command, customers, needs, transactions, write_lines

try:
    import pyarrow
except ImportError:
    pyarrow = None

NUMBERS = {"eligible", "undetermined", "became", "ceased", "paidDuration", "minimum", "maximum", "wait", "missing", "extra", "explains"}
TEXTS = {"customerId", "subscriptionGroupIdentifier"}


def value(name, text):
    """What a field of the command's CSV stands for."""
    if name == "rules":
        return text.split(";") if text else []
    if name in NUMBERS:
        return int(text) if text else None
    return text if text or name in TEXTS else None


class Commands(FolderTest):
    def setUp(self):
        super().setUp()
        self.engine = winback.Engine(CATALOG)
        self.mapping = self.folder / "ours.mapping.json"
        self.mapping.write_text(json.dumps(MAPPING))

    def table(self, name, path, *arguments, catalog=True):
        """The rows of the CSV that the command writes."""
        options = ["--catalog", CATALOG] if catalog else []
        lines = command(name, path, *options, "--csv", "--quiet", *arguments).splitlines()
        return [{column: value(column, text) for column, text in row.items()} for row in csv.DictReader(lines)]

    def sources(self, histories):
        """Each source, with its options, the command's file and the arguments for it."""
        rows = list(transactions(histories))
        path, table = write_lines(self.folder / "histories.jsonl", histories), self.folder / "rows.csv"
        with table.open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
        read = ["--mapping", self.mapping]
        yield path, {}, path, []
        yield table, {"mapping": self.mapping}, table, read
        if pyarrow:
            instant = pyarrow.timestamp("us", "UTC")
            for row in rows:
                row |= {name: row[name] and datetime.datetime.fromisoformat(row[name]) for name in ("start", "end", "revoked")}
            types = {"start": instant, "end": instant, "revoked": instant, "offer_type": pyarrow.int64(), "price": pyarrow.float64()}
            frame = pyarrow.Table.from_pylist(rows, pyarrow.schema({name: types.get(name, pyarrow.string()) for name in rows[0]}))
            yield frame, {"mapping": MAPPING}, table, read
            yield pyarrow.chunked_array([[json.dumps(history) for history in histories]]), {}, path, []

    def later(self):
        """The catalog with other criteria."""
        catalog = json.loads(CATALOG.read_text())
        for subscription in catalog["subscriptionGroups"][0]["subscriptions"]:
            for offer in subscription["winBackOffers"]:
                offer["customerEligibilityPaidSubscriptionDurationInMonths"] = 7
        path = self.folder / "after.json"
        path.write_text(json.dumps(catalog))
        return path

    def expect(self, results, expected):
        # All settings of a plan are very many objects.
        if not pyarrow or len(expected) < 100_000:
            self.assertEqual(list(results.rows()), expected)
            self.assertIn(f" {results.summary['customers']:,} customers", repr(results))
        if pyarrow:
            table = pyarrow.table(results)
            table.validate(full=True)
            self.assertEqual(table.to_pylist(), expected)

    def test_every_function_has_the_numbers_of_its_command(self):
        answers = self.folder / "answers.jsonl"
        offers = ["basic_1m_free", "premium_2w_free", "unknown"]
        later, has_changes = self.later(), False
        for seed in (11, 12, 13) if IS_RELEASED else (11,):
            chance, histories = random.Random(seed), [history for history in customers(COUNT, seed=seed) if history["transactions"]]
            write_lines(answers, [
                {"customerId": history["customerId"], "signedDate": 1_751_328_000_000, "subscriptionGroupIdentifier": "21394321",
                 "eligibleWinBackOfferIds": chance.sample(offers, chance.randrange(3))} for history in histories])
            for source, options, path, arguments in self.sources(histories):
                with self.subTest(seed=seed, source=type(source).__name__, mapping="mapping" in options):
                    self.expect(self.engine.forecast(source, as_of="2024-01-01", until="2024-12-31", by="month", **options), self.table(
                        "forecast", path, "--as-of", "2024-01-01", "--until", "2024-12-31", "--by", "month", *arguments))
                    self.expect(self.engine.forecast(source, as_of=AS_OF, by=["week", "storefront"], **options), self.table(
                        "forecast", path, "--as-of", AS_OF, "--by", "week", "--by", "storefront", *arguments))
                    # A plan has a row for each of 194,400 settings, which takes a debug build 20 s.
                    if IS_RELEASED or source is path and not options:
                        self.expect(self.engine.plan(source, offer="basic_1m_free", as_of=datetime.date(2024, 6, 1), **options), self.table(
                            "plan", path, "--offer", "basic_1m_free", "--as-of", "2024-06-01", *arguments))
                    changes = self.table("compare", path, "--from", CATALOG, "--to", later, "--to", "waitStart=redemption", "--as-of", AS_OF,
                                         *arguments, catalog=False)
                    # Few customers can all stay as they are.
                    has_changes |= bool(changes)
                    after = winback.Engine(later, policies={"waitStart": "redemption"})
                    self.expect(self.engine.compare(source, to=after, as_of=AS_OF, **options), changes)
                    required = ["--require", "mismatches=100%", "--answers", answers, *arguments]
                    results = self.engine.audit(source, answers=answers, **options)
                    self.expect(results, self.table("audit", path, *required))
                    report = json.loads(command("audit", path, "--catalog", CATALOG, "--json", "--quiet", *required))
                    self.assertEqual([results.summary[name] for name in ("answers", "agreements")], [report["answers"], report["agreements"]])
        self.assertTrue(has_changes)
        self.expect(self.engine.audit(path, answers=answers, calibrate=True), self.table("audit", path, "--calibrate", *required))

    def test_two_engines_are_compared_with_their_rules(self):
        path = write_lines(self.folder / "histories.jsonl", customers(COUNT, seed=5))
        rules = json.loads((EXAMPLES / "DestinationVideo/rules.json").read_text())
        catalog = json.loads(self.later().read_text())
        before, after = winback.Engine(catalog), winback.Engine(CATALOG, rules)
        expected = [{line["customerId"]: line["eligibleWinBackOfferIDs"] for line in engine.score(path, as_of=AS_OF).rows()}
                    for engine in (before, after)]
        for first, second, old, new in [(before, after, *expected), (after, before, *reversed(expected))]:
            changes = {(row["customerId"], row["offerId"], row["change"]) for row in first.compare(path, to=second, as_of=AS_OF).rows()}
            self.assertEqual(changes, {
                (customer, offer, change) for customer in old for change, here, there in [("gained", new, old), ("lost", old, new)]
                for offer in set(here[customer]) - set(there[customer])})
            self.assertTrue(changes)
        self.assertEqual(list(before.compare(path, to=catalog, as_of=AS_OF).rows()), [])

    def test_a_list_of_paths_is_a_source(self):
        histories = list(customers(COUNT, seed=6))
        paths = [write_lines(self.folder / f"{index}.jsonl", histories[index::2]) for index in (0, 1)]
        expected = list(self.engine.score([*histories[0::2], *histories[1::2]], as_of=AS_OF).rows())
        for source in [paths, tuple(paths), [str(path) for path in paths]]:
            self.assertEqual(list(self.engine.score(source, as_of=AS_OF).rows()), expected)
        with self.assertRaises(winback.Error) as raised:
            list(self.engine.forecast([*paths, "missing.jsonl"]).rows())
        self.assertEqual(raised.exception.status, 66)

    def test_wrong_options_are_errors(self):
        path = write_lines(self.folder / "histories.jsonl", customers(3))
        for body in [lambda: self.engine.forecast(path, mapping_file=1), lambda: self.engine.plan(path), lambda: self.engine.compare(path),
                     lambda: self.engine.forecast(path, customers=["ada"]), lambda: self.engine.plan(path, offer="x", customers=["ada"]),
                     lambda: self.engine.audit(path, customers="ada"), lambda: self.engine.plan(path, offer="x", as_of=3)]:
            self.assertRaises(TypeError, body)
        for results in [self.engine.forecast(path, by="year"), self.engine.forecast(path, by=["week", "month"]), self.engine.plan(path, offer="nothing"), self.engine.audit(path)]:
            with self.assertRaises(winback.Error):
                list(results.rows())
        self.assertIn("not read yet", repr(self.engine.forecast(path)))
        rows = self.engine.audit(path, answers=write_lines(self.folder / "answers.jsonl", [
            {"customerId": 'customer-1 "ü"', "signedDate": 1_751_328_000_000, "subscriptionGroupIdentifier": "21394321",
             "eligibleWinBackOfferIds": ["unknown"]}]), require={"mismatches": 0}).rows()
        with self.assertRaises(winback.Error) as raised:
            list(rows)
        self.assertEqual(raised.exception.status, 1)


if __name__ == "__main__":
    unittest.main()
