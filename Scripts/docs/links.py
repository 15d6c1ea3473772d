"""Links of the pages, and what cites the clauses of Documentation/Semantics.md."""

import collections
import re

from docs import ROOT, blank, pages

LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|srcset|href)=\"([^\"]+)\"")
FENCE = r"^ *```.*?^ *```"
CLAUSE = re.compile(r"^### ([TPFRSM][1-9]\d?) (.+)$", re.MULTILINE)
CITATION = re.compile(r"(?<![\w:.\-+'\"])([TPFRSM][1-9]\d?)(?![\w:.'\"]\w|\w)")


def anchors(page):
    """The names of a page's headings, as GitHub makes them."""
    for heading in re.findall(r"^#+ +(.*)$", blank(FENCE, page.read_text(encoding="utf-8")), re.MULTILINE):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        yield re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def check():
    """Links that lead to no file or heading, and pictures that no page shows; DocC checks its own."""
    pictures = set((ROOT / "Documentation/Images").iterdir())
    for page in pages():
        if ".docc/" in page.as_posix():
            continue
        text = blank(rf"{FENCE}|`[^`\n]*`", page.read_text(encoding="utf-8"))
        for match in LINK.finditer(text):
            link = match.group(1) or match.group(2)
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            pictures.discard(target)
            place = f"{page.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}"
            if not target.exists():
                yield f"{place}: '{link}' leads to no file"
            elif anchor and anchor not in anchors(target):
                yield f"{place}: '{link}' leads to no heading"
    for picture in sorted(pictures):
        yield f"{picture.relative_to(ROOT)}: no page shows it"


def citations(folder, only_comments):
    """The files of a folder that cite each clause."""
    found = collections.defaultdict(set)
    for path in sorted((ROOT / folder).rglob("*.swift")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if only_comments or "//" in line or "@Test" in line or "(" in line:
                for clause in CITATION.findall(line.partition("//")[2] if only_comments else line):
                    found[clause].add(path.relative_to(ROOT).as_posix())
    return found


def check_clauses():
    """Clauses that no source cites or no test proves, and citations of clauses that are not there."""
    known = dict(CLAUSE.findall((ROOT / "Documentation/Semantics.md").read_text(encoding="utf-8")))
    sources, tests = citations("Sources", True), citations("Tests", False)
    for clause, title in known.items():
        if not sources[clause]:
            yield f"{clause} {title}: no source cites it"
        if not any("/Reference/" not in path for path in tests[clause]):
            yield f"{clause} {title}: no test cites it"
    for clause in sorted(clause for clause, paths in sources.items() if paths and clause not in known):
        yield f"{clause} is no clause, but cited in {', '.join(sorted(sources[clause]))}"
