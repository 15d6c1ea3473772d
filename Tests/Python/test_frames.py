"""Frames of random shapes and types have the results of the same values in JSON and CSV."""

import csv
import datetime
import io
import json
import os
import random
import unittest

import winback
from support import AS_OF, CATALOG, FolderTest, MAPPING, customers, instant, needs, transactions

try:
    import pyarrow
except ImportError:
    pyarrow = None

# How many random frames, as many as the debug build does in seconds.
FRAMES = int(os.environ.get("WINBACK_FRAMES", "200"))


class Types:
    """Draws a type of Arrow for the values of a column, each of which it can have."""

    def __init__(self, chance):
        self.chance = chance

    def text(self):
        return self.chance.choice([pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(),
                                   pyarrow.dictionary(self.chance.choice([pyarrow.int8(), pyarrow.int32(), pyarrow.uint16()]), pyarrow.string())])

    def instant(self):
        return pyarrow.timestamp(self.chance.choice(["ms", "us", "ns"]), self.chance.choice([None, "UTC"]))

    def small(self):
        return self.chance.choice([pyarrow.int8(), pyarrow.uint8(), pyarrow.int16(), pyarrow.int32(), pyarrow.int64(), pyarrow.uint64()])

    def large(self):
        return self.chance.choice([pyarrow.int32(), pyarrow.uint32(), pyarrow.int64()])

    def unread(self, count):
        """A column that nobody asks for, of a type that no history has."""
        values, type = self.chance.choice([
            ([datetime.timedelta(days=1)], pyarrow.duration("us")), ([datetime.time(1)], pyarrow.time64("us")),
            ([b"0" * 16], pyarrow.binary(16)), ([[("a", 1)]], pyarrow.map_(pyarrow.string(), pyarrow.int64())),
            ([[1, None]], pyarrow.list_(pyarrow.int8())), ([{"x": 1.5}], pyarrow.struct({"x": pyarrow.float32()})),
            ([None], pyarrow.null()), ([2**62], pyarrow.int64())])
        return pyarrow.array(values * count, type)


def array(values, type):
    """An array of any type: pyarrow makes dictionaries, and structures that have them, only by parts."""
    if pyarrow.types.is_dictionary(type):
        return pyarrow.array(values, pyarrow.string()).dictionary_encode().cast(type)
    if pyarrow.types.is_struct(type):
        parts = [array([value and value.get(field.name) for value in values], field.type) for field in type]
        return pyarrow.StructArray.from_arrays(parts, fields=list(type), mask=pyarrow.array([value is None for value in values], pyarrow.bool_()))
    if pyarrow.types.is_list(type) or pyarrow.types.is_large_list(type):
        items, offsets = [], [0]
        for value in values:
            items += value
            offsets.append(len(items))
        made = pyarrow.LargeListArray if pyarrow.types.is_large_list(type) else pyarrow.ListArray
        index = pyarrow.int64() if pyarrow.types.is_large_list(type) else pyarrow.int32()
        return made.from_arrays(pyarrow.array(offsets, index), array(items, type.value_type))
    return pyarrow.array(values, type)


class Frames(FolderTest):
    def setUp(self):
        super().setUp()
        self.engine = winback.Engine(CATALOG)

    def rows(self, source, **options):
        return list(self.engine.score(source, as_of=AS_OF, long=True, **options).rows())

    def cut(self, table, chance):
        """The same rows in batches of random lengths, also of none."""
        cuts = sorted(chance.randrange(table.num_rows + 1) for _ in range(chance.randrange(4)))
        return pyarrow.concat_tables([table.slice(start, end - start) for start, end in zip([0, *cuts], [*cuts, table.num_rows])])

    def frame(self, columns, chance, types):
        """A table of these columns in any order, with some that nobody asks for."""
        count = len(next(iter(columns.values()))) if columns else 0
        for index in range(chance.randrange(3)):
            columns[f"unread {index}"] = types.unread(count)
        names = list(columns)
        chance.shuffle(names)
        return self.cut(pyarrow.table({name: columns[name] for name in names}), chance)

    def histories(self, histories, chance, types):
        """A frame with a row for each history."""
        transaction = {
            "transactionId": types.text(), "productId": types.text(), "purchaseDate": types.instant(), "expiresDate": types.instant(),
            "revocationDate": types.instant(), "price": types.large(), "transactionReason": types.text(), "offerType": types.small(),
            "offerIdentifier": types.text()}
        fields = list(transaction.items())
        chance.shuffle(fields)
        items = [[{**item, **{name: instant(item.get(name)) for name in ("purchaseDate", "expiresDate", "revocationDate")}}
                  for item in history["transactions"]] for history in histories]
        columns = {name: array([history.get(name) for history in histories], types.text())
                   for name in ("customerId", "storefront", "subscriptionGroupIdentifier")}
        kind = chance.choice([pyarrow.list_, pyarrow.large_list])(pyarrow.struct(fields))
        return self.frame({**columns, "transactions": array(items, kind)}, chance, types)

    def transactions(self, rows, chance, types):
        """A frame with a row for each transaction."""
        kinds = {"customer_id": types.text(), "id": types.text(), "product": types.text(), "start": types.instant(), "end": types.instant(),
                 "revoked": types.instant(), "price": chance.choice([pyarrow.float64(), pyarrow.decimal128(12, 3)]),
                 "offer_type": types.small(), "offer": types.text()}
        columns = {}
        for name, kind in kinds.items():
            values = [row[name] for row in rows]
            if pyarrow.types.is_timestamp(kind):
                values = [value and datetime.datetime.fromisoformat(value) for value in values]
            if pyarrow.types.is_decimal(kind):
                columns[name] = pyarrow.array(values, pyarrow.float64()).cast(kind)
            else:
                columns[name] = array(values, kind)
        return self.frame(columns, chance, types)

    def compare(self, seed):
        """Compares the results of a frame with those of its values, and returns how many there are."""
        chance = random.Random(seed)
        types = Types(chance)
        drawn = list(customers(chance.randrange(1, 8), seed=seed))
        if seed % 2:
            source, options = "".join(json.dumps(history) + "\n" for history in drawn).encode(), {}
            frame = self.histories(drawn, chance, types)
        else:
            rows, options, text = list(transactions(drawn)), {"mapping": MAPPING}, io.StringIO()
            if not rows:
                return 0
            writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
            source, frame = text.getvalue().encode(), self.transactions(rows, chance, types)
        expected = self.rows(source, **options)
        self.assertEqual(self.rows(frame, **options), expected, f"seed {seed}: {frame.schema}")
        return len(expected)

    @needs("pyarrow")
    def test_random_frames_have_the_results_of_their_values(self):
        self.assertGreater(sum(map(self.compare, range(FRAMES))), FRAMES * 10)


if __name__ == "__main__":
    unittest.main()
