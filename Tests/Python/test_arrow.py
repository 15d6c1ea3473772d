"""Streams of Arrow go in and come out, with the libraries that data teams use."""

import csv
import datetime
import json
import random
import subprocess
import sys
import unittest

import winback
from support import AS_OF, CATALOG, COUNT, CUSTOMERS, EXAMPLES, FolderTest, customers, instant, needs, scored, write_lines

try:
    import pyarrow
    import pyarrow.csv
except ImportError:
    pyarrow = None


class Arrow(FolderTest):
    def setUp(self):
        super().setUp()
        self.engine = winback.Engine(CATALOG)
        self.histories = list(customers(COUNT, seed=2))
        self.path = write_lines(self.folder / "random.jsonl", self.histories)
        self.lines = [json.loads(line) for line in scored(self.path)]
        for line in self.lines:
            line.setdefault("undeterminedWinBackOfferIDs", [])

    def scores(self, source=None, **options):
        return self.engine.score(self.path if source is None else source, as_of=AS_OF, **options)

    # Results

    @needs("pyarrow")
    def test_pyarrow_reads_the_results(self):
        table = pyarrow.table(self.scores())
        table.validate(full=True)
        self.assertEqual(table.to_pylist(), self.lines)
        self.assertEqual(table.num_rows, len(self.lines))

    @needs("pyarrow")
    def test_the_long_columns_have_instants(self):
        table = pyarrow.table(self.scores(long=True))
        table.validate(full=True)
        instant = pyarrow.timestamp("ms", "UTC")
        self.assertEqual(dict(zip(table.column_names, table.schema.types)), {
            "customerId": pyarrow.string(), "subscriptionGroupIdentifier": pyarrow.string(), "offerId": pyarrow.string(),
            "verdict": pyarrow.string(), "failedRule": pyarrow.string(), "eligibleFrom": instant, "eligibleThrough": instant})
        rows = table.to_pylist()
        for row in rows:
            for name in ("eligibleFrom", "eligibleThrough"):
                if row[name]:
                    row[name] = row[name].isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self.assertEqual(rows, list(self.scores(long=True).rows()))
        self.assertTrue(any(row["eligibleFrom"] for row in rows))

    @needs("pyarrow")
    def test_lists_of_instants_have_one_for_each_offer(self):
        rows = pyarrow.table(self.scores(until="2025-12-31")).to_pylist()
        expected = list(self.scores(until="2025-12-31").rows())
        for row in rows:
            row["eligibleThrough"] = [
                end and end.isoformat(timespec="milliseconds").replace("+00:00", "Z") for end in row["eligibleThrough"]]
        self.assertEqual([row["eligibleThrough"] for row in rows], [row["eligibleThrough"] for row in expected])
        self.assertTrue(any(None in row["eligibleThrough"] for row in rows))

    @needs("polars")
    def test_polars_reads_the_results(self):
        import polars
        self.assertEqual(polars.DataFrame(self.scores()).to_dicts(), self.lines)

    @needs("duckdb", "pyarrow")
    def test_duckdb_reads_the_results(self):
        import duckdb
        scores = self.scores()
        found = duckdb.sql("SELECT * FROM scores").to_arrow_table().to_pylist()
        self.assertEqual(found, self.lines)

    @needs("pandas", "pyarrow")
    def test_pandas_reads_the_results(self):
        import pandas
        frame = pandas.DataFrame.from_arrow(self.scores())
        self.assertEqual(frame["customerId"].tolist(), [line["customerId"] for line in self.lines])
        self.assertEqual([list(ids) for ids in frame["eligibleWinBackOfferIDs"]],
                         [line["eligibleWinBackOfferIDs"] for line in self.lines])

    @needs("pyarrow")
    def test_a_stream_is_read_in_parts_and_left(self):
        reader = pyarrow.RecordBatchReader.from_stream(self.scores())
        self.assertGreater(reader.read_next_batch().num_rows, 0)
        del reader
        self.scores().__arrow_c_stream__()
        self.assertEqual(pyarrow.table(self.scores()).num_rows, len(self.lines))

    @needs("pyarrow")
    def test_an_empty_input_has_columns(self):
        table = pyarrow.table(self.scores(b""))
        self.assertEqual((table.num_rows, table.num_columns), (0, 4))

    @needs("pyarrow")
    def test_fields_with_quotes_commas_and_line_ends_arrive(self):
        name = 'a "quoted", name\nof two lines;'
        table = pyarrow.table(self.scores([{"customerId": name, "transactions": []}]))
        self.assertEqual(table["customerId"].to_pylist(), [name])
        rows = list(self.scores([{"customerId": name, "transactions": []}], long=True).rows())
        self.assertEqual({row["customerId"] for row in rows}, {name})
        name = "x" * 200_000
        rows = list(self.scores([{"customerId": name, "transactions": []}], long=True).rows())
        self.assertEqual({row["customerId"] for row in rows}, {name})

    @needs("pyarrow")
    def test_identifiers_of_offers_arrive_whatever_is_in_them(self):
        names = ["a;b", 'c"d;', "e,f", "g\nh", ";", '"', "x"]
        basic = {"productId": "p", "winBackOffers": [
            {"offerId": name, "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH", "startDate": "2023-01-01",
             "customerEligibilityPaidSubscriptionDurationInMonths": 1,
             "customerEligibilityTimeSinceLastSubscribedInMonths": {"minimum": 1, "maximum": 24}} for name in names]}
        engine = winback.Engine({"subscriptionGroups": [{"id": "g", "subscriptions": [basic]}]})
        history = {"customerId": "x", "transactions": [
            {"productId": "p", "purchaseDate": "2024-01-01", "expiresDate": "2024-03-01", "transactionReason": "PURCHASE"}],
            "renewalInfo": {"productId": "p", "autoRenewStatus": 0}}
        scores = engine.score([history], as_of="2024-06-01")
        found = pyarrow.table(scores)["eligibleWinBackOfferIDs"].to_pylist()
        self.assertEqual(found, [row["eligibleWinBackOfferIDs"] for row in scores.rows()])
        self.assertEqual(sorted(found[0]), sorted(names))

    # Sources

    def expect(self, source, **options):
        found = list(self.scores(source, **options).rows())
        for row in found:
            row.setdefault("undeterminedWinBackOfferIDs", [])
        self.assertEqual(found, self.lines)

    @needs("pyarrow")
    def test_a_column_of_histories_is_a_source(self):
        texts = [json.dumps(history, indent=2 if index % 2 else None) for index, history in enumerate(self.histories)]
        for type in [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(), pyarrow.binary()]:
            with self.subTest(type=type):
                column = pyarrow.chunked_array([pyarrow.array(texts[:7], type), pyarrow.array([], type), pyarrow.array(texts[7:], type)])
                self.expect(column)
                self.expect(pyarrow.table({"history": column}))
                table = pyarrow.table({"history": column})
                self.expect(pyarrow.concat_tables([table.slice(0, 5), table.slice(5)]))

    @needs("polars")
    def test_a_series_of_polars_is_a_source(self):
        import polars
        self.expect(polars.Series([json.dumps(history) for history in self.histories]))

    @needs("pyarrow")
    def test_a_nested_table_is_a_source(self):
        transaction = pyarrow.struct({
            "transactionId": pyarrow.string(), "productId": pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
            "purchaseDate": pyarrow.timestamp("us", "UTC"), "expiresDate": pyarrow.timestamp("ns"),
            "revocationDate": pyarrow.timestamp("ms"), "price": pyarrow.int32(), "transactionReason": pyarrow.string_view(),
            "offerType": pyarrow.uint8(), "offerIdentifier": pyarrow.large_string()})
        schema = pyarrow.schema({
            "customerId": pyarrow.string(), "storefront": pyarrow.string(), "subscriptionGroupIdentifier": pyarrow.string(),
            "transactions": pyarrow.list_(transaction)})

        rows = []
        for history in self.histories:
            rows.append({**history, "transactions": [
                {**transaction, "purchaseDate": instant(transaction["purchaseDate"]),
                 "expiresDate": instant(transaction["expiresDate"]), "revocationDate": instant(transaction.get("revocationDate"))}
                for transaction in history["transactions"]]})
        values = [pyarrow.array([row.get(name) for row in rows], schema.field(name).type) for name in schema.names[:3]]
        offsets, items = [0], []
        for row in rows:
            items += row["transactions"]
            offsets.append(len(items))
        columns = []
        for field in transaction:
            texts = [item.get(field.name) for item in items]
            is_dictionary = pyarrow.types.is_dictionary(field.type)
            array = pyarrow.array(texts, pyarrow.string() if is_dictionary else field.type)
            columns.append(array.dictionary_encode() if is_dictionary else array)
        nested = pyarrow.ListArray.from_arrays(pyarrow.array(offsets, pyarrow.int32()),
                                               pyarrow.StructArray.from_arrays(columns, fields=list(transaction)))
        table = pyarrow.table([*values, nested], names=schema.names)
        self.expect(table)
        self.expect(pyarrow.concat_tables([table.slice(0, 11), table.slice(11)]))

    @needs("pyarrow")
    def test_a_table_of_transactions_with_a_mapping_is_a_source(self):
        from decimal import Decimal
        mapping = {"title": "ours", "optional": ["revoked", "offer_type", "offer"], "fields": {
            "customerId": "customer", "transactionId": "id", "productId": "product", "purchaseDate": "start",
            "expiresDate": "end", "revocationDate": "revoked", "price": "price", "offerType": "offer_type", "offerIdentifier": "offer"}}
        rows = [
            {"customer": history["customerId"], "id": transaction["transactionId"], "product": transaction["productId"],
             "start": transaction["purchaseDate"], "end": transaction["expiresDate"],
             "revoked": transaction.get("revocationDate"), "price": Decimal(transaction["price"]) / 1000,
             "offer_type": transaction.get("offerType"), "offer": transaction.get("offerIdentifier")}
            for history in self.histories for transaction in history["transactions"]]
        instant = pyarrow.timestamp("ms")
        schema = pyarrow.schema({"customer": pyarrow.string(), "id": pyarrow.string(), "product": pyarrow.string(), "start": instant,
                                 "end": instant, "revoked": instant, "price": pyarrow.decimal128(10, 2), "offer_type": pyarrow.int8(),
                                 "offer": pyarrow.string()})
        table = pyarrow.Table.from_pylist(rows, schema)
        file, described = self.folder / "rows.csv", self.folder / "ours.mapping.json"
        described.write_text(json.dumps(mapping))
        pyarrow.csv.write_csv(table, file)
        expected = [json.loads(line) for line in scored(file, "--mapping", described)]
        self.assertGreater(len(expected), COUNT // 2)
        for given in [mapping, described]:
            self.assertEqual(list(self.scores(table, mapping=given).rows()), expected)
        # A known format needs no mapping.
        export = pyarrow.csv.read_csv(EXAMPLES / "Formats/transactions.csv")
        expected = [json.loads(line) for line in scored(EXAMPLES / "Formats/transactions.csv")]
        self.assertEqual(list(self.scores(export, format="revenuecat").rows()), expected)

    @needs("pyarrow")
    def test_every_type_of_a_table_has_the_rows_of_its_csv(self):
        chance = random.Random(8)
        texts = ["", "plain", "a, \"quoted\" one", "of two\nlines", "ü" * 9, "exactly8", "c" * 40, "\u0001", "a\tb", "\\"]
        fields = {"customerId": "customer", "transactionId": "id", "productId": "product", "purchaseDate": "times.start",
                  "expiresDate": "times.end", "price": "price", "offerIdentifier": "offer"}
        rows = []
        for number in range(300):
            # Rows of a customer are together; their names are of all kinds.
            start = datetime.datetime(2024, 1, 1) + datetime.timedelta(milliseconds=chance.randrange(10 ** 10))
            for index in range(chance.randrange(1, 4)):
                rows.append({"customer": f"{number} {texts[number % len(texts)]}", "id": number * 10 + index, "product": "basic.monthly",
                             "start": start, "end": start + datetime.timedelta(days=30), "price": chance.choices([9.99, 0, 0.1 + 0.2, 1e-7, -1.5, 1e300, None], [90, 5, 1, 1, 1, 1, 1])[0],
                             "offer": chance.choice([None, *texts]) if number % 4 == 0 else None, "unread": chance.choice(texts), "list": [texts[1], None]})
                start += datetime.timedelta(days=30)
        def column(name, type):
            return pyarrow.array([row[name] for row in rows], type)

        def table(text, identifier, instant, price, dictionary):
            values = {name: column(name, text) for name in ("customer", "product", "offer", "unread")}
            if dictionary:
                values["offer"] = values["offer"].cast(pyarrow.string()).dictionary_encode()
            times = pyarrow.StructArray.from_arrays([column("start", instant), column("end", instant)], ["start", "end"])
            return pyarrow.table({**values, "id": column("id", identifier), "price": column("price", price), "times": times,
                                  "list": column("list", pyarrow.list_(text))})

        mapping = {"title": "ours", "optional": ["offer"], "fields": fields}
        path = self.folder / "rows.csv"
        with path.open("w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["customer", "id", "product", "times.start", "times.end", "price", "offer"])
            for row in rows:
                instants = [row[name].isoformat(timespec="milliseconds") + "Z" for name in ("start", "end")]
                writer.writerow([row["customer"], row["id"], row["product"], *instants, row["price"], row["offer"]])
        for sort in [False, True]:
            expected = list(self.scores(path, mapping=mapping, sort=sort, allow_rejects="100%").rows())
            self.assertGreater(len(expected), 150)
            for given in [
                table(pyarrow.string(), pyarrow.int64(), pyarrow.timestamp("ms"), pyarrow.float64(), False),
                table(pyarrow.large_string(), pyarrow.int32(), pyarrow.timestamp("us", "UTC"), pyarrow.float64(), True),
                table(pyarrow.string_view(), pyarrow.uint64(), pyarrow.timestamp("ns"), pyarrow.float64(), True),
            ]:
                for parts in [given, pyarrow.concat_tables([given.slice(0, 13), given.slice(13, 0), given.slice(13)])]:
                    with self.subTest(schema=parts.schema, sort=sort):
                        found = self.scores(parts, mapping=mapping, sort=sort, allow_rejects="100%")
                        self.assertEqual(list(found.rows()), expected)

    # Types

    def table(self, customer, **others):
        """A table of transactions, one for each customer, and its mapping."""
        count = len(customer)
        columns = {"customer": customer, "product": ["basic.monthly"] * count, "start": ["2024-01-01"] * count,
                   "end": ["2024-02-01"] * count, **others}
        fields = {"customerId": "customer", "productId": "product", "purchaseDate": "start", "expiresDate": "end"}
        return pyarrow.table(columns), {"title": "ours", "fields": fields}

    def unread(self, count):
        """Columns of types that no history has."""
        return {
            "length": pyarrow.array([datetime.timedelta(days=1)] * count), "tags": pyarrow.array([[("a", 1)]] * count, pyarrow.map_(
                pyarrow.string(), pyarrow.int64())), "hour": pyarrow.array([datetime.time(1)] * count),
            "key": pyarrow.array([b"0" * 16] * count, pyarrow.binary(16)).cast(pyarrow.uuid()), "list": [[1]] * count,
            "far": pyarrow.array([2**62] * count, pyarrow.timestamp("s")),
            "pair": pyarrow.array([{"hour": datetime.time(1)}] * count)}

    @needs("pyarrow")
    def test_columns_that_nobody_asks_for_are_not_looked_at(self):
        table, mapping = self.table(["a", "b"])
        expected = list(self.scores(table, mapping=mapping).rows())
        scores = self.scores(self.table(["a", "b"], **self.unread(2))[0], mapping=mapping)
        self.assertEqual(list(scores.rows()), expected)
        self.assertEqual(scores.summary["columns"]["unused"], ["length", "tags", "hour", "key", "list", "far", "pair.hour"])
        history = {"customerId": ["a"], "transactions": [[{"productId": "basic.monthly", "purchaseDate": "2024-01-01", "expiresDate": "2024-02-01"}]]}
        expected = list(self.scores(pyarrow.table(history)).rows())
        self.assertEqual(list(self.scores(pyarrow.table({**history, **self.unread(1)})).rows()), expected)
        for name, found in [("length", "duration"), ("tags", "map<string, int64>"), ("hour", "time64"), ("key", "uuid"), ("list", "list<"),
                            ("far", "out of bounds")]:
            with self.assertRaisesRegex(winback.Error, f"in the column '{name}'.*{found}"):
                list(self.scores(self.table(["a"], **self.unread(1))[0], mapping={
                    **mapping, "fields": {**mapping["fields"], "transactionId": name}}).rows())

    @needs("pyarrow")
    def test_every_type_of_a_column_has_its_text(self):
        from decimal import Decimal
        day, time = datetime.date(2024, 1, 31), datetime.datetime(2024, 1, 31, 10, 0, 0, 123_000)
        whole = [pyarrow.int8(), pyarrow.uint8(), pyarrow.int16(), pyarrow.uint16(), pyarrow.int32(), pyarrow.uint32(), pyarrow.int64(), pyarrow.uint64()]
        decimals = [pyarrow.decimal32(9, 2), pyarrow.decimal64(9, 2), pyarrow.decimal128(38, 2), pyarrow.decimal256(70, 2)]
        texts = [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(), pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view()]
        cases = [(type, 100, "100") for type in whole] + [(type, Decimal("12.34"), "12.34") for type in decimals]
        cases += [(type, "a \"ü\"; b", "a \"ü\"; b") for type in texts] + [
            (pyarrow.uint64(), 2**64 - 1, str(2**64 - 1)), (pyarrow.int64(), -2**63, str(-2**63)), (pyarrow.bool_(), True, "true"),
            (pyarrow.decimal256(70, 0), Decimal("1" * 60), "1" * 60), (pyarrow.float32(), 9.99, "9.99"), (pyarrow.float64(), 0.1 + 0.2, "0.30000000000000004"),
            (pyarrow.float16(), 1.5, "1.5"), (pyarrow.float64(), 7.0, "7"), (pyarrow.date32(), day, "2024-01-31"),
            (pyarrow.date64(), day, "2024-01-31T00:00:00.000Z"), (pyarrow.timestamp("s"), time.replace(microsecond=0), "2024-01-31T10:00:00.000Z"),
            (pyarrow.json_(), '{"a": 1}', '{"a": 1}')]
        cases += [(pyarrow.timestamp(unit, zone), time, "2024-01-31T10:00:00.123Z")
                  for unit in ("ms", "us", "ns") for zone in (None, "UTC")]
        cases += [(pyarrow.timestamp("us", "Asia/Tokyo"), time.replace(tzinfo=datetime.timezone.utc), "2024-01-31T10:00:00.123Z")]
        for type, value, text in cases:
            column = pyarrow.array([value, None], type)
            indices = pyarrow.array([0, None], pyarrow.int8())
            for given in [column, pyarrow.DictionaryArray.from_arrays(indices, pyarrow.array([value], type))]:
                with self.subTest(type=given.type):
                    table, mapping = self.table(given)
                    scores = self.scores(table, mapping=mapping, sort=True, allow_rejects=1)
                    self.assertEqual([row["customerId"] for row in scores.rows()], [text])
                    self.assertEqual([(reject["line"], reject["reason"]) for reject in scores.rejects],
                                     [(2, "cannot sort a row whose customer is not known: expected a value in column 'customer', found none")])

    @needs("pyarrow")
    def test_errors_of_a_frame_count_its_rows(self):
        table, mapping = self.table(["a", "b", "c"])
        table = table.set_column(2, "start", pyarrow.array(["2024-01-01", "x", "2024-01-01"]))
        for sort in [False, True]:
            with self.assertRaisesRegex(winback.Error, "<histories>:2:\\d+: error: expected a date such as .* in column 'start', found 'x'"):
                list(self.scores(table, mapping=mapping, sort=sort).rows())
        histories = pyarrow.table({"customerId": ["a", "b"], "transactions": pyarrow.array([[], None], pyarrow.list_(pyarrow.int8()))})
        with self.assertRaisesRegex(winback.Error, "<histories>:2:"):
            list(self.scores(histories).rows())

    @needs("pyarrow")
    def test_structures_beside_the_transactions_are_read(self):
        histories = [{"customerId": f"c{status}", "transactions": [
            {"productId": "basic.monthly", "purchaseDate": "2025-03-01", "expiresDate": "2025-04-01"}],
            "renewalInfo": {"productId": "basic.monthly", "autoRenewStatus": status}} for status in (0, 1)]
        expected = list(self.scores(histories, details=True).rows())
        self.assertNotEqual(expected[0]["offers"], expected[1]["offers"])
        self.assertEqual(list(self.scores(pyarrow.Table.from_pylist(histories), details=True).rows()), expected)

    @needs("pyarrow")
    def test_json_inside_a_frame_is_json(self):
        renewal = pyarrow.array(['{"productId": "basic.monthly",\n "autoRenewStatus": 0}'], pyarrow.json_())
        history = {"customerId": ["a"], "transactions": [[{"productId": "basic.monthly", "purchaseDate": "2024-01-01", "expiresDate": "2024-02-01"}]]}
        scores = self.scores(pyarrow.table({**history, "renewalInfo": renewal}))
        self.assertEqual(len(list(scores.rows())), 1)
        self.assertEqual(scores.summary["withoutRenewalInfo"]["timelines"], 0)

    @needs("pandas", "pyarrow")
    def test_pandas_converts_only_the_columns_that_are_read(self):
        import pandas
        table, mapping = self.table(["a", "b"])
        frame = table.to_pandas()
        frame["set"] = [{1}, "x"]
        scores = self.scores(frame, mapping=mapping)
        self.assertEqual([row["customerId"] for row in scores.rows()], ["a", "b"])
        self.assertEqual(scores.summary["columns"]["unused"], ["set"])
        self.assertEqual(frame["set"].tolist(), [{1}, "x"])
        # A column of numbers of which one is missing has fractions.
        frame["customer"] = pandas.Series([7, None])
        scores = self.scores(frame, mapping=mapping, sort=True, allow_rejects=1)
        self.assertEqual([row["customerId"] for row in scores.rows()], ["7"])
        self.assertEqual([reject["line"] for reject in scores.rejects], [2])

    def test_without_pyarrow_only_frames_need_it(self):
        script = """
import sys
sys.modules["pyarrow"] = None
import winback
class Frame:
    def __arrow_c_stream__(self, requested_schema=None): pass
engine = winback.Engine(sys.argv[1])
print(len(list(engine.score(sys.argv[2]).rows())))
list(engine.score(Frame()).rows())
"""
        done = subprocess.run([sys.executable, "-c", script, CATALOG, CUSTOMERS], capture_output=True, text=True)
        self.assertEqual(done.stdout, "8\n")
        self.assertIn("ImportError: expected pyarrow, which reads frames, found none: pip install winback[arrow]", done.stderr)

    @needs("pyarrow")
    def test_a_row_that_is_larger_than_a_piece_is_read(self):
        long = "x" * 3_000_000
        history = {"customerId": long, "transactions": []}
        for source in [pyarrow.chunked_array([[json.dumps(history)] * 2]), pyarrow.table({"customerId": [long] * 2, "transactions": [[], []]})]:
            self.assertEqual([row["customerId"] for row in self.scores(source).rows()], [long] * 2)

    @needs("duckdb")
    def test_a_relation_of_duckdb_is_a_source(self):
        import duckdb
        relation = duckdb.sql(f"FROM read_json('{CUSTOMERS}', format = 'newline_delimited')")
        self.assertEqual([row["customerId"] for row in self.scores(relation).rows()],
                         [json.loads(line)["customerId"] for line in scored(CUSTOMERS)])

    @needs("pyarrow")
    def test_results_are_the_source_of_the_next_query_while_they_are_made(self):
        batches = pyarrow.table({"history": [json.dumps(history) for history in self.histories]}).to_batches(max_chunksize=100)
        reader = pyarrow.RecordBatchReader.from_batches(batches[0].schema, iter(batches))
        self.assertEqual(pyarrow.table(self.scores(reader)).to_pylist(), self.lines)
        with self.assertRaises(Exception):
            pyarrow.table(self.scores(reader)).num_rows or self.fail("the stream was read before")


if __name__ == "__main__":
    unittest.main()
