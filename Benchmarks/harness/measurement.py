"""Running a program and measuring it as a whole process."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple


class Measurement(NamedTuple):
    wall: float
    cpu: float
    peak_bytes: int


class Failure(Exception):
    """A program that did not end well."""


def run(program, question, output):
    """Runs a program once; its errors pass through to standard error."""
    Path(output).unlink(missing_ok=True)
    command = program.command(question, output)
    start = time.perf_counter()
    process = subprocess.Popen(command, env=program.environment())
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Failure(f"exit status {process.returncode}: {' '.join(command)}")
    # Linux counts in KiB, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return Measurement(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)
