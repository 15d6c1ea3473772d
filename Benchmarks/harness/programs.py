"""The programs that are compared, and how each is started."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

BENCHMARKS = Path(__file__).resolve().parent.parent
BUILD = BENCHMARKS / ".build"
PYTHON = str(BUILD / "venv/bin/python")
RELEASE = BUILD / "winback/release"


class Question(NamedTuple):
    """The files that a program reads and the instant that it answers for."""

    histories: Path
    catalog: Path
    as_of: str
    dates: str = "milliseconds"
    is_table: bool = False


class Program(NamedTuple):
    """A program that is asked about histories, with the number of threads that it may use."""

    name: str
    jobs: int
    start: tuple[str, ...]
    takes_form: bool = False
    options: tuple[str, ...] = ()
    catalog: str = "--catalog"

    def command(self, question, output):
        command = [
            *self.start, str(question.histories), self.catalog, str(question.catalog), "--as-of",
            question.as_of, "--output", str(output), "--jobs", str(self.jobs), *self.options,
        ]  # fmt: skip
        if self.takes_form:
            command += ["--table"] if question.is_table else ["--dates", question.dates]
        return command


def winback(options):
    """Builds what is measured and is not given, and returns WinBack if it is measured, too."""
    is_given = options.no_winback or options.winback != RELEASE / "winback"
    build = [BENCHMARKS / "build", *(["--rivals"] if is_given else [])]
    subprocess.run(build, check=True, stdout=sys.stderr)
    start = (str(options.winback), "score")
    return [Program("winback", jobs, start) for jobs in (1, 2) if not options.no_winback]


def rivals():
    duckdb = (PYTHON, str(BENCHMARKS / "duckdb/score.py"))
    return [*simdjson(), *(Program("DuckDB", jobs, duckdb, takes_form=True) for jobs in (1, 2))]


def simdjson():
    return [Program("C++ with simdjson", jobs, (str(BUILD / "cpp-simdjson"),)) for jobs in (1, 2)]
