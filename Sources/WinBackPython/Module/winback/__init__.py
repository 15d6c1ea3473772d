"""Tells which App Store win-back offers customers may redeem, why, and when.

>>> import winback
>>> engine = winback.Engine("catalog.json")
>>> engine.evaluate({"customerId": "ada", "transactions": []})["eligibleWinBackOfferIDs"]
[]

An `Engine` gives the answers of the command `winback`, which the same package installs. Its documentation is
Documentation/Python.md.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._error import Error
from ._results import ArrowStream, Results, Source
from ._run import Handle, library, taken, text_of
from ._values import (
    Document, Instant, Reading, instant_text, option, read_document, reading_options, texts, to_arguments)

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["ArrowStream", "Engine", "Error", "Results", "__version__"]
__version__ = "VERSION"


class Engine:
    """The offers of a catalog under rules and policies, ready to decide.

    Several threads can use one engine at once: it changes nothing, and releases the interpreter's lock. An engine
    is pickled by its texts.
    """

    def __init__(self, catalog: Document, rules: Document | None = None, policies: Mapping[str, object] = {}) -> None:
        """Reads a catalog, and rules if they are not the App Store's.

        A catalog is a dict, JSON as bytes, or a path. A str that begins with a bracket or has several lines is JSON;
        any other str is a path. `policies` have values such as {"refundedService": "counted"}.
        """
        self._open(read_document(catalog, "<catalog>"), None if rules is None else read_document(rules, "<rules>"),
                   {name: option(value) for name, value in policies.items()})

    def _open(self, catalog: tuple[str, bytes], rules: tuple[str, bytes] | None, policies: dict[str, str]) -> None:
        self._catalog, self._rules, self._policies = catalog, rules, policies
        self._handle: Handle | None = None
        arguments = [catalog[1], b"", rules[1] if rules else b"", json.dumps(policies).encode()]
        result = library.winback_open(*itertools.chain.from_iterable((part, len(part)) for part in arguments))
        try:
            if library.winback_status(result) == 0:
                self._handle = Handle(library.winback_engine(result), library.winback_close)
                return
            fault = json.loads(text_of(result))
        finally:
            library.winback_free(result)
        # The command names all errors of a catalog, and the rules that a policy belongs to.
        files: dict[str, bytes] = {}
        for _ in Results(b"", ["score", "--quiet", *self._settings(files)], files, ["--csv"]).rows():
            pass
        raise self._error(fault)

    def evaluate(self, history: Document, as_of: Instant = None) -> dict[str, Any]:
        """Decides for a customer with one timeline: the object that `winback evaluate --json` prints.

        `history` is of any format that the command reads, given as a catalog is. A customer with purchases in
        several groups has several timelines; `evaluate_all` decides for these. `as_of` is now by default.
        """
        timelines = self.evaluate_all(history, as_of)
        if len(timelines) != 1:
            raise Error(f"<history>: error: expected one timeline, found {len(timelines)}; use 'evaluate_all'")
        return timelines[0]

    def evaluate_all(self, history: Document, as_of: Instant = None) -> list[dict[str, Any]]:
        """Decides for all timelines of a history: the objects that `winback evaluate --json` prints."""
        text, place, timelines = self._ask("evaluate", history, as_of).decode(), 0, []
        while place < len(text):
            timeline, end = _decoder.raw_decode(text, place)
            timelines.append(timeline)
            place = end + 1
        return timelines

    def answer(self, history: Document, as_of: Instant = None) -> str:
        """Answers in sentences, with a line for each timeline, as `winback evaluate --brief` does."""
        return "".join(f"{timeline['answer']}\n" for timeline in self.evaluate_all(history, as_of))

    def lint(self, as_of: Instant = None) -> dict[str, Any]:
        """Checks the catalog: the document that `winback lint --json` prints."""
        findings: dict[str, Any] = json.loads(self._ask("lint", None, as_of))
        return findings

    def score(self, source: Source, *, as_of: Instant = None, kind: str | None = None, long: bool = False,
              offers: Iterable[str] = (), customers: Iterable[str] = (), until: Instant = None, details: bool = False,
              merchandising: bool = False, **reading: Unpack[Reading]) -> Results:
        """Decides for many customers, as `winback score` does with the options of the same names.

        `source` is a path or a list of paths, bytes, an iterable of lines (str, bytes or dict), or anything with
        `__arrow_c_stream__`: a column of histories, a nested table of them, or a table of transactions with a `mapping`
        or a `format`.

        Nothing is read before somebody asks for the results. An error in the data is raised at the end of the
        results, as the command ends with status 65, if more lines are rejected than `allow_rejects` allows.

        Every command over many customers also takes `mapping`, `format`, `environment`, `sort`, `data_through`,
        `allow_rejects`, `require`, `jobs` and `progress`. `progress(customers, part)` is called some times a second and
        at the end: with how many customers have been read, and what part of a file that is, from 0 to 1; None if the
        size is not known.
        """
        options = {"as_of": as_of or instant_text(None), "kind": kind, "long": long, "offer": texts(offers, "offers"),
                   "customer": texts(customers, "customers"), "until": until, "details": details,
                   "merchandising": merchandising, "rejects": "<rejects>"}
        columns = [] if long else ["--csv"] if details else ["--csv", "--details"]
        return self._results("score", source, options, reading, columns)

    def forecast(self, source: Source, *, as_of: Instant = None, until: Instant = None, by: str | list[str] | None = None,
                 **reading: Unpack[Reading]) -> Results:
        """Counts how many customers each offer reaches at each date, as `winback forecast --csv` does.

        The first date is today if `as_of` does not name it. `source` and the other options are those of `score`.
        """
        options = {"as_of": as_of, "until": until, "by": by, "csv": True}
        return self._results("forecast", source, options, reading)

    def plan(self, source: Source, *, offer: str, group: str | None = None, as_of: Instant = None, until: Instant = None,
             by: str | None = None, **reading: Unpack[Reading]) -> Results:
        """Counts the customers under each setting of an offer's criteria, as `winback plan --csv` does.

        The instant is the start of the offer, or now if it has started, if `as_of` does not name it.
        """
        options = {"offer": offer, "group": group, "as_of": as_of, "until": until, "by": by, "csv": True}
        return self._results("plan", source, options, reading)

    def compare(self, source: Source, *, to: Engine | Document, as_of: Instant = None, kind: str | None = None,
                merchandising: bool = False, customers: Iterable[str] = (), **reading: Unpack[Reading]) -> Results:
        """Finds who gains and who loses which offer, as `winback compare --csv` does: from this engine to another one.

        `to` is an engine, or a catalog for the rules and the policies of this one.
        """
        after = to if isinstance(to, Engine) else unpickled(read_document(to, "<to>"), self._rules, self._policies)
        after._pointer()
        files: dict[str, bytes] = {}
        for side, engine in (("from", self), ("to", after)):
            project: dict[str, Any] = {"policies": engine._policies}
            for key, document in (("catalog", engine._catalog), ("rules", engine._rules)):
                if document:
                    # Both sides can have a document of one name.
                    name = os.path.normpath(document[0])
                    name = name if files.get(name, document[1]) == document[1] else f"{side} {name}"
                    files[name], project[key] = document[1], name
            files[f"{side}-winback.json"] = json.dumps(project).encode()
        options = {"from": "from-winback.json", "to": "to-winback.json", "as_of": as_of or instant_text(None),
                   "kind": kind, "merchandising": merchandising, "customer": texts(customers, "customers"), "csv": True}
        return self._results("compare", source, options, reading, sides=files)

    def audit(self, source: Source, *, answers: str | os.PathLike[str] | None = None, calibrate: bool = False,
              as_of: Instant = None, customers: Iterable[str] = (), **reading: Unpack[Reading]) -> Results:
        """Compares the store's answers with those of the engine, as `winback audit --csv` does.

        There is a row for each offer that only one of them lists, and with `calibrate` for each value of a policy.
        `summary` counts the answers. Answers that differ are no error, unless `require` limits the `mismatches`.
        """
        reading["require"] = {"mismatches": "100%", **reading.get("require", {})}
        options = {"as_of": as_of, "answers": answers, "calibrate": calibrate, "customer": texts(customers, "customers"),
                   "csv": True}
        return self._results("audit", source, options, reading)

    def close(self) -> None:
        """Frees the engine once no thread uses it; a closed engine gives errors."""
        self._handle = None

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickled, (self._catalog, self._rules, self._policies)

    def __repr__(self) -> str:
        return f"<winback.Engine of {self._catalog[0]}{', closed' if self._handle is None else ''}>"

    def _pointer(self) -> Handle:
        handle = self._handle
        if handle is None:
            raise Error("winback: error: the engine is closed", 64)
        return handle

    def _results(self, command: str, source: Source, options: Mapping[str, Any], reading: Reading,
                 columns: list[str] | None = None, sides: dict[str, bytes] | None = None) -> Results:
        """The results of a command: a table, if no columns make one of lines."""
        self._pointer()
        progress = reading.get("progress")
        files = {} if sides is None else sides
        settings = self._settings(files) if sides is None else []
        own = to_arguments({**options, **reading_options(files, **reading)})
        return Results(source, [command, "--quiet", "--summary=<summary>", *settings, *own], files, columns or [], progress)

    def _settings(self, files: dict[str, bytes]) -> list[str]:
        """The arguments that make this engine, with the texts that they name among the files."""
        files[self._catalog[0]] = self._catalog[1]
        if self._rules:
            files[self._rules[0]] = self._rules[1]
        return to_arguments({"catalog": self._catalog[0], "rules": self._rules and self._rules[0], "policy": self._policies})

    def _ask(self, question: str, history: Document | None, as_of: Instant) -> bytes:
        # The local reference keeps the engine open while another thread closes it.
        handle = self._pointer()
        name, text = ("", b"") if history is None else read_document(history, "<history>")
        instant = instant_text(as_of).encode()
        inputs = (instant, len(instant)) if history is None else (text, len(text), instant, len(instant))
        status, answer = taken(getattr(library, f"winback_{question}")(handle.pointer, *inputs))
        if status != 0:
            raise self._error(json.loads(answer), name)
        return answer

    def _error(self, fault: dict[str, Any], history: str = "") -> Error:
        """The error of a fault, in the command's form."""
        if fault["input"] in ("policies", "asOf"):
            return Error(f"winback: error: {fault['message']}", 64)
        names = {"catalog": self._catalog[0], "rules": self._rules[0] if self._rules else "", "history": history}
        place = "".join(f":{fault[part]}" for part in ("line", "column") if fault.get(part) is not None)
        path = f" (at {fault['path']})" if fault.get("path") else ""
        return Error(f"{names[fault['input']]}{place}: error: {fault['message']}{path}")


_decoder = json.JSONDecoder()


def unpickled(catalog: tuple[str, bytes], rules: tuple[str, bytes] | None, policies: dict[str, str]) -> Engine:
    engine = Engine.__new__(Engine)
    engine._open(catalog, rules, policies)
    return engine
