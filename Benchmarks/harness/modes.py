"""What more output of `score` costs."""

from datetime import date, timedelta

from .programs import Command
from .report import cpu_of, facts_table, ratio, wall_of

DAYS = 90


def modes(asker):
    """Returns a section about `--details`, `--until` and `--long`."""
    until = str(date.fromisoformat(asker.options.as_of) + timedelta(days=DAYS))
    question = asker.make()
    plain = Command(asker.path, "score")
    output = asker.directory / "output.jsonl"
    rows = [["score", "wall", "CPU", "MB of results"]]
    for title, options in [
        ("`--long`", ("--long",)),
        (f"`--until`, {DAYS} days on", ("--until", until)),
        ("`--details`", ("--details",)),
    ]:
        command = Command(asker.path, "score", options)
        runs, others = asker.pairs(
            (command, question), (plain, question), asker.options.slow_pairs, output
        )
        size = output.stat().st_size
        rows.append([
            title,
            f"{ratio(runs, others, wall_of):.2f}",
            f"{ratio(runs, others, cpu_of):.2f}",
            f"{size / 1e6:.0f}",
        ])  # fmt: skip
    return facts_table(
        "More output than plain scoring",
        f"{asker.options.small:,} customers, one thread; how many times as long as plain scoring.",
        rows,
    )
