"""What only WinBack is asked: offers, tables, other commands, memory, start-up."""

import subprocess
import time
from statistics import median

from .commands import commands
from .data import Form, generate, generator, require_same_answers
from .measurement import alternate, run
from .programs import rivals
from .report import cpu_of, facts_table, ratio, wall_of
from .tables import write_revenuecat


class Questions:
    """The questions, each of which returns a section of the page."""

    full = Form("full")

    def __init__(self, programs, options, directory):
        self.one, self.two = programs[:2]
        self.path = self.one.start[0]
        self.options = options
        self.directory, self.output = directory, directory / "output.jsonl"

    @property
    def sections(self):
        """The sections by the names that `run --only` takes."""
        return {
            "offers": self.offers, "tables": self.table, "commands": lambda: commands(self),
            "memory": self.memory, "start-up": self.start_up,
        }  # fmt: skip

    def make(self, form=full, customers=None, offers=10):
        options = self.options
        customers = customers or options.small
        return generate(self.directory, form, customers, options.seed, options.as_of, offers)

    def pairs(self, first, second, count=None):
        return alternate(first, second, count or self.options.pairs, self.output)

    def offers(self):
        many, few = self.make(offers=350), self.make()
        runs, others = self.pairs((self.one, many), (self.one, few))
        return facts_table(
            "350 offers against 10",
            f"{self.options.small:,} customers, one thread.",
            [
                ["", "ratio"],
                ["wall", f"{ratio(runs, others, wall_of):.2f}"],
                ["CPU", f"{ratio(runs, others, cpu_of):.2f}"],
            ],
        )

    def table(self):
        lines = self.make()
        rows = lines._replace(histories=self.directory / "revenuecat.csv", is_table=True)
        write_revenuecat(lines.histories, rows.histories)
        duckdb = next(program for program in rivals() if program.name == "DuckDB")
        require_same_answers([self.one, duckdb], rows, self.directory)
        runs, others = self.pairs((self.one, rows), (self.one, lines))
        slow = self.options.slow_pairs
        duckdb_runs, fast_runs = self.pairs((duckdb, rows), (self.one, rows), slow)
        json_runs, _ = self.pairs((duckdb, lines), (self.one, lines), slow)
        table_size, lines_size = size(rows), size(lines)
        rows.histories.unlink()
        return facts_table(
            "A table against JSON Lines",
            f"The histories of {self.options.small:,} customers as RevenueCat exports transactions,"
            " and as JSON Lines; one thread.\nDuckDB reads the table with its own reader, and"
            " answers with the SQL that it has for JSON; on the\ntable both wrote the same bytes.",
            [
                ["input", "GB", "wall s", "CPU s", "GB/s"],
                input_row("winback, RevenueCat's CSV", table_size, runs),
                input_row("winback, JSON Lines", lines_size, others),
                input_row("DuckDB, RevenueCat's CSV", table_size, duckdb_runs),
                input_row("DuckDB, JSON Lines", lines_size, json_runs),
                [
                    "winback, bytes a second of the table to those of JSON Lines", "", "", "",
                    f"{speed(table_size, runs) / speed(lines_size, others):.2f}",
                ],
                [
                    "DuckDB's wall time on the table, winback = 1", "", "", "",
                    f"{ratio(duckdb_runs, fast_runs, wall_of):.2f}",
                ],
            ],
        )  # fmt: skip

    def memory(self):
        peaks = [["customers", "peak MiB, 1 thread", "peak MiB, 2 threads"]]
        for customers in (self.options.small, self.options.many):
            row = [f"{customers:,}"]
            for program in (self.one, self.two):
                peak = run(*self.piped(program, customers)).peak_kib
                row.append(f"{peak / 1024:.1f}")
            peaks.append(row)
        return facts_table(
            "Peak memory",
            "Histories as the generator writes them, through a pipe into `winback score -`.",
            peaks,
        )

    def piped(self, program, customers):
        """A program that reads what the generator writes; the file of histories is nowhere."""
        question = self.make(customers=1)._replace(histories="-")
        written = question._replace(histories="/dev/stdout", catalog="/dev/null")
        source = generator(written, self.full, customers, self.options.seed)
        return program, question, self.output, source

    def start_up(self):
        to_file = self.one.command(self.make(customers=1), self.output)
        place = to_file.index("--output")
        commands = {
            "`winback --version`": [self.path, "--version"],
            "`winback score` of one customer": to_file[:place] + to_file[place + 2 :],
            "the same with `--output`, which waits until the disk has the file": to_file,
        }
        rows = [
            [name, f"{1000 * median(start_to_end(command) for _ in range(31)):.1f}"]
            for name, command in commands.items()
        ]
        return facts_table(
            "Start-up",
            "From the start of the process to its end: medians of 31 runs.",
            [["", "wall ms"], *rows],
        )


def start_to_end(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def size(question):
    return question.histories.stat().st_size


def speed(size, runs):
    return size / median(run.wall for run in runs) / 1e9


def input_row(name, size, runs):
    wall = median(run.wall for run in runs)
    cpu = median(run.cpu for run in runs)
    return [name, f"{size / 1e9:.3f}", f"{wall:.3f}", f"{cpu:.3f}", f"{speed(size, runs):.2f}"]
