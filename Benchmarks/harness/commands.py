"""What other output of `score`, and the commands that compute more, cost of the same customers."""

from datetime import date, datetime, timedelta, timezone

from .measurement import run
from .programs import Program
from .report import facts_table

DAYS = 90
# What the store answers by, so that there is something to find out.
STORE = ("--policy", "waitStart=redemption", "--policy", "lapseStart=expiration")


def commands(asker):
    """Returns the section, of one run of each command."""
    options = asker.options
    question = asker.make(customers=options.command_customers)
    output = asker.directory / "output.txt"
    answers = asker.directory / "answers.jsonl"

    def measure(name, *more):
        catalog = "--from" if name == "compare" else "--catalog"
        command = Program(name, 2, (asker.path, name), options=("--quiet", *more), catalog=catalog)
        return run(command, question, output)

    measure("score", *STORE)
    write_answers(output, answers, options.as_of)
    until = str(date.fromisoformat(options.as_of) + timedelta(days=DAYS))
    audit = ("audit", "--answers", str(answers), "--require", "mismatches=100%")
    rows = [["command", "wall s", "CPU s", "peak MiB", "MB of output", "CPU, score = 1"]]
    plain = None
    for title, command in {
        "score": ["score"],
        "score --long": ["score", "--long"],
        f"score --until, {DAYS} days on": ["score", "--until", until],
        "score --details": ["score", "--details"],
        "compare": ["compare", "--to", "waitStart=redemption"],
        "forecast": ["forecast"],
        "plan": ["plan", "--offer", "premium_month_free"],
        "audit": audit,
        "audit --calibrate": [*audit, "--calibrate"],
    }.items():
        measured = measure(*command)
        plain = plain or measured
        rows.append([
            f"`{title}`",
            f"{measured.wall:.2f}",
            f"{measured.cpu:.2f}",
            f"{measured.peak_kib / 1024:.0f}",
            f"{output.stat().st_size / 1e6:.0f}",
            f"{measured.cpu / plain.cpu:.2f}",
        ])  # fmt: skip
    question.histories.unlink()
    return facts_table(
        "Other commands",
        f"{options.command_customers:,} customers, two threads, one run each. `compare` changes a"
        " policy, `forecast` follows a year\nday by day, `plan` counts all settings of an offer,"
        " and `audit` compares the answers of a store\nwith two policies of its own.",
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
