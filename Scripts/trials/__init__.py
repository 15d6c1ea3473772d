"""What the checks share that try `winback` as a process."""

import argparse
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def history(transactions=3, customer="c", product="basic.monthly", **more):
    # From 2011-02-16 on: months, or as much of them as ends before 2025.
    start, length = 1_297_814_400_000, min(2_592_000_000, 435_000_000_000 // max(1, transactions))
    return {"customerId": customer, "transactions": [
        {"transactionId": f"{number:06}", "productId": product, "price": 9990,
         "purchaseDate": start + number * length,
         "expiresDate": start + (number + 1) * length} for number in range(transactions)], **more}


def arguments(description, program, **options):
    """The arguments of a script: options by their names with what argparse is told, and the path of the program."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, option in options.items():
        parser.add_argument(f"--{name}", **option)
    parser.add_argument("winback", nargs="?", default=ROOT / program)
    found = parser.parse_args()
    winback = shutil.which(str(pathlib.Path(found.winback).resolve()))
    if winback is None:
        sys.exit(f"{found.winback}: expected the program 'winback'; 'swift build' or Scripts/build-static makes it")
    found.winback = winback
    return found


def run_all(checks, inputs, again=""):
    """Runs each check with the inputs that a function makes for it, and ends the script; `again` says how to repeat a failure."""
    failed = 0
    for check in checks:
        start = time.monotonic()
        try:
            note = check(*inputs())
            print(f"✓ {check.__doc__}{f', {note}' if note else ''} ({time.monotonic() - start:.1f} s)", flush=True)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            failed += 1
            print(f"✗ {check.__doc__}{again}\n{error}", flush=True)
    sys.exit(1 if failed else 0)
