"""Words and phrases that readers find hard, with what to write instead."""

import re

from docs import ROOT, blank

PAGES = ["README.md", "CONTRIBUTING.md", "Sources/README.md", "SECURITY.md", "CHANGELOG.md", "Documentation", "Examples"]
# Their comments, help, messages and descriptions.
SOURCES = ["Sources", "Rules"]
# A pattern, without regard to letter case, and what to write instead.
WORDS = [
    (r"h(ang|angs|anging|ung) on|on which (\w+ ){1,4}hangs?", "depend on"),
    (r"(rests?|resting) on", "depends on, is based on"),
    (r"comes? to the same", "gives the same result"),
    (r"(is|are) the same of", "is also true for"),
    (r"by it alone", "only this rule"),
    (r"ha(s|ve) (a|no) say", "affects, does not affect"),
    (r"for want of", "because ... is missing, without"),
    (r"(take|takes|taken|took) (\w+ )?for (?!granted)(a|an|the|what|formulas|\w+s)\b", "detect as, count as"),
    (r"(give|gives|gave|gives) way", "is replaced"),
    (r"in spite of", "although, tolerate"),
    (r"(is|are|was|were|been) (said|told)", "name who says it: the output says, Apple says"),
    (r"what (\w+ ){1,4}is said", "name who says it"),
    (r"tells? (of|apart)", "describes, reports, distinguishes"),
    (r"(nothing|nobody) tells", "... is missing"),
    (r"(does|do|can) ?not tell", "does not say, does not contain"),
    (r"at (its|the|their|that) place", "with its line and column, at that location"),
    (r"(with|beside|in) (its|their) place", "with its location; beside the output"),
    (r"in (the )?place of", "instead of"),
    (r"courses?(?! of action)", "alternatives, cases"),
    (r"a fault of (winback|WinBack)", "an internal error"),
    (r"mend(s|ed|ing)?", "fix"),
    (r"whoever|whomever|whosoever|whichever", "a customer who, the one that"),
    (r"wherever|whenever", "if, each time that"),
    (r"(go|goes|going|went) on", "continue"),
    (r"one's own", "your own"),
    (r"in silence|without a word", "silently, without a message"),
    (r"as ever", "as usual"),
    (r"(what|that) (becomes|comes) of", "the result of"),
    (r"what \w+ (\w+ )?comes? to", "the result of, the outcome of"),
    (r"as few as do", "as few as possible"),
    (r"cannot say about itself", "does not contain"),
    (r"for good", "permanently"),
    (r"all the same", "in any case, nevertheless"),
    (r"(by|of) itself alone", "alone"),
    (r"asked (of|about)", "the instant of the question; evaluated for"),
    (r"(work|works|worked) out", "compute, derive"),
    (r"(find|finds|found) out", "detect, find"),
    (r"(and|or) (its|their|the) like", "and similar ones"),
    (r"stretch(es)? of (time|service)", "range, period"),
    (r"how far (\w+ ){1,3}(is|are) apart", "interval"),
    (r"walks? (\w+ )?through", "explains"),
    (r"would be others", "would change"),
    (r"(is|are|be) none of (them|these|those)", "is not one of them"),
    (r"nobody's", "no customer's"),
    (r"not (without|un\w+ed)", "say it without the second negation"),
    (r"never (without|un\w+ed)", "say it without the second negation"),
    (r"(is|are) no (JSON|UTF-8|clause|history|catalog|error|text|timestamp|harm)", "is not ..."),
    (r"(lest|thereof|whereof|therein|hereby|thereby|wherein|hence|thus)", "so, in it, because of this"),
    (r"so many(?= (would|are|were))", "this number"),
    (r"the other way round", "the reverse is not true; swap"),
    (r"outright", "directly"),
    (r"goes? off|comes? along|get rid of|up to scratch", "use the plain verb"),
]
PATTERNS = [(re.compile(rf"(?<![\w`-]){pattern}(?![\w`-])", re.IGNORECASE), instead)
            for pattern, instead in WORDS]
# What is not prose in Markdown.
CODE = [r"^ *```.*?^ *```", r"<!-- check-docs.*?<!-- end -->", r"<!--.*?-->", r"`[^`]*`", r"\]\([^)]*\)", r"^    .*?$", r'"[^"\n]*"']


def prose(path):
    """The text of a file with everything else blanked out."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        for code in CODE:
            text = blank(code, text)
    elif path.suffix == ".json":
        kept = re.compile(r'^\s*"(title|description|because|meaning|apple)": "(.*)"')
        text = "\n".join(match.group(2) if (match := kept.match(line)) else "" for line in text.splitlines())
    else:
        text = "\n".join(swift_prose(line) for line in blank(r"```.*?```", text).splitlines())
    return text


def swift_prose(line):
    """The comment and the strings of a line, and the lines of a string over several lines."""
    if comment := re.search(r"(?:^|\s)///?(?!/)\s(.*)", line):
        return blank(r"`[^`]*`", comment.group(1))
    strings = re.findall(r'"((?:[^"\\]|\\.)*)"', line)
    return " | ".join(strings) if strings or '"' in line else re.sub(r".*[(){}=].*", "", line)


def files(names, suffixes):
    for path in map(ROOT.joinpath, names):
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.suffix in suffixes and not file.is_symlink() and not {"expected", ".build"} & set(file.parts):
                yield file


def check():
    """The places of all phrases, also of those that a line break divides."""
    for file in [*files(PAGES, {".md"}), *files(SOURCES, {".md", ".json", ".swift"})]:
        flat = re.sub(r"\s*\n\s*(?:///? ?)?", lambda match: "\n" * match.group().count("\n"), prose(file))
        for pattern, instead in PATTERNS:
            for match in pattern.finditer(flat.replace("\n", " ")):
                line = flat.count("\n", 0, match.start()) + 1
                yield f"{file.relative_to(ROOT)}:{line}: '{match.group()}': {instead}"
