"""The page has the answers of the command: about the examples, other files, damaged texts, and many customers."""

import datetime
import json
import os
import pathlib
import random
import re
import subprocess

import pages
from pages.tools import EXAMPLES, FIRST_DATE, TODAY, put_in

SHARED = pathlib.Path(os.environ.get("WINBACK_SHARED", pages.ROOT.parent / "shared"))
DATES = [FIRST_DATE] + [f"{2024 + month // 12}-{month % 12 + 1:02}-{28 - month % 27:02}" for month in range(28)] + ["2026-02-28T23:59:00Z"]
LIMIT = 2_500


def command(winback, files, catalogs, as_of, *options):
    """What the command prints, its warnings, and its first error."""
    catalog = [part for path in catalogs for part in ("--catalog", path)]
    run = subprocess.run([winback, "evaluate", *files, *catalog, "--as-of", as_of, *options], capture_output=True, stdin=subprocess.DEVNULL)
    lines = run.stderr.decode().splitlines()
    warnings = [line.split(" warning: ", 1)[1] for line in lines if " warning: " in line]
    return run.stdout.decode(), warnings, next((line for line in lines if "error: " in line), None) if run.returncode else None


def unwrapped(text):
    return " ".join(text.split())


def day(instant, end=False):
    return datetime.date.fromisoformat(instant[:10]).strftime("%-d %b %Y")


def answers_of(text):
    return [json.loads(text)] if text.startswith("{\n") else [json.loads(line) for line in text.splitlines()]


def differences(where, found, text, brief):
    """What the page shows otherwise than the command, for one customer."""
    answer = answers_of(text)[0]
    if found["text"] != text:
        yield f"{where}: shows other bytes than the command"
    if unwrapped(found["sentences"]) != unwrapped(brief.split("\n\n")[0]):
        yield f"{where}: says {found['sentences']!r}, expected {unwrapped(brief)!r}"
    expected = [[day(period["from"]), day(period["through"])] for period in answer["periods"]]
    if [row[:2] for row in found["purchases"]] != expected:
        yield f"{where}: shows the purchases {found['purchases']}, expected {expected}"
    for words in found["strange"]:
        yield f"{where}: shows {words!r}"


# The functions with `faults` add to them what differs, and return what they counted or measured.


def examples(call, winback, faults):
    """Compares the answers about the twelve customers."""
    count = 0
    catalog, customers = EXAMPLES / "catalog.json", EXAMPLES / "customers.jsonl"
    policies = pages.evaluate(call, "at('json').open = true; home().then(() => [...document.querySelectorAll('#policy-fields select')]"
                                    ".map((select) => [select.id.slice(7), [...select.options].slice(1).map((option) => option.value)]))")
    settings = [(date, None, None) for date in DATES] + [(DATES[0], name, value) for name, values in policies for value in values]
    for date, policy, value in settings:
        day, _, time = date.partition("T")
        choose = f"await put('policy-{policy}', {json.dumps(value)});" if policy else ""
        undo = f"await put('policy-{policy}', at('policy-{policy}').options[0].value);" if policy else ""
        found = pages.evaluate(call, f"(async () => {{ at('date').value = '{day}'; await put('clock', '{time[:5]}'); {choose} const all = [];"
                                     "for (let index = 0; index < 12; index++) { await put('customers', index); all.push(shown()); }"
                                     f"{undo} return all; }})()")
        options = ["--policy", f"{policy}={value}"] if policy else []
        lines = command(winback, [customers], [catalog], date, "--json", *options)[0].splitlines()
        briefs = command(winback, [customers], [catalog], date, "--brief", *options)[0].split("\n\n")
        for shown, line, brief in zip(found, lines, briefs, strict=True):
            answer = json.loads(line)
            where = f"{answer['customerId']}, {date}, {policy}={value}"
            shown["text"] = json.dumps(json.loads(shown["text"]), ensure_ascii=False, separators=(",", ":"))
            faults += differences(where, shown, json.dumps(answer, ensure_ascii=False, separators=(",", ":")), brief)
            count += 1
    for name in ["Ann", "Kim", "Lou"]:
        alone, brief = (command(winback, [customers], [catalog], DATES[0], "--customer", name, form)[0] for form in ["--json", "--brief"])
        index = [json.loads(line)["customerId"] for line in customers.read_text().splitlines()].index(name)
        found = pages.evaluate(call, f"home().then(() => put('customers', {index})).then(shown)")
        faults += differences(name, found, alone, brief)
    return count


def cases():
    """The files of Examples and of the shared cases that a person can take for an input, by folders."""
    tracked = subprocess.run(["git", "ls-files", "-z", "Examples"], cwd=pages.ROOT, capture_output=True, check=True).stdout.decode()
    paths = [pages.ROOT / name for name in tracked.split("\0") if name]
    folders = {}
    for path in paths + sorted((SHARED / "cases").rglob("*")):
        if path.is_file() and path.suffix in {".json", ".jsonl", ".csv", ".tsv", ".storekit"}:
            folders.setdefault(path.parent, []).append(path)
    return folders


def read_alike(call, winback, faults):
    """Drops and pastes files in any order, and compares purchases and warnings."""
    count = 0
    for folder, paths in cases().items():
        for path in paths:
            found = pages.evaluate(call, f"home().then(() => {put_in([path])}).then(settled).then(shown)")
            count += 1
            faults += [f"{path.name} alone: shows {words!r}" for words in found["strange"]]
        kinds = {path: is_catalog(path) for path in paths}
        catalogs = [path for path, kind in kinds.items() if kind] or [pages.ROOT / "Examples/DestinationVideo/catalog.json"]
        for history in [path for path, kind in kinds.items() if not kind]:
            for catalog in catalogs[:1]:
                printed, warnings, error = command(winback, [history], [catalog], TODAY, "--json")
                # The page takes such a file for what it is, and the command takes it for what it is told.
                if error and ("found a catalog" in error or "StoreKit" in error):
                    continue
                brief = command(winback, [history], [catalog], TODAY, "--brief")[0]
                ways = [("dropped", put_in([history, catalog])), ("the catalog first, compressed", put_in([catalog, history], True)),
                        ("one after the other", f"{put_in([catalog])}.then(() => {put_in([history])})")]
                text_of = lambda path: json.dumps(path.read_bytes().decode(errors="replace"))
                ways.append(("pasted", f"paste({text_of(history)}).then(() => paste({text_of(catalog)}))"))
                for way, action in ways if catalog == catalogs[0] else ways[:1]:
                    found = pages.evaluate(call, f"home().then(() => {action}).then(settled).then(shown)")
                    where = f"{folder.name}/{history.name} with {catalog.name}, {way}"
                    faults += judge(where, found, printed, brief, warnings, error)
                    count += 1
    return count


def is_catalog(path):
    """Whether a file is no histories, by what only catalogs and configurations have."""
    return any(sign in path.read_bytes()[:4000] for sign in [b'"subscriptionGroups"', b'"relationships"'])


def judge(where, found, text, brief, warnings, error):
    """What the page shows otherwise than the command, for files with one customer or with several."""
    for words in found["strange"]:
        yield f"{where}: shows {words!r}"
    if error:
        message = re.sub(r"^.*?error: ", "", error)
        message = re.sub(r" \(at [^()]*\)$", "", message).split("; use '--")[0]
        # The command stops at the first error, and the page decides the other customers.
        told = [found["error"]["message"]] if found["error"] else [warning for warning in found["warnings"] if warning.startswith("Error")]
        if not any(message[1:40] in words for words in told):
            yield f"{where}: shows {found['error']}, {found['notice']!r}; the command says {error!r}"
        return
    if found["error"]:
        yield f"{where}: {found['error']}, and the command has a result"
        return
    if found["date"] != TODAY or found["without"]:
        yield f"{where}: is as of {found['date']}, and compared with {found['without']!r}"
    shown = [re.sub(r"^(?:Warning|Error)(?: in .*?)?: ", "", warning) for warning in found["warnings"]]
    if sorted(shown) != sorted(warnings):
        yield f"{where}: warns {sorted(shown)}, the command {sorted(warnings)}"
    if not text:
        if "No purchase" not in found["headline"]:
            yield f"{where}: has nobody, and says {found['headline']!r}"
        return
    answers = answers_of(text)
    first = [answer for answer in answers if answer["customerId"] == answers[0]["customerId"]]
    if answers_of(found["text"]) != first:
        yield f"{where}: shows another answer than the command"
    expected = [[day(period["from"]), day(period["through"])] for period in first[0]["periods"]]
    if [row[:2] for row in found["purchases"]] != expected:
        yield f"{where}: shows the purchases {found['purchases']}, expected {expected}"


def damaged(text, chance):
    """A text with a few small faults."""
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        at = chance.randrange(len(text))
        tokens = [match for match in re.finditer(r'"[^"]*"|-?\d+|[\[\]{}:,]', text)]
        token = chance.choice(tokens)
        text = chance.choice([
            lambda: text[:at] + text[at + 1:],
            lambda: text[:at] + chance.choice('"{}[]:,0-é😀\\\n') + text[at:],
            lambda: text[:token.start()] + text[token.end():],
            lambda: text[:token.start()] + chance.choice(tokens)[0] + text[token.end():],
            lambda: text[:token.start()] + chance.choice(["null", "true", "-1", "1e9", "0.5", '""', "[]", "{}", '"2025-02-30"', "99999999999999999999"]) + text[token.end():],
            lambda: text[:token.end()] + token[0] + text[token.end():],
            lambda: text[:at],
        ])()
        if not text.strip():
            return "{"
    return text


def hostile(call, winback, folder, count, seed, faults):
    """Compares what the page and the command make of damaged texts; returns how many are errors."""
    chance = random.Random(seed)
    history = (EXAMPLES / "customers.jsonl").read_text().splitlines()[10]
    files = {"catalog": folder / "catalog.json", "history": folder / "history.json"}
    originals = {"catalog": (EXAMPLES / "catalog.json").read_text(), "history": history}
    errors = 0
    for number in range(count):
        texts = dict(originals)
        kind = chance.choice(list(texts))
        texts[kind] = damaged(texts[kind], chance)
        for name, path in files.items():
            path.write_text(texts[name])
        found = pages.evaluate(call, f"home().then(() => {put_in(files.values())}).then(settled).then(shown)")
        expected, _, error = command(winback, [files["history"]], [files["catalog"]], TODAY, "--json")
        if not found["error"] and "Now add" in found["headline"]:
            # So damaged a catalog can be no longer seen as what it was.
            errors += 1
            if any(warning.startswith("Error") for warning in found["warnings"]):
                continue
            faults.append(f"damage {number} of {kind}: shows no error")
        elif not error:
            if found["text"] != expected and expected:
                faults.append(f"damage {number} of {kind}: shows {found['error'] or 'other bytes'!r}, and the command has a result")
        else:
            errors += 1
            place = re.fullmatch(r"[^:]*:(?:(\d+):(?:(\d+):)?)? ?error: (.*?)(?: \(at ([^()]*)\))?", error)
            line, column, message, path = place.groups() if place else (None, None, error, None)
            if found["error"] and kind == "catalog" and "histories" in found["error"]["title"]:
                continue
            if not found["error"] or message[1:] not in found["error"]["message"] or (path or "") not in found["error"]["place"]:
                faults.append(f"damage {number} of {kind}: shows {found['error']}; expected {message!r} at {line}, {column}, {path}")
    return errors


def vast(call, count, seed, faults):
    """Gives the page texts and links that nobody means; returns the longest time."""
    chance = random.Random(seed)
    longest = 0
    parts = ["\\n", "[", "{\"a\":", "a,b\\n", "\\0", "x", "{}\\n", "{\"customerId\":\"a\",\"transactions\":[]}\\n", "\"", "9",
             "{\"signedTransactions\":[]}\\n", "{\"subscriptionGroups\":[]}\\n", "eyJ", "\u00e9", "id;product\\n"]
    for number in range(count):
        part = chance.choice(parts)
        size = 16_000_000 if number < len(parts) else chance.choice([10, 1_000, 100_000])
        if number < len(parts):
            part = parts[number]
        text = f"'{part}'.repeat({size} / '{part}'.length | 0)"
        catalog = chance.choice(["", f", ['b', {json.dumps((EXAMPLES / 'catalog.json').read_text())}]"])
        actions = [(f"a text of {size} times {part!r}", f"drop([['a', {text}]{catalog}])"),
                   (f"a link of {size} times {part!r}", f"(at('notice').hidden = true, location.hash = '#link=' + {text}, until(() => !at('notice').hidden))")][:2 if size < 1_000_000 or number == 0 else 1]
        for what, action in actions:
            time, found = pages.evaluate(call, f"home().then(() => {action}).then((time) => [time, shown()])")
            longest = max(longest, time)
            if time > LIMIT or found["strange"]:
                faults.append(f"{what}: takes {time:.0f} ms, shows {found['strange']}")
    pages.evaluate(call, "home()")
    return longest


def hidden(call, winback, folder):
    """What the page shows of characters that hide or turn others."""
    path = folder / "hidden.json"
    path.write_text(json.dumps({"customerId": "a\u202eb\u200bc\U000e0001d", "transactions": []}, ensure_ascii=False))
    found = pages.evaluate(call, f"home().then(() => {put_in([path, EXAMPLES / 'catalog.json'])}).then(settled)"
                                 ".then(() => ({ ...shown(), body: document.body.innerText, options: at('customers').textContent }))")
    expected = command(winback, [path], [EXAMPLES / "catalog.json"], TODAY, "--json")[0]
    if answers_of(found["text"]) != answers_of(expected):
        yield f"hidden characters: shows {found['text']!r}, expected {expected!r}"
    yield from [f"shows the character {mark!r}" for mark in "\u202e\u200b\U000e0001" if mark in found["body"] + found["options"] + found["text"]]
    pages.evaluate(call, "home()")


def many(call, winback, folder, histories, catalog):
    """Compares the answers about the customers of a file, some at a time; yields what differs."""
    lines = pathlib.Path(histories).read_text().splitlines(keepends=True)
    batch = folder / "batch.jsonl"
    for start in range(0, len(lines), 200):
        batch.write_text("".join(lines[start:start + 200]))
        number = start // 200
        day = f"{2024 + number % 3}-{number % 12 + 1:02}-{number % 28 + 1:02}"
        texts = pages.evaluate(call, f"(async () => {{ await home(); await {put_in([batch, pathlib.Path(catalog)])}; await put('date', '{day}'); const texts = [];"
                                     "for (let index = 0; index < at('customers').options.length; index += 9) { await put('customers', index); texts.push(at('json-text').textContent); } return texts; })()")
        expected, _, error = command(winback, [batch], [catalog], day, "--json")
        by_customer = {}
        for answer in answers_of(expected):
            by_customer.setdefault(answer["customerId"], []).append(answer)
        for text in texts:
            found = answers_of(text)
            if found != by_customer[found[0]["customerId"]]:
                yield f"{found[0]['customerId']} as of {day}: other bytes than the command, {error}"
    pages.evaluate(call, "home()")
