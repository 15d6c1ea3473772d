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

import pages
from pages import agreement, handling
from pages.tools import LARGEST_DELAY, MOVES, READY, TOOLS, UNFOLD


def check(browser, folder, arguments):
    """Returns what was counted and measured, and the faults of a page."""
    page = arguments.page
    url = page.resolve().as_uri()
    faults = pages.check(browser, page, arguments.screenshots, scripts=1, prepare=UNFOLD)
    target, call = pages.open_page(browser, page, 1280, "light", "desk", prepare=READY)
    pages.evaluate(call, TOOLS)
    compared = agreement.examples(call, arguments.winback, faults)
    read = agreement.read_alike(call, arguments.winback, faults)
    faults += handling.undone(call)
    faults += agreement.hidden(call, arguments.winback, folder)
    errors = agreement.hostile(call, arguments.winback, folder, arguments.hostile, arguments.seed, faults)
    longest = agreement.vast(call, max(15, arguments.hostile // 2), arguments.seed, faults)
    reading, crowded = handling.crowd(call, folder, faults)
    if arguments.customers:
        faults += agreement.many(call, arguments.winback, folder, *arguments.customers)
    times = sorted(pages.evaluate(call, f"home().then(() => {MOVES.strip()})"), key=lambda move: move["time"])
    slow = times[len(times) * 19 // 20]["time"]
    if slow > LARGEST_DELAY:
        faults.append(f"of twenty changes one took more than {slow:.0f} ms, {LARGEST_DELAY} are allowed; the slowest: {times[-1]}")
    if arguments.changes:
        faults += handling.growth(browser, call, arguments.changes)
    if arguments.axe:
        faults += handling.violations(call, arguments.axe)
    faults += handling.linked(browser, call, page)
    faults += handling.nameless(call)
    faults += handling.keyboard(call)
    faults += handling.pointer(call)
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
