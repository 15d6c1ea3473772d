"""The page can be used: edits, links, the keyboard, the pointer, screen readers, and many customers in little time."""

import json
import pathlib

import pages
from pages.tools import EXAMPLES, FIRST_DATE, LARGEST_DELAY, MOVES, READY, TODAY, TOOLS, UNFOLD, put_in


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
    if own[0] != own[2] or own[1]["date"] != FIRST_DATE or own[0]["date"] != TODAY:
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
