"""Measuring all programs on one form of the data."""

import sys

from . import report
from .data import generate, require_same_answers
from .measurement import run

# A program whose run on the large file takes longer than this many seconds is measured on the
# smaller file, against the reference on the same file, in fewer pairs.
LONG = 12


def compare(programs, form, options, directory):
    """Measures all programs, checks that their answers are the same, and returns their table."""

    def make(customers):
        return generate(directory, form, customers, options.seed, options.as_of)

    small, large = make(options.small), make(options.customers)
    scale = options.customers / options.small
    small_runs = require_same_answers(programs, small, directory)
    quick = [program for program in programs if small_runs[program].wall * scale <= LONG]
    require_same_answers(quick, large, directory)

    references = {program.jobs: program for program in reversed(programs)}
    series, reference_series = [], {}
    for program in programs:
        reference = references[program.jobs]
        if program is reference:
            continue
        is_quick = program in quick
        question, customers = (large, options.customers) if is_quick else (small, options.small)
        print(f"{form}: {program.name}, {program.jobs} threads", file=sys.stderr)
        pairs = options.pairs if is_quick else options.slow_pairs
        runs, reference_runs = alternate(program, reference, question, pairs, directory)
        size = question.histories.stat().st_size
        peak = small_runs[program].peak_kib
        series.append(report.Series(program, customers, size, runs, reference_runs, peak))
        if is_quick and reference not in reference_series:
            reference_series[reference] = report.Series(
                reference, customers, size, reference_runs, reference_runs,
                small_runs[reference].peak_kib,
            )  # fmt: skip

    size = large.histories.stat().st_size
    # Both are one file where as many customers are asked for.
    for question in (small, large):
        question.histories.unlink(missing_ok=True)
    title = f"{form.title}: {size / 1e9:.2f} GB"
    rows = [*reference_series.values(), *series]
    return report.table(title, programs[0].name, options.small, rows)


def alternate(program, reference, question, pairs, directory):
    output = directory / "output.jsonl"
    runs, reference_runs = [], []
    for _ in range(pairs):
        reference_runs.append(run(reference, question, output))
        runs.append(run(program, question, output))
    output.unlink()
    return runs, reference_runs
