"""Measuring all programs on one form of the data."""

import sys

from . import report
from .data import generate, require_same_answers
from .measurement import alternate, run

# A program whose run on the large file takes longer than this many seconds is measured on the
# smaller file, against the reference on the same file, in fewer pairs.
LONG = 12


def compare(programs, form, options, directory):
    """Measures all programs, checks that their answers are the same, and returns a series for each."""

    def make(customers):
        return generate(directory, form, customers, options.seed, options.as_of)

    small, large = make(options.small), make(options.customers)
    scale = options.customers / options.small
    small_runs = require_same_answers(programs, small, directory)
    quick = [program for program in programs if small_runs[program].wall * scale <= LONG]
    require_same_answers(quick, large, directory)

    def series(program, question, runs, reference_runs):
        customers = options.customers if question is large else options.small
        size = question.histories.stat().st_size
        return report.Series(str(form), program, customers, size, runs, reference_runs)

    output = directory / "output.jsonl"
    references = {program.jobs: program for program in reversed(programs)}
    # The runs of a reference on the large file, next to which a rival was measured first.
    beside = {}
    rows = []
    for program in programs:
        reference = references[program.jobs]
        if program is reference:
            continue
        print(f"{form}: {program.name}, {program.jobs} threads", file=sys.stderr)
        is_quick = program in quick
        question, pairs = (large, options.pairs) if is_quick else (small, options.slow_pairs)
        runs, reference_runs = alternate((program, question), (reference, question), pairs, output)
        rows.append(series(program, question, runs, reference_runs))
        if is_quick:
            beside.setdefault(reference, reference_runs)
    for _, reference in sorted(references.items(), reverse=True):
        if reference not in beside:
            beside[reference] = [run(reference, large, output) for _ in range(options.pairs)]
        rows.insert(0, series(reference, large, beside[reference], beside[reference]))

    # Both are one file where as many customers are asked for.
    for question in (small, large):
        question.histories.unlink(missing_ok=True)
    return rows
