"""Making up histories and asking the same question of every program."""

import filecmp
import subprocess
from typing import NamedTuple

from .measurement import Failure, run
from .programs import BENCHMARKS, Question


class Form(NamedTuple):
    """How histories are written: which keys a transaction has, and how dates look."""

    payload: str
    dates: str = "milliseconds"

    def __str__(self):
        return f"{self.payload}/{self.dates}"


# What all programs are measured on, and what WinBack and C++ are.
FORMS = [Form("full"), Form("full", "iso8601"), Form("trimmed")]
SHAPES = [Form("lean"), Form("lean", "iso8601"), Form("shuffled"), Form("nested"), Form("varied")]


def generator(question, form, customers, seed, offers=10):
    """Returns the command that writes the files of a question."""
    return [
        BENCHMARKS / "generate-histories", "--customers", str(customers),
        "--seed", str(seed), "--offers", str(offers), "--payload", form.payload,
        "--dates", form.dates, "--catalog", question.catalog, "--output", question.histories,
    ]  # fmt: skip


def generate(directory, form, customers, seed, as_of, offers=10):
    """Writes histories and their catalog, and returns the question about them."""
    name = f"{form.payload}-{form.dates}-{customers}-{offers}"
    question = Question(
        directory / f"{name}.jsonl", directory / f"{name}.catalog.json", as_of, form.dates
    )
    subprocess.run(generator(question, form, customers, seed, offers), check=True)
    return question


def require_same_answers(programs, question, directory):
    """Runs every program once, and returns what each took if all wrote the same bytes."""
    first, output = directory / "first.jsonl", directory / "output.jsonl"
    measurements = {}
    for program in programs:
        path = output if measurements else first
        measurements[program] = run(program, question, path)
        if path is output and not filecmp.cmp(first, output, shallow=False):
            raise Failure(f"{program.name} differs from {programs[0].name}: {first} {output}")
    first.unlink()
    output.unlink(missing_ok=True)
    return measurements
