"""The page of `winback plan`, held to the command's CSV.

Every slider is moved to every place, in every storefront: the audience, the undetermined, the share and the difference
must be those of the CSV, and so must the numbers of the heat map. Of twenty moves nineteen are shown within a frame
(16 ms). The page has what Scripts/pages asks of all pages, asks for nothing, prints its heat map, can be read without
its script, and works by keyboard.
"""

import csv
import json
import subprocess

import pages

EXAMPLE = pages.ROOT / "Examples/Planning"
FRAME = 16

# Moves every slider to every place in the chosen storefront, and returns what the page shows then.
MOVES = r"""
(part) => {
  const names = ['paidDuration', 'minimum', 'maximum', 'wait'];
  const at = (id) => document.getElementById(id);
  const number = (id) => Number(at(id).textContent.replace(/[^0-9-]/g, ''));
  const choice = at('storefront');
  choice.value = String(part);
  choice.dispatchEvent(new Event('change', { bubbles: true }));
  const seen = [];
  const times = [];
  const state = () => ({
    setting: names.map((name) => parseInt(at(name + '-value').textContent) || null),
    spoken: names.map((name) => at(name).getAttribute('aria-valuetext')),
    eligible: number('eligible'),
    undetermined: number('undetermined'),
    share: at('share').textContent,
    difference: at('difference').textContent,
    heat: [...at('heat').tBodies[0].rows].map((row) => [...row.cells].slice(1).map((cell) => [cell.textContent, cell.title.replace(/\D/g, '')])),
    rows: [...at('heat').tBodies[0].rows].map((row) => Number(row.cells[0].textContent)),
    columns: [...at('heat').tHead.rows[0].cells].slice(1).map((cell) => Number(cell.textContent)),
  });
  at('reset').click();
  seen.push(state());
  for (const name of names) {
    at('reset').click();
    const slider = at(name);
    for (let place = Number(slider.min); place <= Number(slider.max); place++) {
      slider.value = String(place);
      const start = performance.now();
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      // What is shown has its place only then.
      document.body.offsetHeight;
      times.push(performance.now() - start);
      seen.push(state());
    }
  }
  at('reset').click();
  return { storefront: choice.selectedOptions[0].textContent, seen, times };
}
"""


def short(number):
    """A number as a cell of the heat map has it."""
    if number < 1000:
        return str(number)
    if number < 9950:
        return f"{int(number / 100 + 0.5) / 10:.1f}k"
    if number < 999500:
        return f"{int(number / 1000 + 0.5)}k"
    return f"{int(number / 100000 + 0.5) / 10:.1f}M"


def table(text):
    """The audience of each setting, by storefront."""
    found = {}
    for row in csv.DictReader(text.splitlines()):
        setting = tuple(int(row[name]) if row[name] else None for name in ("paidDuration", "minimum", "maximum", "wait"))
        audiences = found.setdefault(row.get("storefront"), {})
        audiences[setting] = (int(row["eligible"]), int(row["undetermined"]))
    return found


def compare(moves, audiences, current):
    """What differs between the page and the table in a storefront."""
    largest = max(eligible for eligible, _ in audiences.values())
    for state in moves["seen"]:
        setting = tuple(state["setting"])
        eligible, undetermined = audiences[setting]
        share = f"{int(1000 * eligible / largest + 0.5) / 10 if largest else 0:.1f} %"
        if (state["eligible"], state["undetermined"]) != (eligible, undetermined):
            yield f"{setting}: shows {state['eligible']}, {state['undetermined']}; expected {eligible}, {undetermined}"
        if abs(float(state["share"].split(" %")[0]) - float(share.split(" %")[0])) > 0.1001:
            yield f"{setting}: shows {state['share']}, expected {share}"
        difference = eligible - audiences[current][0]
        sign = "+" if difference > 0 else "−" if difference < 0 else "±"
        if "".join(state["difference"].split(" against")[0].split()) != f"{sign}{abs(difference)}":
            yield f"{setting}: shows {state['difference']}, expected {sign}{abs(difference)}"
        for value, spoken in zip(setting, state["spoken"]):
            if spoken != ("none" if value is None else f"{value} month" + ("" if value == 1 else "s")):
                yield f"{setting}: speaks {spoken}"
        for minimum, row in zip(state["rows"], state["heat"]):
            for paid, (text, title) in zip(state["columns"], row):
                cell = audiences.get((paid, minimum, setting[2], setting[3]))
                expected = ("", "") if cell is None else (short(cell[0]), str(cell[0]))
                if (text, title) != expected:
                    yield f"{setting}, paid {paid}, minimum {minimum}: shows {text} ({title}), expected {expected}"


def check_numbers(browser, page, tables, current, screenshots):
    """Returns the faults of a page."""
    faults = pages.check(browser, page, screenshots, scripts=1)
    target, call = pages.open_page(browser, page, 1280, "light", "desk")
    count = pages.evaluate(call, "document.getElementById('storefront').options.length")
    times = []
    compared = 0
    for part in range(count):
        moves = pages.evaluate(call, f"({MOVES})({part})")
        name = moves["storefront"]
        key = None if part == 0 else "" if name == "storefront not known" else name
        faults += [f"{name}: {fault}" for fault in compare(moves, tables[key], current)]
        times += moves["times"]
        compared += len(moves["seen"]) * (2 + sum(len(row) for row in moves["seen"][0]["heat"]))
    slow = sorted(times)[len(times) * 19 // 20]
    if slow > FRAME:
        faults.append(f"of twenty moves of a slider one took more than {slow:.1f} ms, {FRAME} are a frame")
    # An arrow key moves the slider that has the focus.
    shown = "document.getElementById('minimum-value').textContent"
    before = pages.evaluate(call, f"document.getElementById('minimum').focus(); {shown}")
    for kind in ("keyDown", "keyUp"):
        call("Input.dispatchKeyEvent", type=kind, key="ArrowRight", code="ArrowRight", windowsVirtualKeyCode=39)
    if pages.evaluate(call, shown) == before:
        faults.append("an arrow key moves nothing")
    faults += pages.faults_of_events(browser.events, page.resolve().as_uri())
    browser.call("Target.closeTarget", targetId=target)
    # On paper the heat map and the values of the setting are there, and what can be moved is not.
    target, call = pages.open_page(browser, page, 718, "light", "paper")
    shown = "['#heat', '#eligible', '#wait-value', '#wait', '#storefront', '#reset'].map((name) => document.querySelector(name).checkVisibility())"
    printed = pages.evaluate(call, shown)
    if printed != [True, True, True, False, False, False]:
        faults.append(f"on paper these are shown: heat map, number, value, slider, storefront, button: {printed}")
    browser.call("Target.closeTarget", targetId=target)
    # Without its script the page has its tables, and nothing that needs the script.
    target, call = pages.open_page(browser, page, 1280, "light", "desk", runs_scripts=False)
    hidden = call("DOM.getDocument", depth=0) and call("DOM.querySelector", nodeId=1, selector="#trial[hidden]")
    if not hidden.get("nodeId"):
        faults.append("the sliders are shown without the script")
    browser.call("Target.closeTarget", targetId=target)
    return faults, count, compared, slow


def made(folder, arguments):
    """Makes the page, and reads its numbers from the command: the tables and the current setting."""
    page = folder / "plan.html"

    def run(*options):
        command = [arguments.winback, "plan", EXAMPLE / "customers.jsonl", "--catalog", EXAMPLE / "catalog.json",
                   "--offer", "run_back", "--as-of", "2025-07-01", "--quiet", *options]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    tables = table(run("--csv", "--report", f"html:{page}")) | table(run("--csv", "--by", "storefront"))
    current = json.loads(run("--json"))["current"]
    return page, tables, tuple(current[name] for name in ("paidDuration", "minimum", "maximum", "wait"))


def check(browser, folder, arguments):
    page, tables, current = made(folder, arguments)
    faults, parts, compared, slow = check_numbers(browser, page, tables, current, arguments.screenshots)
    return (f"{parts} storefronts, {compared:,} numbers, nineteen of twenty moves within {slow:.1f} ms, "
            f"{page.stat().st_size // 1024} KiB"), faults


def draw(browser, folder, arguments):
    """Makes the pictures of the documentation."""
    page, _, _ = made(folder, arguments)
    pages.draw(browser, page, "plan", "#trial", 1150)
