"""Whatever goes wrong is an exception with the command's text, and never the end of the process."""

import gc
import gzip
import json
import os
import pickle
import random
import resource
import signal
import statistics
import subprocess
import sys
import threading
import time
import unittest

import winback
from winback import _run
from support import AS_OF, CATALOG, CUSTOMERS, FolderTest, IS_RELEASED, command, customers, needs

try:
    import pyarrow
except ImportError:
    pyarrow = None

BAD_CATALOGS = {
    "an unknown key": b'{"subscriptionGroups":[\n{"idd":"1","subscriptions":[]}]}',
    "two errors": b'{"subscriptionGroups":[{"id":1,"referenceName":2,"subscriptions":[]}]}',
    "an early end": b'{"subscriptionGroups":[',
    "another format": b"<html></html>",
    "nothing": b"",
}


class Faults(FolderTest):
    def setUp(self):
        super().setUp()
        self.engine = winback.Engine(CATALOG)
        self.lines = CUSTOMERS.read_bytes()
        self.line = self.lines.splitlines()[0]

    def error(self, body, *arguments, **options):
        with self.assertRaises(winback.Error) as raised:
            body(*arguments, **options)
        return raised.exception

    def rows(self, source, **options):
        return list(self.engine.score(source, as_of=AS_OF, **options).rows())

    # The command's texts

    def test_an_error_in_a_catalog_has_the_text_of_the_command(self):
        path, history = self.folder / "catalog.json", self.folder / "history.json"
        history.write_bytes(self.line)
        for name, text in BAD_CATALOGS.items():
            with self.subTest(name):
                path.write_bytes(text)
                error = self.error(winback.Engine, path)
                expected = command("score", history, "--catalog", path, "--quiet", status=65)
                self.assertEqual((str(error) + "\n", error.status, error.path), (expected, 65, str(path)))
        error = self.error(winback.Engine, BAD_CATALOGS["an unknown key"])
        self.assertEqual((error.path, error.line, error.column), ("<catalog>", 2, 2))
        self.assertIn("did you mean 'id'?", str(error))

    def test_an_error_in_a_history_has_the_text_of_the_command(self):
        path = self.folder / "history.json"
        for text in [b'{"customerId":1,"transactions":[]}', b'{"customerId":"a"}',
                     b'{"customerId":"a","transactions":[{"productId":"basic.monthly","purchaseDate":"2024-13-01","expiresDate":0}]}']:
            with self.subTest(text=text):
                path.write_bytes(text)
                error = self.error(self.engine.evaluate_all, path, AS_OF)
                expected = command("evaluate", path, "--catalog", CATALOG, "--as-of", AS_OF, status=65)
                self.assertEqual(str(error) + "\n", expected)
                self.assertEqual(pickle.loads(pickle.dumps(error)).line, error.line)

    def test_what_is_no_history_is_an_error(self):
        for text in [b"nonsense", b"<html>", b"[1, 2]", b"", "\ufeff{".encode("utf-16")]:
            self.assertEqual(self.error(self.engine.evaluate, text, AS_OF).status, 65)

    def test_wrong_policies_rules_and_instants_are_errors(self):
        error = self.error(winback.Engine, CATALOG, policies={"refundedServic": "included"})
        self.assertEqual((error.status, error.path), (64, None))
        self.assertIn("did you mean 'refundedService'?", str(error))
        self.error(winback.Engine, CATALOG, policies={"refundedService": "a\nb"})
        self.assertEqual(self.error(winback.Engine, CATALOG, b'{"rules":1}').path, "<rules>")
        self.assertEqual(self.error(self.engine.evaluate, self.line, "yesterday").status, 64)
        self.assertEqual(self.error(self.rows, self.line, until="soon").status, 64)
        self.assertEqual(self.error(self.rows, self.line, offers=["nothing"]).status, 64)
        self.assertEqual(self.error(self.rows, self.line, format="nothing").status, 64)
        self.assertEqual(self.error(self.rows, self.line, mapping={"fields": 1}).status, 65)
        self.assertEqual(self.error(self.rows, self.line, long=True, details=True).status, 64)
        self.assertEqual(self.error(self.rows, "a\0b").status, 64)

    def test_files_that_are_not_there_are_errors(self):
        for body in [lambda: winback.Engine("missing.json"), lambda: self.engine.evaluate("missing.json"),
                     lambda: self.rows("missing.jsonl"), lambda: self.rows(self.folder), lambda: winback.Engine(self.folder)]:
            self.assertEqual(self.error(body).status, 66)
        self.assertIn("did you mean", str(self.error(self.rows, CUSTOMERS.with_name("customer.jsonl"))))

    def test_rejected_lines_are_an_error_after_the_last_row(self):
        rows, source = [], self.lines + b"nonsense\n"
        scores = self.engine.score(source, as_of=AS_OF)
        with self.assertRaisesRegex(winback.Error, "expected at most 0 rejected lines, found 1 of 9"):
            for row in scores.rows():
                rows.append(row)
        self.assertEqual(len(rows), 8)
        self.assertEqual([line["line"] for line in scores.rejects], [9])
        self.assertEqual(len(self.rows(source, allow_rejects="50%")), 8)
        self.assertEqual(self.error(self.rows, self.lines, require={"customers": 9}).status, 1)

    def test_a_customer_with_two_timelines_is_asked_for_all(self):
        history = json.loads(self.line)
        history["transactions"].append({**history["transactions"][0], "transactionId": "9", "originalTransactionId": "9", "productId": "x", "subscriptionGroupIdentifier": "2"})
        self.assertEqual(len(self.engine.evaluate_all(history)), 2)
        self.assertIn("found 2; use 'evaluate_all'", str(self.error(self.engine.evaluate, history)))

    # Sources

    def test_wrong_types_are_errors(self):
        for source in [3, None, {}, object()]:
            with self.assertRaisesRegex(TypeError, "expected a path, bytes, lines or a stream of Arrow, found"):
                self.rows(source)
        with self.assertRaisesRegex(TypeError, "expected lines as str, bytes or dict, found int"):
            self.rows([1])
        for body in [lambda: winback.Engine(3), lambda: self.engine.evaluate(None), lambda: self.engine.evaluate(self.line, 3)]:
            self.assertRaises(TypeError, body)

    def test_an_exception_of_an_iterator_comes_out(self):
        def broken():
            yield from self.lines.splitlines()
            raise LookupError("the query has failed")

        with self.assertRaisesRegex(LookupError, "the query has failed"):
            self.rows(broken())
        if pyarrow:
            with self.assertRaisesRegex(Exception, "LookupError: the query has failed"):
                pyarrow.table(self.engine.score(broken()))

    def test_an_exception_of_the_progress_comes_out(self):
        def broken(customers, part):
            raise LookupError("the bar is gone")

        with self.assertRaisesRegex(LookupError, "the bar is gone"):
            self.rows(self.lines, progress=broken)
        if pyarrow:
            with self.assertRaisesRegex(Exception, "LookupError: the bar is gone"):
                pyarrow.table(self.engine.score(self.lines, progress=broken))

    def test_an_iterator_is_read_once(self):
        scores = self.engine.score(iter(self.lines.splitlines()), as_of=AS_OF)
        self.assertEqual(len(list(scores.rows())), 8)
        self.assertIn("found an iterator", str(self.error(list, scores.rows())))
        lines = (line for line in self.lines.splitlines())
        self.assertEqual(len(self.rows(lines)), 8)
        self.assertIn("found an iterator", str(self.error(self.rows, lines)))
        scores = self.engine.score(self.lines, as_of=AS_OF)
        self.assertEqual(list(scores.rows()), list(scores.rows()))

    @needs("pyarrow")
    def test_a_stream_is_read_once(self):
        table = pyarrow.table({"history": self.lines.decode().splitlines()})
        reader = pyarrow.RecordBatchReader.from_batches(table.schema, table.to_batches())
        self.assertEqual(len(self.rows(reader)), 8)
        self.assertIn("found an iterator", str(self.error(self.rows, reader)))

        class Held:
            def __init__(self):
                self.capsule = table.__arrow_c_stream__()

            def __arrow_c_stream__(self, requested_schema=None):
                return self.capsule

        # The type of a stream shows only when it is opened.
        held, table = Held(), table["history"]
        self.assertIn("found one that can be read once", str(self.error(self.rows, Held())))
        self.assertEqual(len(self.rows(held)), 8)
        self.assertIn("found one that was read before", str(self.error(self.rows, held)))

    def test_a_text_is_no_list(self):
        for name in ("offers", "customers"):
            with self.assertRaisesRegex(TypeError, f"expected a list of texts for {name}, found 'ada'"):
                self.rows(self.lines, **{name: "ada"})

    def test_a_fork_cannot_read_on(self):
        for isArrow in [False, True] if pyarrow else [False]:
            # More than a batch of Arrow has.
            repetitions = 20_000 if isArrow else 2_000
            scores = self.engine.score(self.lines * repetitions, as_of=AS_OF)
            rows = pyarrow.RecordBatchReader.from_stream(scores) if isArrow else scores.rows()
            count = len(next(rows)) if isArrow else sum(1 for _ in [next(rows)])
            child = os.fork()
            if child == 0:
                signal.alarm(60)
                try:
                    for _ in rows:
                        pass
                except (winback.Error, OSError) as error:
                    # What the end of an interpreter does is done, too.
                    del rows, scores
                    list(winback.Engine(CATALOG).score(self.line).rows())
                    os._exit(0 if "found a fork of it" in str(error) else 1)
                os._exit(2)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertEqual(count + sum(len(row) if isArrow else 1 for row in rows), 8 * repetitions)

    def test_broken_streams_are_errors(self):
        class NoCapsule:
            def __arrow_c_stream__(self, requested_schema=None):
                return 3

        class Failing:
            def __arrow_c_stream__(self, requested_schema=None):
                raise LookupError("closed")

        for source, error in [(NoCapsule(), (ValueError, TypeError)), (Failing(), LookupError)]:
            with self.assertRaises(error):
                self.rows(source)

    @needs("pyarrow")
    def test_streams_that_fail_later_or_have_other_types_are_errors(self):
        def batches():
            yield pyarrow.record_batch({"history": [self.line.decode()]})
            raise LookupError("the warehouse is gone")

        reader = pyarrow.RecordBatchReader.from_batches(pyarrow.schema({"history": pyarrow.string()}), batches())
        self.assertEqual(str(self.error(self.rows, reader)), "<histories>: error: LookupError: the warehouse is gone")
        for table, message in [
            (pyarrow.table({"a": pyarrow.array([{}], pyarrow.map_(pyarrow.string(), pyarrow.string()))}), r"in the column 'a', found map<string, string>"),
            (pyarrow.chunked_array([[1, 2]]), "expected a table, or a column of histories"),
        ]:
            with self.assertRaisesRegex(winback.Error, message):
                self.rows(table)
        self.assertEqual(self.error(self.rows, pyarrow.chunked_array([["null", None]])).status, 65)

    def test_gzip_that_ends_early_is_an_error(self):
        compressed = gzip.compress(self.lines * 100)
        self.assertEqual(len(self.rows(compressed)), 800)
        self.assertIn("gzip cannot decompress all of it", str(self.error(self.rows, compressed[:200])))

    # Life

    def test_a_closed_engine_gives_errors(self):
        with self.engine as engine:
            scores = engine.score(self.lines, as_of=AS_OF)
        for body in [lambda: engine.evaluate(self.line), lambda: engine.answer(self.line), engine.lint, lambda: engine.score(self.lines)]:
            self.assertIn("the engine is closed", str(self.error(body)))
        self.assertIn("closed", repr(engine))
        engine.close()
        # What was asked before is still answered.
        self.assertEqual(len(list(scores.rows())), 8)

    def test_an_engine_can_be_closed_while_threads_use_it(self):
        def ask(engine, counts):
            try:
                while True:
                    engine.evaluate(self.line, AS_OF)
                    counts.append(1)
            except winback.Error:
                pass

        for _ in range(5):
            engine, counts = winback.Engine(CATALOG), []
            threads = [threading.Thread(target=ask, args=(engine, counts)) for _ in range(8)]
            for thread in threads:
                thread.start()
            while len(counts) < 20:
                time.sleep(0.001)
            engine.close()
            for thread in threads:
                thread.join()

    def test_threads_get_the_same_answers(self):
        lines = [json.dumps(history) for history in customers(40, seed=3) if history["transactions"]]
        expected = [self.engine.evaluate_all(line, AS_OF) for line in lines]
        faults = []

        def ask():
            for line, answer in zip(lines, expected):
                if self.engine.evaluate_all(line, AS_OF) != answer:
                    faults.append(line)
            if len(self.rows(self.lines)) != 8:
                faults.append("score")

        threads = [threading.Thread(target=ask) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(faults, [])

    def test_rows_that_nobody_wants_more_of_leave_nothing(self):
        rows = self.engine.score(self.lines * 2_000, as_of=AS_OF).rows()
        next(rows)
        rows.close()
        for _ in range(20):
            next(self.engine.score((line for line in [self.line] * 10_000), as_of=AS_OF).rows())
        gc.collect()
        _run.forget_runs()
        self.assertEqual(_run.runs, {})

    def test_a_forked_process_scores(self):
        self.rows(self.lines * 200, jobs=2)
        # Threads meet at a lock in one of some ten processes.
        for _ in range(20):
            child = os.fork()
            if child == 0:
                signal.alarm(60)
                os._exit(0 if len(self.rows(self.lines * 200, jobs=2)) == 1_600 else 1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_a_keyboard_interrupt_ends_a_run(self):
        script = """
import itertools, sys, time, winback
engine = winback.Engine(sys.argv[1])
line = open(sys.argv[2], "rb").readline()
# A signal that comes while a module is loaded can be lost, and the first table loads pandas.
if "frame" in sys.argv or "arrow" in sys.argv:
    import pyarrow
    pyarrow.table(engine.score(line))
def slowly():
    while True:
        time.sleep(0.01)
        yield line
class Frame:
    def __arrow_c_stream__(self, requested_schema=None):
        batch = pyarrow.record_batch({"customerId": ["a"], "transactions": pyarrow.array([[]], pyarrow.list_(pyarrow.int8()))})
        return pyarrow.RecordBatchReader.from_batches(batch.schema, (batch for _ in slowly())).__arrow_c_stream__()
sources = {"frame": Frame(), "iterator": itertools.repeat(line), "slow": slowly(), "bytes": line * 300_000}
scores = engine.score(sources[sys.argv[3]])
print("ready", flush=True)
if sys.argv[4] == "rows":
    for row in scores.rows():
        pass
else:
    pyarrow.table(scores)
print("finished")
"""
        for source in ["iterator", "slow", "bytes", *(["frame"] if pyarrow else [])]:
            for way in ["rows", "arrow"] if pyarrow else ["rows"]:
                with self.subTest(source=source, way=way):
                    process = subprocess.Popen([sys.executable, "-c", script, CATALOG, CUSTOMERS, source, way],
                                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                    self.addCleanup(process.kill)
                    process.stdout.readline()
                    time.sleep(0.3)
                    start = time.monotonic()
                    process.send_signal(signal.SIGINT)
                    output, errors = process.communicate(timeout=60)
                    self.assertLess(time.monotonic() - start, 3)
                    self.assertEqual(output, "")
                    self.assertRegex(errors, "KeyboardInterrupt|interrupted")

    def test_memory_does_not_grow_with_the_input(self):
        lines = [json.dumps(history).encode() for history in customers(500, seed=4)]

        def score(count):
            for _ in self.engine.score((line for _ in range(count) for line in lines), as_of=AS_OF).rows():
                pass
            if pyarrow:
                reader = pyarrow.RecordBatchReader.from_stream(
                    self.engine.score((line for _ in range(count) for line in lines), as_of=AS_OF))
                for _ in reader:
                    pass
            for line in lines[:100]:
                self.engine.evaluate_all(line, AS_OF)
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        score(2)
        before = score(4)
        # A few bytes for each customer, to know whether one comes again.
        self.assertLess(score(40) - before, 10_000)


class Speed(unittest.TestCase):
    def test_decisions_are_made_in_time_while_threads_wait(self):
        # As many threads wait, each on average so many seconds for its next customer, as visits of a shop come.
        count, decisions, seconds = (1_000, 10, 5) if IS_RELEASED else (100, 3, 0.5)
        engine = winback.Engine(CATALOG)
        lines = [json.dumps(history) for history in customers(200, seed=5) if history["transactions"]]
        times, begin, chance = [], threading.Barrier(count), random.Random(6)

        def serve(waits):
            begin.wait()
            for wait, line in waits:
                time.sleep(wait)
                start = time.perf_counter()
                engine.evaluate_all(line, AS_OF)
                times.append(time.perf_counter() - start)

        threads = [threading.Thread(target=serve, args=([(chance.expovariate(1 / seconds), chance.choice(lines))
                                                         for _ in range(decisions)],)) for _ in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        p99 = statistics.quantiles(times, n=100)[98] * 1_000
        print(f"a decision: median {statistics.median(times) * 1_000:.2f} ms, p99 {p99:.2f} ms, of {count} threads")
        self.assertEqual(len(times), count * decisions)
        if IS_RELEASED:
            self.assertLess(p99, 5)


if __name__ == "__main__":
    unittest.main()
