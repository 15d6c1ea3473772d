"""Running a program and measuring it as a whole process."""

import os
import subprocess
import time
from typing import NamedTuple


class Measurement(NamedTuple):
    wall: float
    cpu: float
    peak_kib: int


class Failure(Exception):
    """A program that did not end well."""


def run(program, question, output, source=None):
    """Runs a program once; its errors pass through to standard error.

    The program reads the output of the command `source`, where there is one. GNU time starts it, because a process that Python starts counts Python's own memory as its peak.
    """
    output.unlink(missing_ok=True)
    peak = output.with_suffix(".peak")
    command = program.command(question, output)
    feeder = subprocess.Popen(source, stdout=subprocess.PIPE) if source else None
    start = time.perf_counter()
    process = subprocess.Popen(
        ["/usr/bin/time", "--quiet", "--format=%M", f"--output={peak}", *command],
        stdin=feeder.stdout if feeder else None,
    )
    if feeder:
        feeder.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if feeder and feeder.wait() != 0:
        raise Failure(f"exit status {feeder.returncode}: {' '.join(map(str, source))}")
    if process.returncode != 0:
        raise Failure(f"exit status {process.returncode}: {' '.join(command)}")
    return Measurement(wall, usage.ru_utime + usage.ru_stime, int(peak.read_text()))


def alternate(first, second, pairs, output):
    """Runs two programs, each with its question, in turns; the last run is of the first."""
    runs, others = [], []
    for _ in range(pairs):
        others.append(run(*second, output))
        runs.append(run(*first, output))
    return runs, others
