"""Which promotional offers the server signs for a customer."""

import json
import pathlib

import winback

folder = pathlib.Path(__file__).parent
with winback.Engine(folder / "catalog.json", rules=folder / "promotional.rules.json") as engine:
    for line in (folder / "customers.jsonl").read_text().splitlines():
        history = json.loads(line)
        decision = engine.evaluate(history, as_of="2025-02-15")
        print(history["customerId"], decision["eligibleOfferIDs"])
