"""What the commands cost that compute more than `score` from the same customers."""

import re
from datetime import datetime, timezone

from .data import generate
from .measurement import run
from .programs import Command
from .report import facts_table

OFFERS = [10, 100, 350]
# The policies that `audit --calibrate` tries, with their defaults.
POLICIES = [
    "timeZone=UTC", "freeService=skipped", "refundedService=unpaid", "paidStreak=mostRecent",
    "monthLength=calendar", "gapTolerance=billingRecovery", "lapseStart=graceEnd",
    "waitStart=offerPeriodEnd", "maximumBound=instant", "candidateOffers=mostRecentProduct",
    "involuntaryChurn=included",
]  # fmt: skip
# How many of them are given; the others are tried.
GIVEN = [11, 8, 6, 4, 2, 0]
# What the store answers by, so that there is something to find out.
STORE = ("--policy", "waitStart=redemption", "--policy", "lapseStart=expiration")
CHANGE = ("--to", "waitStart=redemption")


class Commands:
    """The commands' sections of the page."""

    def __init__(self, asker):
        self.asker = asker
        self.options = asker.options
        self.directory = asker.directory

    def section(self):
        return self.costs() + self.offers() + self.policies()

    def make(self, customers, offers=10):
        """Returns histories, and the store's answers about them."""
        options = self.options
        question = generate(
            self.directory, self.asker.full, customers, options.seed, options.as_of, offers
        )
        results = self.directory / "results.jsonl"
        run(self.command("score", *STORE), question, results)
        answers = self.directory / "answers.jsonl"
        write_answers(results, answers, options.as_of)
        results.unlink()
        return question, answers

    def command(self, name, *options, jobs=2):
        return Command(self.asker.path, name, options, jobs)

    def commands(self, answers, jobs):
        return {
            "score": self.command("score", jobs=jobs),
            "compare": self.command("compare", *CHANGE, jobs=jobs),
            "forecast": self.command("forecast", jobs=jobs),
            "plan": self.command("plan", "--offer", "premium_month_free", jobs=jobs),
            "audit": self.audit(answers, jobs=jobs),
            "audit --calibrate": self.audit(answers, "--calibrate", jobs=jobs),
        }

    def audit(self, answers, *options, jobs=1):
        return self.command(
            "audit", "--answers", str(answers), "--allow-mismatches", "100%", *options, jobs=jobs
        )

    def costs(self):
        customers = self.options.command_customers
        question, answers = self.make(customers)
        output = self.directory / "output.txt"
        rows = [["command", "wall s", "CPU s", "peak MiB", "CPU, score = 1"]]
        plain = None
        for name, command in self.commands(answers, jobs=2).items():
            measured = run(command, question, output)
            plain = plain or measured
            rows.append([
                f"`{name}`",
                f"{measured.wall:.2f}",
                f"{measured.cpu:.2f}",
                f"{measured.peak_kib / 1024:.0f}",
                f"{measured.cpu / plain.cpu:.2f}",
            ])  # fmt: skip
        question.histories.unlink()
        return facts_table(
            "Other commands",
            f"{customers:,} customers, two threads, one run each. `compare` changes a policy,"
            " `forecast` follows a year\nday by day, `plan` counts all settings of an offer, and"
            " `audit` compares the answers of a store\nwith two policies of its own.",
            rows,
        )

    def offers(self):
        customers = self.options.growth_customers
        output = self.directory / "output.txt"
        seconds = {}
        for offers in OFFERS:
            question, answers = self.make(customers, offers)
            for name, command in self.commands(answers, jobs=1).items():
                seconds.setdefault(name, []).append(run(command, question, output).cpu)
            question.histories.unlink()
        header = ["command", *(f"{offers} offers" for offers in OFFERS), "350 to 10"]
        rows = [
            [f"`{name}`", *(f"{cpu:.2f}" for cpu in row), f"{row[-1] / row[0]:.1f}"]
            for name, row in seconds.items()
        ]
        return facts_table(
            "Growth with the number of offers",
            f"{customers:,} customers, one thread, one run each; CPU seconds.",
            [header, *rows],
        )

    def policies(self):
        customers = self.options.growth_customers
        question, answers = self.make(customers)
        output = self.directory / "output.txt"
        rows = [["policies tried", "combinations", "CPU s"]]
        for given in GIVEN:
            fixed = [word for policy in POLICIES[:given] for word in ("--policy", policy)]
            is_open = given < len(POLICIES)
            options = (*fixed, "--calibrate") if is_open else fixed
            measured = run(self.audit(answers, *options), question, output)
            count = combinations(output.read_text()) if is_open else 1
            rows.append([str(len(POLICIES) - given), f"{count:,}", f"{measured.cpu:.2f}"])
        question.histories.unlink()
        return facts_table(
            "`audit --calibrate` and the number of policies",
            f"{customers:,} customers, one thread, one run each.",
            rows,
        )


def write_answers(results, answers, as_of):
    """Writes results of `score` as answers of the store at the instant."""
    instant = datetime.fromisoformat(as_of).replace(tzinfo=timezone.utc)
    end = f',"signedDate":{round(instant.timestamp() * 1000)}}}\n'
    with results.open() as lines, answers.open("w") as file:
        for line in lines:
            answer = line.rstrip("}\n").split(',"undetermined')[0]
            file.write(answer.replace("OfferIDs", "OfferIds") + end)


def combinations(text):
    """How many combinations of policies an audit says that it tried."""
    return int("".join(re.search(r"best of ([\d\s]+) combinations", text)[1].split()))
