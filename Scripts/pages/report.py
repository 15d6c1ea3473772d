"""The pages of `winback report`: those about examples have what Scripts/pages asks of all pages."""

import subprocess

import pages

ROOT = pages.ROOT
EXAMPLE = ROOT / "Examples/DestinationVideo"


def example_pages(winback, folder):
    """Makes the pages of the examples: a customer, and all of them as a cohort."""
    customer, cohort = folder / "customer.html", folder / "cohort.html"
    arguments = ["--catalog", EXAMPLE / "catalog.json", "--as-of"]
    for page, command in [
        (customer, [EXAMPLE / "customers/alice.json", *arguments, "2024-12-20"]),
        (cohort, [EXAMPLE / "customers.jsonl", *arguments, "2025-04-20", "--by", "month", "--quiet"]),
    ]:
        subprocess.run([winback, "report", *command, "--output", page], check=True)
    return [customer, cohort]


def draw(browser, folder, arguments):
    """Makes the pictures of the documentation: of a page about a customer, and of one about many."""
    customer, cohort = folder / "customer.html", folder / "cohort.html"
    histories, catalog = folder / "histories.jsonl", folder / "catalog.json"
    subprocess.run(
        [ROOT / "Benchmarks/generate-histories", "--customers", "2500", "--catalog", catalog, "--output", histories],
        check=True)
    for command in [
        [EXAMPLE / "customers/alice.json", "--catalog", EXAMPLE / "catalog.json", "--as-of", "2024-12-20",
         "--output", customer],
        [histories, "--catalog", catalog, "--as-of", "2026-03-01", "--quiet", "--output", cohort],
    ]:
        subprocess.run([arguments.winback, "report", *command], check=True)
    pages.PICTURES.mkdir(exist_ok=True)
    # What stands at the top of a picture, and how high it is.
    for page, element, height in [(customer, "body", 860), (cohort, "#time", 1130)]:
        for scheme in pages.SCHEMES:
            target, call = pages.open_page(browser, page, 1000, scheme, "desk")
            top = pages.evaluate(call, f"document.querySelector('{element}').getBoundingClientRect().top")
            name = f"report-{page.stem}" + ("" if scheme == "light" else "-dark")
            pages.take_picture(call, name, 1000, height, top - 24)
            browser.call("Target.closeTarget", targetId=target)


def check(browser, folder, arguments):
    opened = example_pages(arguments.winback, folder)
    views = (len(pages.WIDTHS) - 1) * len(pages.SCHEMES) + 1
    faults = [fault for page in opened for fault in pages.check(browser, page, arguments.screenshots)]
    return f"{len(opened)} pages in {views} views each", faults
