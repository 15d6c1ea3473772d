"""The page of Scripts/build-page, held to the command.

Each of the twelve customers, as of thirty dates and under every policy, has the JSON and the sentences of
`winback evaluate`, byte for byte, and no text that is not for people. Every file of Examples, and of
`../shared/cases` if that is there, can be dropped, pasted, compressed and in any order: what the page shows of
purchases and warnings is what the command prints. Damaged texts have its results or its errors. Every edit can be
undone; a link opens the same case again; texts and links of 16 MB are answered or refused within two seconds.
Nineteen of twenty changes are shown within 50 ms, also with 10,000 customers.
The page passes what Scripts/pages asks of all pages, with everything unfolded; it asks for nothing; every
control can be reached and used with the keyboard alone, and has a name for screen readers; on paper the answer is
there, and what can be moved is not.
"""

import base64
import datetime
import gzip
import json
import os
import pathlib
import random
import re
import subprocess

import pages

EXAMPLES = pages.ROOT / "Examples/TwelveCustomers"
SHARED = pathlib.Path(os.environ.get("WINBACK_SHARED", pages.ROOT.parent / "shared"))
TODAY = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
DATES = ["2025-06-15"] + [f"{2024 + month // 12}-{month % 12 + 1:02}-{28 - month % 27:02}" for month in range(28)] + ["2026-02-28T23:59:00Z"]
LARGEST_DELAY = 50
LIMIT = 2_500

READY = """
new Promise((resolve, reject) => {
  const start = performance.now();
  const look = () => document.getElementById('warnings').ariaBusy === 'false' ? setTimeout(resolve, 100)
    : performance.now() - start > 15000 ? reject(new Error('the page is not ready: ' + document.getElementById('notice').textContent))
    : setTimeout(look, 20);
  look();
})
"""
UNFOLD = READY + """.then(() => {
  for (const details of document.querySelectorAll('details')) details.open = true;
  return new Promise((resolve) => setTimeout(resolve, 300));
})"""

# What a person does, and what the page shows then.
TOOLS = r"""
window.at = (id) => document.getElementById(id);
window.until = (isDone) => new Promise((resolve) => {
  const start = performance.now();
  const look = () => (isDone() || performance.now() - start > 8000 ? resolve(performance.now() - start) : setTimeout(look, 1));
  look();
});
window.answered = () => until(() => at('answer').ariaBusy === 'false');
at("json").open = true;
window.settled = () => until(() => at('warnings').ariaBusy === 'false');
window.put = (id, value, event = 'change') => {
  at(id).value = value;
  at(id).dispatchEvent(new Event(event, { bubbles: true }));
  return answered();
};
window.press = (id) => { at(id).click(); return answered(); };
window.bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
window.drop = async (files) => {
  at('notice').hidden = true;
  const data = new DataTransfer();
  for (const [name, content] of files) data.items.add(new File([content], name));
  at('answer').ariaBusy = at('warnings').ariaBusy = 'true';
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  return until(() => at('answer').ariaBusy === 'false' || !at('notice').hidden);
};
window.paste = (text) => {
  at('answer').ariaBusy = at('warnings').ariaBusy = 'true';
  at('paste').value = text;
  at('paste').dispatchEvent(new Event('input', { bubbles: true }));
  return answered();
};
window.home = async () => {
  if (!at('to-examples').hidden) await press('to-examples');
  if (at('customers').value !== '0') await put('customers', 0);
  if (at('date').value !== '2025-06-15' || at('clock').value) { at('date').value = '2025-06-15'; await put('clock', ''); }
};
window.shown = () => ({
  error: at('error').hidden ? null : { title: at('error-title').textContent, message: at('error-message').textContent, place: at('error-place').textContent },
  notice: at('notice').hidden ? null : at('notice').textContent,
  headline: at('headline').textContent, text: at('json-text').textContent, sentences: at('sentences').textContent,
  without: at('without').hidden ? null : at('without-sentences').textContent, date: at('date').value,
  customers: at('chooser').hidden ? 0 : at('customers').options.length,
  purchases: [...at('purchases').tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
  warnings: at('warnings').hidden ? [] : [...at('warning-list').children].map((item) => item.textContent),
  // JSON is for programs, and all else for people.
  strange: (document.body.innerText.replace(at('json-text').innerText, '')
    .match(/.{0,30}(?:\bnull\b|undefined|NaN|\[object|customer\.\w|Internal error|[\u200b\u202e]).{0,30}/g) ?? [])
    .filter((words) => !words.includes('"')),
});
"""

# Changes fields, policies and the date, and measures each until its layout is known.
MOVES = r"""
(async () => {
  at('json').open = false;
  const times = [];
  const move = async (id, value, event) => {
    const start = performance.now();
    await put(id, value, event);
    document.body.offsetHeight;
    times.push({ id, value, time: performance.now() - start });
  };
  const months = 'field-customerEligibility';
  for (let value = 1; value < 25; value++) {
    await move(`${months}PaidSubscriptionDurationInMonths`, value);
    await move(`${months}WaitBetweenOffersInMonths`, value + 1 > 24 ? '' : value + 1);
    await move(`${months}TimeSinceLastSubscribedInMonths-maximum`, 25 - value);
    await move('time', Number(at('time').min) + value * 20, 'input');
  }
  for (const select of document.querySelectorAll('#policy-fields select'))
    for (const option of [...select.options, select.options[0]]) await move(select.id, option.value);
  return times;
})()
"""


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


# The five functions with `faults` add to them what differs, and return what they counted or measured.


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


def put_in(paths, packs=False):
    files = [[path.name, base64.b64encode(gzip.compress(path.read_bytes()) if packs else path.read_bytes()).decode()] for path in paths]
    return f"drop({json.dumps(files)}.map(([name, text]) => [name, bytesOf(text)]))"


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


def undone(call):
    """What cannot be undone, or changes the answer although its value is no value."""
    months = "field-customerEligibility"
    edits = [f"put('{months}PaidSubscriptionDurationInMonths', 24)", f"put('{months}WaitBetweenOffersInMonths', '')",
             f"put('{months}TimeSinceLastSubscribedInMonths-minimum', 20)", f"put('{months}TimeSinceLastSubscribedInMonths-maximum', 1)",
             "put('field-territories', 'JPN')", "(document.querySelector('.chips .remove').click(), answered())", "put('field-referenceName', '', 'input')",
             "put('field-referenceName', 'Caf\u00e9, \\u0000', 'input')", "put('field-periodCount', 12)", "put('field-endDate', '2025-01-01', 'input')",
             "put('field-startDate', '2030-01-01', 'input')", "put('field-offerMode', 'PAY_UP_FRONT')", "put('policy-waitStart', 'redemption')"]
    state = "JSON.stringify([...document.querySelectorAll('#offer-panel select, #offer-panel input')].map((field) => field.value)) + document.querySelector('.field .chips').textContent + at('sentences').textContent + at('customers').value"
    for edit in edits:
        before, after, undone, redone = pages.evaluate(
            call, f"(async () => {{ await home(); await put('customers', 10); const state = () => {state}; const all = [state()]; await {edit};"
                  "all.push(state()); await press('undo'); all.push(state()); await press('redo'); all.push(state()); await press('undo'); return all; })()")
        if before == after or before != undone or after != redone:
            yield f"{edit} cannot be undone, or not done again"
    found = pages.evaluate(call, "(async () => { await home(); const before = at('sentences').textContent; at('field-startDate').value = '';"
                                 "at('field-startDate').dispatchEvent(new Event('input')); return [before, at('sentences').textContent,"
                                 "at('field-startDate').ariaInvalid ?? at('field-startDate').getAttribute('aria-invalid'), document.body.className]; })()")
    if found[0] != found[1] or found[2] != "true" or "old" not in found[3]:
        yield f"a field without its value shows {found}"
    history = (EXAMPLES / "customers.jsonl").read_text()
    catalog = (EXAMPLES / "catalog.json").read_text()
    own = pages.evaluate(call, f"(async () => {{ await home(); await drop([['a.jsonl', {json.dumps(history)}], ['b.json', {json.dumps(catalog)}]]); const own = shown();"
                               "await press('to-examples'); const away = shown(); await press('undo'); return [own, away, shown()]; })()")
    if own[0] != own[2] or own[1]["date"] != DATES[0] or own[0]["date"] != TODAY:
        yield "own files are lost by a look at the examples"


def crowd(call, folder, faults):
    """The time of reading ten thousand customers, and of arrow keys and of dates with them."""
    lines = [json.loads(line) for line in (EXAMPLES / "customers.jsonl").read_text().splitlines()]
    path = folder / "crowd.jsonl"
    path.write_text("".join(json.dumps({**lines[number % 12], "customerId": f"customer {number}"}) + "\n" for number in range(10_000)))
    read = pages.evaluate(call, f"home().then(() => {put_in([path, EXAMPLES / 'catalog.json'], True)})")
    pages.evaluate(call, "settled()")
    times = pages.evaluate(call, "(async () => { const times = []; for (let index = 0; index < 60; index++) { const start = performance.now();"
                                 "await put('customers', index * 3 + 1); times.push(performance.now() - start); const move = performance.now();"
                                 "await put('time', Number(at('time').min) + index * 9, 'input'); times.push(performance.now() - move); } return times.sort((a, b) => a - b); })()")
    found = pages.evaluate(call, "(async () => { at('search').value = '9876'; at('search').dispatchEvent(new Event('input')); await put('customers', 9876); return shown(); })()")
    slow = times[len(times) * 19 // 20]
    if slow > LARGEST_DELAY:
        faults.append(f"with 10,000 customers one of twenty changes took more than {slow:.0f} ms")
    if "customer 9876" not in found["sentences"]:
        faults.append(f"the search for customer 9876 shows {found['sentences']!r}, {found['error']}")
    pages.evaluate(call, "home()")
    return read, slow


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


def resident(browser):
    """The memory of the processes that show pages, in MiB."""
    total = 0
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (path / "cmdline").read_bytes():
                total += int((path / "statm").read_text().split()[1]) * 4096
        except OSError:
            continue
    return total / 2 ** 20


def growth(browser, call, count):
    """Changes fields over and over; returns a fault if the memory grows."""
    moves = len(pages.evaluate(call, MOVES))
    for _ in range(max(1, count // moves // 10)):
        pages.evaluate(call, MOVES)
    before = resident(browser)
    for _ in range(count // moves):
        pages.evaluate(call, MOVES)
    after = resident(browser)
    print(f"{count} changes: {before:.0f} MiB before, {after:.0f} MiB after")
    if after > before * 1.2 + 10:
        yield f"{count} changes take {after - before:.0f} MiB"


def violations(call, axe):
    """What axe finds in the page, with everything unfolded."""
    pages.evaluate(call, f"{axe.read_text()}; {UNFOLD}")
    found = pages.evaluate(call, "axe.run().then((result) => result.violations.map((one) => "
                                 "`${one.id}: ${one.help} (${one.nodes.map((node) => node.target.join(' ')).slice(0, 3).join(', ')})`))")
    return [f"axe: {violation}" for violation in found]


def press(call, key, code=None, modifiers=0):
    number = {"Tab": 9, "Enter": 13, " ": 32, "ArrowRight": 39, "ArrowLeft": 37, "ArrowUp": 38}[key]
    text = {"Enter": "\r", " ": " "}.get(key)
    for kind in ("keyDown", "keyUp"):
        extra = {"text": text} if text and kind == "keyDown" else {}
        call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, windowsVirtualKeyCode=number, modifiers=modifiers, **extra)


def keyboard(call):
    """What cannot be reached or used with the keyboard alone."""
    pages.evaluate(call, "put('customers', 11).then(() => { for (const details of document.querySelectorAll('details')) details.open = true; "
                         "document.activeElement.blur(); scrollTo(0, 0); window.reached = new Set(); window.faint = []; })")
    step = r"""
    (() => {
      const element = document.activeElement;
      if (element === document.body) return false;
      reached.add(element);
      const seen = [element, element.nextElementSibling, element.parentElement].filter(Boolean)
        .some((part) => getComputedStyle(part).outlineStyle !== 'none' && parseFloat(getComputedStyle(part).outlineWidth) > 1);
      if (!seen) faint.push(element.id || element.tagName + ' ' + element.textContent);
      return true;
    })()
    """
    for _ in range(300):
        press(call, "Tab")
        if not pages.evaluate(call, step):
            break
    found = pages.evaluate(call, r"""
    (() => {
      const faults = faint.map((name) => `${name} has the focus, and nothing shows it`);
      for (const element of document.querySelectorAll('a, button, input, select, textarea, summary')) {
        if (!element.disabled && element.checkVisibility({ visibilityProperty: true }) && !reached.has(element))
          faults.push(`the keyboard does not reach ${element.id || element.textContent}`);
      }
      return faults;
    })()
    """)
    # Each control, the key that works it, and what changes then.
    for focus, key, state in [
        ("at('customers')", "ArrowUp", "at('customers').value"),
        ("at('time')", "ArrowRight", "at('date').value"),
        ("document.querySelector('[id*=PaidSubscription]')", "ArrowUp", "document.querySelector('[id*=PaidSubscription]').value"),
        ("at('next')", "Enter", "at('date').value"),
        ("at('undo')", " ", "at('date').value"),
        ("document.querySelector('#verdicts summary')", "Enter", "document.querySelector('#verdicts details').open"),
    ]:
        before = pages.evaluate(call, f"{focus}.focus(); {state}")
        press(call, key)
        if pages.evaluate(call, f"new Promise((resolve) => setTimeout(() => resolve({state}), 300))") == before:
            found.append(f"the key {key!r} changes nothing on {focus}")
    return found


def pointer(call):
    """What dragging the time line does not do."""
    pages.evaluate(call, "put('customers', 10).then(() => scrollTo(0, 0))")
    box = pages.evaluate(call, "(({ left, top, width, height }) => [left, top + height / 2, width])(at('chart').getBoundingClientRect())")
    dates = []
    for part, kind in [(0.5, "mousePressed"), (0.7, "mouseMoved"), (0.9, "mouseMoved"), (0.9, "mouseReleased")]:
        call("Input.dispatchMouseEvent", type=kind, x=box[0] + box[2] * part, y=box[1], button="left", buttons=1, clickCount=1)
        dates.append(pages.evaluate(call, "new Promise((resolve) => setTimeout(() => resolve(at('date').value), 50))"))
    if not dates[0] < dates[1] < dates[2] == dates[3]:
        yield f"dragging the time line moves the date to {dates}"


def linked(browser, call, page):
    """What a link does not restore: examples and own files, with a customer, a date, policies and edits."""
    files = [EXAMPLES / "customers.jsonl", EXAMPLES / "catalog.json"]
    state = "({ ...shown(), policies: [...document.querySelectorAll('#policy-fields select')].map((select) => select.value), customer: at('customers').value })"
    for start in ["home()", f"home().then(() => {put_in(files)})"]:
        before, fragment = pages.evaluate(
            call, f"(async () => {{ at('json').open = true; await {start}; await put('customers', 10); await put('date', '2025-07-09'); await put('policy-waitStart', 'redemption');"
                  f"await put('field-customerEligibilityWaitBetweenOffersInMonths', 9); await settled(); const before = {state}; at('copy').click();"
                  "await until(() => location.hash.startsWith('#link=')); return [before, location.hash]; })()")
        target, other = pages.open_page(browser, page, 1280, "light", "desk", prepare=f"location.hash = {json.dumps(fragment)}; {READY}")
        pages.evaluate(other, TOOLS)
        after = pages.evaluate(other, f"(async () => {{ at('json').open = true; await put('date', '2025-07-09'); await settled(); return {state}; }})()")
        yield from [f"a link opens another case: {key} {before[key]!r}, {after[key]!r}" for key in before if key != "strange" and before[key] != after[key]]
        said = pages.evaluate(other, "(async () => { const all = []; for (const text of ['no-case', btoa('x'), '']) { location.hash = '#link=' + text;"
                                     "await until(() => !at('notice').hidden); all.push(at('notice').textContent); await put('customers', text.length % 2 + 3); all.push(at('notice').hidden); } return all; })()")
        if not all(said):
            yield f"a broken link has no notice, or one that stays: {said}"
        browser.call("Target.closeTarget", targetId=target)


def nameless(call):
    """Controls that a screen reader has no name for."""
    call("Accessibility.enable")
    roles = {"button", "textbox", "combobox", "slider", "radio", "spinbutton", "DisclosureTriangle", "link", "region", "Date", "InputTime"}
    for node in call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if not node.get("ignored") and role in roles and not node.get("name", {}).get("value", "").strip():
            yield f"a {role} has no name"


def check(browser, folder, arguments):
    """Returns what was counted and measured, and the faults of a page."""
    page = arguments.page
    url = page.resolve().as_uri()
    faults = pages.check(browser, page, arguments.screenshots, scripts=1, prepare=UNFOLD)
    target, call = pages.open_page(browser, page, 1280, "light", "desk", prepare=READY)
    pages.evaluate(call, TOOLS)
    compared = examples(call, arguments.winback, faults)
    read = read_alike(call, arguments.winback, faults)
    faults += undone(call)
    faults += hidden(call, arguments.winback, folder)
    errors = hostile(call, arguments.winback, folder, arguments.hostile, arguments.seed, faults)
    longest = vast(call, max(15, arguments.hostile // 2), arguments.seed, faults)
    reading, crowded = crowd(call, folder, faults)
    if arguments.customers:
        faults += many(call, arguments.winback, folder, *arguments.customers)
    times = sorted(pages.evaluate(call, f"home().then(() => {MOVES.strip()})"), key=lambda move: move["time"])
    slow = times[len(times) * 19 // 20]["time"]
    if slow > LARGEST_DELAY:
        faults.append(f"of twenty changes one took more than {slow:.0f} ms, {LARGEST_DELAY} are allowed; the slowest: {times[-1]}")
    if arguments.changes:
        faults += growth(browser, call, arguments.changes)
    if arguments.axe:
        faults += violations(call, arguments.axe)
    faults += linked(browser, call, page)
    faults += nameless(call)
    faults += keyboard(call)
    faults += pointer(call)
    faults += pages.faults_of_events(browser.events, url)
    browser.call("Target.closeTarget", targetId=target)
    # On paper the answer is there, and what can be moved is not.
    target, call = pages.open_page(browser, page, 718, "light", "paper", prepare=READY)
    shown = "['#headline', '#sentences', '#chart', '#verdicts', '#fields', '#customers', '#open', '#copy'].map((name) => document.querySelector(name).checkVisibility())"
    if pages.evaluate(call, shown) != [True] * 4 + [False] * 4:
        faults.append(f"on paper these are shown: {pages.evaluate(call, shown)}")
    browser.call("Target.closeTarget", targetId=target)
    return (f"{compared} answers, {read} ways to give files, {arguments.hostile} damaged texts with {errors} errors, hostile texts and links within "
            f"{longest:.0f} ms; nineteen of {len(times)} changes within {slow:.1f} ms, of 10,000 customers (read in {reading:.0f} ms) within {crowded:.1f} ms; "
            f"{page.stat().st_size // 1000} KB"), faults


def draw(browser, folder, arguments):
    """Makes the pictures of the documentation: an answer, and what a change of the offer does to it."""
    change = "await put('field-customerEligibilityWaitBetweenOffersInMonths', '3');"
    for name, scheme, action in [("page", "light", ""), ("page-change", "dark", change)]:
        target, call = pages.open_page(browser, arguments.page, 1180, scheme, "desk", prepare=READY)
        pages.evaluate(call, TOOLS)
        pages.evaluate(call, f"(async () => {{ await put('customers', 10); {action} await settled(); }})()")
        pages.take_picture(call, name, 1180, 800)
        browser.call("Target.closeTarget", targetId=target)
