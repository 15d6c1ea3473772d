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
    customer, cohort = example_pages(arguments.winback, folder)
    histories, catalog = folder / "histories.jsonl", folder / "catalog.json"
    subprocess.run(
        [ROOT / "Benchmarks/generate-histories", "--customers", "2500", "--catalog", catalog, "--output", histories],
        check=True)
    subprocess.run([arguments.winback, "report", histories, "--catalog", catalog, "--as-of", "2026-03-01", "--quiet",
                    "--output", cohort], check=True)
    # What stands at the top of a picture, and how high it is.
    pages.draw(browser, customer, "report-customer", "body", 860)
    pages.draw(browser, cohort, "report-cohort", "#time", 1130)


def check(browser, folder, arguments):
    opened = example_pages(arguments.winback, folder)
    views = (len(pages.WIDTHS) - 1) * len(pages.SCHEMES) + 1
    faults = [fault for page in opened for fault in pages.check(browser, page, arguments.screenshots)]
    return f"{len(opened)} pages in {views} views each", faults
