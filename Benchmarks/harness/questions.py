"""What only WinBack is asked: threads, dates, offers, memory, start-up, tables, evaluation alone."""

import subprocess
from statistics import median

from .data import Form, generate, generator
from .measurement import Failure, run
from .programs import EVALUATION, Question
from .report import cpu_of, facts_table, ratio, wall_of
from .tables import write_revenuecat

FULL = Form("full", "milliseconds")


class Questions:
    """The questions, each of which returns a section of the page."""

    def __init__(self, programs, options, directory):
        self.one, self.two = programs[:2]
        self.options = options
        self.directory = directory

    def sections(self):
        for section in (
            self.threads, self.dates, self.offers, self.table, self.memory, self.start_up,
            self.evaluation,
        ):  # fmt: skip
            yield section()

    def make(self, form=FULL, customers=None, offers=10):
        options = self.options
        customers = customers or options.small
        return generate(self.directory, form, customers, options.seed, options.as_of, offers)

    def pairs(self, first, second, count=None):
        """Alternates two runs, each a program and its question."""
        output = self.directory / "output.jsonl"
        runs, others = [], []
        for _ in range(count or self.options.pairs):
            runs.append(run(*first, output))
            others.append(run(*second, output))
        return runs, others

    def threads(self):
        question = self.make()
        runs, others = self.pairs((self.two, question), (self.one, question))
        return facts_table(
            "Two threads against one",
            f"{self.options.small:,} customers; one thread took so many times as long as two.",
            [["", "ratio"], ["wall", f"{1 / ratio(runs, others, wall_of):.2f}"]],
        )

    def dates(self):
        iso8601, milliseconds = self.make(Form("full", "iso8601")), self.make()
        runs, others = self.pairs((self.one, iso8601), (self.one, milliseconds))
        return facts_table(
            "Dates as ISO 8601 against milliseconds",
            f"{self.options.small:,} customers, one thread; the file is larger, too.",
            [
                ["", "ratio"],
                ["wall", f"{ratio(runs, others, wall_of):.2f}"],
                ["CPU", f"{ratio(runs, others, cpu_of):.2f}"],
                ["bytes", f"{size(iso8601) / size(milliseconds):.2f}"],
            ],
        )

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
        rows = lines._replace(histories=self.directory / "revenuecat.csv")
        write_revenuecat(lines.histories, rows.histories)
        runs, others = self.pairs((self.one, rows), (self.one, lines))
        return facts_table(
            "A table against JSON Lines",
            f"The histories of {self.options.small:,} customers as RevenueCat exports transactions,"
            " and as JSON Lines; one thread.",
            [
                ["input", "GB", "wall s", "GB/s"],
                input_row("RevenueCat's CSV", rows, runs),
                input_row("JSON Lines", lines, others),
                ["ratio of bytes a second", "", "", f"{speed(rows, runs) / speed(lines, others):.2f}"],
            ],
        )

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
        source = generator(written, FULL, customers, self.options.seed)
        return program, question, self.directory / "output.jsonl", source

    def start_up(self):
        question = self.make(customers=1)
        output = self.directory / "output.jsonl"
        runs = [run(self.one, question, output) for _ in range(31)]
        return facts_table(
            "Start-up",
            "One customer, from the start of the process to its end: the median of 31 runs.",
            [["", "ms"], ["wall", f"{1000 * median(r.wall for r in runs):.1f}"]],
        )

    def evaluation(self):
        question = self.make(customers=20_000)
        command = [EVALUATION, question.histories, question.catalog, question.as_of]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            raise Failure(f"the evaluation alone: {result.stderr}")
        return (
            "## Evaluation alone\n\nHistories that were read before, facts included, no reading and no"
            " writing: 256 over and over,\nwhich stay in the processor's cache as a history does that"
            " was just read, and all one after\nthe other, which have to be fetched from memory. Then"
            " reading alone. Medians of 21 runs.\n\n"
            + "".join(f"    {line}\n" for line in result.stdout.splitlines())
        )


def size(question):
    return question.histories.stat().st_size


def speed(question, runs):
    return size(question) / median(run.wall for run in runs) / 1e9


def input_row(name, question, runs):
    wall = median(run.wall for run in runs)
    return [
        name, f"{size(question) / 1e9:.3f}", f"{wall:.3f}", f"{speed(question, runs):.2f}"
    ]  # fmt: skip
