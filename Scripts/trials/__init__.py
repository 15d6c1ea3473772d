"""What the checks share that try `winback` as a process."""

import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def history(transactions=3, customer="c", product="p0.0", **more):
    # From 2011-02-16 on: months, or as much of them as ends before 2025.
    start, length = 1_297_814_400_000, min(2_592_000_000, 435_000_000_000 // max(1, transactions))
    return {"customerId": customer, "transactions": [
        {"transactionId": f"{number:06}", "productId": product, "price": 9990,
         "purchaseDate": start + number * length,
         "expiresDate": start + (number + 1) * length} for number in range(transactions)], **more}


def offer(number, **more):
    return {"offerId": f"offer_{number}", "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH",
            "customerEligibilityPaidSubscriptionDurationInMonths": number % 23,
            "customerEligibilityTimeSinceLastSubscribedInMonths": {"minimum": 1 + number % 11, "maximum": 12 + number % 12},
            "startDate": "2023-01-01", **more}


def one_subscription(offers, product="p0.0", **more):
    """A catalog with one subscription, as text."""
    return json.dumps({"subscriptionGroups": [{"id": "g0", "subscriptions": [
        {"productId": product, "winBackOffers": list(offers), **more}]}]})


# A table of customers with the columns c, p, a and b.
MAPPING = {"dates": "iso8601", "fields": {"customerId": "c", "productId": "p", "purchaseDate": "a", "expiresDate": "b"}}


class Workplace:
    """A folder with inputs, and the program that is tried."""

    def __init__(self, folder, winback, patience):
        self.folder = folder
        self.winback = winback
        self.patience = patience

    def path(self, name):
        return self.folder / name

    def write(self, name, contents):
        self.path(name).write_bytes(contents if isinstance(contents, bytes) else contents.encode())
        return self.path(name)

    def line(self, arguments):
        return [self.winback, *map(str, arguments)]

    def run(self, *arguments, **options):
        """Runs the program to its end."""
        return subprocess.run(
            self.line(arguments), timeout=self.patience, check=False,
            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options})

    def start(self, *arguments, **options):
        """Starts the program, which listens to signals although we may not."""
        def listen():
            for number in (signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
        return subprocess.Popen(self.line(arguments), **{
            "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "preexec_fn": listen, **options})

    def measure(self, *arguments, **options):
        """Runs the program without its output; returns its status, its messages, its processor time and its memory in KiB."""
        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(self.line(arguments), stdout=subprocess.DEVNULL, stderr=errors, **options)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            errors.seek(0)
            return process.returncode, errors.read().decode(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss


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
