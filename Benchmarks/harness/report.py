"""The results as a Markdown page."""

import os
import platform
import subprocess
from datetime import date
from operator import attrgetter
from pathlib import Path
from statistics import median
from typing import NamedTuple

from .measurement import Measurement
from .programs import BENCHMARKS, BUILD, PYTHON, RELEASE, Program

COLUMNS = ["histories", "program", "threads", "customers/s", "GB/s", "peak MiB", "wall", "CPU"]


class Series(NamedTuple):
    """What one program took, and what the reference took right before each of its runs."""

    form: str
    program: Program
    customers: int
    bytes: int
    runs: list[Measurement]
    reference_runs: list[Measurement]

    def row(self):
        wall = median(run.wall for run in self.runs)
        return [
            self.form,
            self.program.name,
            str(self.program.jobs),
            f"{self.customers / wall:,.0f}",
            f"{self.bytes / wall / 1e9:.3f}",
            f"{max(run.peak_kib for run in self.runs) / 1024:,.0f}",
            f"{ratio(self.runs, self.reference_runs, wall_of):.2f}",
            f"{ratio(self.runs, self.reference_runs, cpu_of):.2f}",
        ]


wall_of, cpu_of = attrgetter("wall"), attrgetter("cpu")


def ratio(runs, others, time):
    """The median of the ratios of neighbouring runs, which share the machine's mood."""
    return median(time(run) / time(other) for run, other in zip(runs, others))


def comparison(reference, series):
    """Returns the section about all programs on all forms of the histories."""
    return facts_table(
        "All programs",
        f"`wall` and `CPU` are times, where {reference} with as many threads is 1.",
        [COLUMNS, *(one.row() for one in series)],
    )


def facts_table(title, text, rows):
    """Returns a section with a line of explanation and rows of two or more columns."""
    header, *rows = rows
    alignment = ["---", *["---:"] * (len(header) - 1)]
    lines = "".join(f"| {' | '.join(row)} |\n" for row in [header, alignment, *rows])
    return f"## {title}\n\n{text}\n\n{lines}\n"


def introduction(command, program):
    facts = "".join(f"- {name}: {value}\n" for name, value in environment(program))
    return (
        "# Results\n\n"
        f"{date.today()}, made by\n\n    {command}\n\n"
        "Whole processes, warm page cache; medians, and the highest of peaks. A ratio is the\n"
        "median over pairs of neighbouring runs with as many threads. All programs wrote the same\n"
        f"bytes for each file.\n\n{facts}\n"
    )


def environment(program):
    yield "processor", f"{processor()}, {os.cpu_count()} cores"
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    yield "memory", f"{memory / 2**30:.0f} GiB"
    yield "system", f"{platform.system()} {platform.release()}"
    commit = first_line("git", "-C", BENCHMARKS, "rev-parse", "--short", "HEAD")
    yield "WinBack", f"commit {commit}" if program == RELEASE / "winback" else f"'{program}'"
    compiler = (BUILD / "cpp-compiler").read_text().split(" (")[0].strip()
    yield "compilers", f"{first_line('swift', '--version')}; {compiler}"
    yield "libraries", f"simdjson {simdjson_version()}, {python_packages()}"
    yield "interpreter", first_line(PYTHON, "--version")


def processor():
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next(line.split(": ")[1] for line in lines if line.startswith("model name"))


def simdjson_version():
    header = (BUILD / "simdjson/simdjson.h").read_text()
    return header.split("#define SIMDJSON_VERSION ")[1].split("\n")[0].strip('"')


def python_packages():
    return ", ".join((BENCHMARKS / "requirements.txt").read_text().split()).replace("==", " ")


def first_line(*command):
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return result.stdout.splitlines()[0].strip()
