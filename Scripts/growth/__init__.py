"""Every command with every input that may grow, and what is limited because it grows faster."""

import json

from growth.inputs import (
    attributes, catalog, connect, groups_of_one, introductory, lines, many_rules, mapping, moved,
    nested, offer, order_keys, policies, products_of_350, redemptions, renewals, rows,
    scenario_files, scenarios, store_kit, suppressions, territories, timeline_file, windows)
from trials import MAPPING, history, one_subscription

AS_OF = ["--as-of", "2025-01-15"]
ONE = ["--jobs", "1", "--quiet"]
CATALOG = ["-c", "catalog.json"]
HISTORIES = ["histories.jsonl", *CATALOG]
ROWS = ["rows.csv", "--mapping", "mapping.json"]
DATES = ["--as-of", "2025-01-01", "--until", "2025-03-01"]
RULES = ["--rules", "rules.json"]
DECIDE = {
    "evaluate": ["evaluate", *HISTORIES, *AS_OF, "--json"],
    "score": ["score", *HISTORIES, *AS_OF, *ONE],
    "score --details": ["score", *HISTORIES, *AS_OF, *ONE, "--details"],
    "forecast": ["forecast", *HISTORIES, *DATES, *ONE],
    "compare": ["compare", "histories.jsonl", "--from", "catalog.json", "--to", "waitStart=redemption", *AS_OF, *ONE],
    "report": ["report", *HISTORIES, *AS_OF, *ONE, "--by", "month"],
}
TABLE = {
    "score": ["score", *ROWS, *CATALOG, *AS_OF, *ONE],
    "score --sort": ["score", *ROWS, *CATALOG, *AS_OF, *ONE, "--sort"],
    "convert": ["convert", *ROWS, "--to", "native"],
    "evaluate": ["evaluate", *ROWS, *CATALOG, *AS_OF],
}
CONVERT = ["convert", "histories.jsonl", "--to", "native"]
LINT = ["lint", "catalog.json", *AS_OF]
TEST = ["test", "all.scenarios.json"]
GENERATE = ["test", *CATALOG, "--generate"]


# What the offers of a subscription have besides, one by one.
LINTED = [("of one name", lambda number: {"referenceName": "same"}),
          ("in disjoint territories", lambda number: {"territories": territories(8)[number % 8:][:1]}),
          ("of far years", lambda number: {
              "startDate": f"{2011 + number * 23 % 7900}-01-01",
              "endDate": f"{2011 + number * 23 % 7900}-02-01"})]


def by_command(what, sizes, make, lines=DECIDE, options=()):
    """A case for each of some commands, with a size of its own."""
    for name, size in sizes.items():
        yield f"{what} of {name}", size, make, [*lines[name], *options]


def cases(place):
    """Every command with every input that may grow: a name, n, what is written for a size, the line."""
    yield from by_command(
        "customers", {"evaluate": 100, "score": 40_000, "score --details": 10_000, "forecast": 30_000, "compare": 20_000, "report": 8_000},
        lambda n: {"histories.jsonl": lines(n)})
    yield from by_command("transactions", dict.fromkeys(DECIDE, 5_000), lambda n: {"histories.jsonl": json.dumps(history(n)) + "\n"})
    yield from by_command("offers", {"evaluate": 150, "score": 1_000, "forecast": 400, "compare": 150, "report": 60},
                          lambda n: {"catalog.json": catalog(offers=n)})
    groups = {"evaluate": 250, "score": 500, "forecast": 250, "compare": 100, "report": 50}
    yield from by_command("groups", groups, lambda n: {"catalog.json": catalog(groups=n)})
    yield from by_command("subscriptions", {name: size // 2 for name, size in groups.items()},
                          lambda n: {"catalog.json": catalog(subscriptions=n)})
    yield from by_command("territories", {"evaluate": 20_000, "score": 40_000, "forecast": 40_000, "report": 10_000},
                          lambda n: {"catalog.json": catalog(territories=territories(n))})
    yield from by_command("rules", {"evaluate": 1_000, "score": 2_000, "forecast": 2_000, "report": 400},
                          lambda n: {"rules.json": many_rules(place, n)}, options=RULES)
    yield from by_command("rows", {"score": 80_000, "score --sort": 50_000, "convert": 25_000, "evaluate": 300},
                          lambda n: {"rows.csv": rows(n), "mapping.json": json.dumps(MAPPING)}, TABLE)
    yield from by_command("redemptions and offers", {"evaluate": 100, "score": 800, "report": 60}, lambda n: {
        "catalog.json": catalog(offers=n, customerEligibilityWaitBetweenOffersInMonths=6),
        "histories.jsonl": redemptions(n) + "\n"})
    yield from by_command("nested periods", dict.fromkeys(["evaluate", "score", "report"], 5_000),
                          lambda n: {"histories.jsonl": nested(n) + "\n"})
    for name, more in LINTED:
        yield (f"offers {name} of lint", 200,
               lambda n, more=more: {"catalog.json": one_subscription(offer(index, **more(index)) for index in range(n))}, LINT)
    yield from [
        ("renewal infos of evaluate", 20_000, lambda n: {"histories.jsonl": renewals(n)}, DECIDE["evaluate"]),
        ("introductory offers of evaluate", 1_000, lambda n: {"catalog.json": introductory(n)}, DECIDE["evaluate"]),
        ("subscriptions of convert", 400, lambda n: {"connect.json": connect(n)}, ["convert", "connect.json", "--to", "native"]),
        ("findings in connect of lint", 200, lambda n: {"connect.json": connect(n)}, ["lint", "connect.json", *AS_OF]),
        ("groups of convert", 1_500, lambda n: {"catalog.json": catalog(groups=n)}, ["convert", "catalog.json", "--to", "storekit"]),
        ("groups of convert with a configuration", 1_500,
         lambda n: {"catalog.json": catalog(groups=n, offers=1), "base.storekit": store_kit(place, n)},
         ["convert", "catalog.json", "base.storekit", "--to", "storekit"]),
        ("rejected rows of report", 8_000,
         lambda n: {"rows.csv": rows(n).replace("2024-0", "no date "), "mapping.json": json.dumps(MAPPING)},
         ["report", *ROWS, *CATALOG, *AS_OF, *ONE, "--allow-rejects", "100%"]),
        ("customers of convert", 8_000, lambda n: {"histories.jsonl": lines(n)}, CONVERT),
        ("groups of lint", 80, lambda n: {"catalog.json": catalog(groups=n)}, LINT),
        ("offers of lint", 100, lambda n: {"catalog.json": catalog(offers=n)}, LINT),
        ("subscriptions of lint", 250, lambda n: {"catalog.json": catalog(subscriptions=n, offers=1)}, LINT),
        ("territories of lint", 1_500, lambda n: {"catalog.json": catalog(territories=territories(n))}, LINT),
        ("offers that ask the same of lint", 50, lambda n: {"catalog.json": catalog(offers=n, alike=True)}, LINT),
        ("crowds of lint", 100, lambda n: {"catalog.json": catalog(offers=n, days=True)}, LINT),
        ("products of 350 offers of lint", 350, products_of_350, LINT),
        ("products that move of lint", 250, lambda n: {"catalog.json": catalog(groups=n, offers=1), "live.json": moved(n)},
         [*LINT, "--base", "live.json"]),
        ("windows of forecast", 60, lambda n: {"rules.json": windows(place, n), "histories.jsonl": lines(20)},
         [*DECIDE["forecast"], *RULES]),
        ("transactions of forecast with windows", 5_000,
         lambda n: {"rules.json": windows(place, 21), "histories.jsonl": json.dumps(history(n)) + "\n"},
         [*DECIDE["forecast"], *RULES]),
        ("groups of a customer with renewal infos of score", 500,
         lambda n: {"catalog.json": catalog(groups=n, offers=1), "histories.jsonl": groups_of_one(n) + "\n"}, DECIDE["score"]),
        ("scenarios of test", 150, lambda n: {"all.scenarios.json": scenarios(n)}, TEST),
        ("misspelt products of test", 80,
         lambda n: {"catalog.json": catalog(subscriptions=2_000, offers=0), "all.scenarios.json": scenarios(n, "p0.x")}, TEST),
        ("scenario files and offers of test", 150, scenario_files, ["test", "."]),
        ("scenarios of one timeline file of test", 300, timeline_file, TEST),
        ("scenarios of test --coverage", 100, lambda n: {"all.scenarios.json": scenarios(n)}, [*TEST, "--coverage"]),
        ("groups and scenarios of test --coverage", 15,
         lambda n: {"all.scenarios.json": scenarios(n, "p{}.0"), "catalog.json": catalog(groups=n, offers=1)}, [*TEST, "--coverage"]),
        ("groups of test --generate", 10, lambda n: {"catalog.json": catalog(groups=n, offers=1)}, GENERATE),
        ("territories of test --generate", 250, lambda n: {"catalog.json": catalog(offers=1, territories=territories(n))}, GENERATE),
    ]


def bounded_cases(place):
    """What Documentation/Limits.md limits because it grows faster: a name, what is written at the limit, the line."""
    yield from [
        ("250 offers of test --coverage",
         lambda: {"catalog.json": catalog(offers=250), "all.scenarios.json": scenarios(5)}, [*TEST, "--coverage"]),
        ("2,000 suppressions of lint",
         lambda: {"catalog.json": catalog(groups=4_000, offers=1), "winback.json": suppressions(2_000)},
         ["lint", "-p", "winback.json", *AS_OF]),
        ("64 keys of an order of evaluate",
         lambda: {"catalog.json": catalog(offers=350), "rules.json": order_keys(place, 64)}, [*DECIDE["evaluate"], *RULES]),
        ("a mapping with 9,990 words, and rows of score",
         lambda: {"rows.csv": rows(30_000), "mapping.json": mapping(9_990)}, TABLE["score"]),
        ("200 policies of 64 values of evaluate",
         lambda: {"rules.json": policies(place, 200, 64)}, [*DECIDE["evaluate"], *RULES]),
        ("1,000 groups of a customer with 10,000 renewal infos of score",
         lambda: {"catalog.json": catalog(groups=1_000, offers=1), "histories.jsonl": groups_of_one(1_000, 10_000) + "\n"},
         DECIDE["score"]),
        ("3,500 subscriptions of lint", lambda: {"catalog.json": catalog(subscriptions=3_500, offers=1)}, LINT),
        ("3,500 introductory offers of lint", lambda: {"catalog.json": introductory(3_500)}, LINT),
    ]
    for line in GENERATE, [*TEST, "--coverage"]:
        yield f"30 offers and 98 rules of test {line[-1]}", lambda: {
            "rules.json": many_rules(place, 88), "all.scenarios.json": scenarios(5),
            "catalog.json": catalog(offers=30)}, [*line, *RULES]
    for name, count in [("evaluate", 1), ("score", 300)]:
        yield (f"{count} customers with 1,000 attributes of {name}", lambda count=count: attributes(place, 1_000, count),
               [*DECIDE[name], *RULES])
    for name, more in [LINTED[0], ("that ask the same", lambda number: {"alike": True}),
                       ("of other days", lambda number: {"days": True}), ("that vary", lambda number: {}), *LINTED[1:]]:
        yield f"3,500 offers {name} of lint", lambda more=more: {
            "catalog.json": one_subscription(offer(number, **more(number)) for number in range(3_500))}, LINT
    for name, more in [("offers", {}), ("offers that ask the same", {"alike": True}), ("offers of other days", {"days": True})]:
        yield f"250 {name} of test --generate", lambda more=more: {"catalog.json": catalog(offers=250, **more)}, GENERATE
