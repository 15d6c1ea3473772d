"""What is made: the rule sets that pages show, the outputs of examples, the picture of README."""

import difflib
import html
import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import textwrap
from pathlib import Path

from docs import ROOT, pages, run

RULES = json.loads((ROOT / "Rules/AppStore.json").read_text(encoding="utf-8"))
RULES_PAGE, SEMANTICS = ROOT / "Documentation/RuleSets.md", ROOT / "Documentation/Semantics.md"
PART = re.compile(r"(<!-- check-docs: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
EXAMPLE = re.compile(r"^```sh\n((?:winback|swift run) .*?)^```\n", re.DOTALL | re.MULTILINE)
OUTPUT = re.compile(r"\n```text\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
RECORDED = re.compile(r"\]\((expected/[^)]+)\)")
README = ROOT / "README.md"
TYPED = re.compile(r"`((?:winback |Scripts/)[^`\n]+)`")
FIRST = re.compile(r"^```sh\nswift run (winback .*?[^\\])\n", re.DOTALL | re.MULTILINE)


def written(file, text, record):
    """Writes a text into a file, or yields how the file differs from it."""
    old = file.read_text(encoding="utf-8") if file.exists() else ""
    if record and old != text:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    elif old != text:
        lines = difflib.unified_diff(old.splitlines(), text.splitlines(), "as it is", "as it should be", lineterm="", n=1)
        yield "\n".join([f"{file.relative_to(ROOT)}: --record writes it anew", *lines])


# The rules.


def members(schema):
    """The names of all members of the objects that a schema describes."""
    if isinstance(schema, list):
        return {name for part in schema for name in members(part)}
    if not isinstance(schema, dict):
        return set()
    own = schema.get("properties", {})
    return set(own) | {name for part in [*own.values(), *(value for key, value in schema.items() if key != "properties")]
                       for name in members(part)}


def check_rules(record, _):
    """The rule sets that a page shows are files; Semantics and the examples' own rule set follow the shipped rules;
    Evaluate and Score describe each member of a result."""
    def copied(match):
        start, name, end = match.groups()
        return f"{start}\n```json\n{(RULES_PAGE.parent / name).read_text(encoding='utf-8')}```\n\n{end}"

    text, semantics = (page.read_text(encoding="utf-8") for page in (RULES_PAGE, SEMANTICS))
    yield from written(RULES_PAGE, PART.sub(copied, text), record)
    names = [rule["id"] for rule in RULES["rules"]]
    for policy in RULES["policies"]:
        names += [policy["name"], policy["value"], *(other["value"] for other in policy["alternatives"])]
    yield from (f"{SEMANTICS.relative_to(ROOT)}: `{name}` is not mentioned" for name in names if f"`{name}`" not in semantics)
    schema = json.loads((ROOT / "Rules/schema/result.schema.json").read_text(encoding="utf-8"))
    described = "".join((ROOT / "Documentation" / page).read_text(encoding="utf-8") for page in ("Evaluate.md", "Score.md"))
    yield from (f"Documentation/Evaluate.md: `{name}` is not described" for name in sorted(members(schema)) if f"`{name}`" not in described)
    own = json.loads((ROOT / "Examples/DestinationVideo/rules.json").read_text(encoding="utf-8"))
    own["rules"].pop()
    if any(own[key] != RULES[key] for key in ("policies", "rules", "order")):
        yield "Examples/DestinationVideo/rules.json: expected Rules/AppStore.json with one rule more"


# The examples.


def outputs(page, text, environment):
    """Each recorded output of a page: its file, or its place in the text, and what its command prints now."""
    for example in EXAMPLE.finditer(text):
        shown = OUTPUT.match(text, example.end())
        link = None if shown else RECORDED.search(text[example.end():].split("\n```", 1)[0])
        if not shown and not link:
            continue
        command = re.sub(r"\s*\\\n\s*", " ", example.group(1)).strip()
        result = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=ROOT, env=environment,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, check=False)
        output = result.stdout.decode("utf-8")
        if result.returncode != 0 and command.startswith("swift run"):
            raise SystemExit(f"{command}: does not build\n{output}")
        output += f"exit status {result.returncode}\n" if result.returncode else ""
        yield (shown.span(1) if shown else page.parent / link.group(1)), output


def check_examples(record, winback):
    """A block ```sh that starts with `winback` or `swift run` prints what the block ```text right after it has, or the
    file under expected/ that the text after it links to; a command without either is not run."""
    environment = dict(os.environ, PATH=f"{Path(winback).parent}{os.pathsep}{os.environ['PATH']}")
    recorded = set()
    for page in pages():
        text = page.read_text(encoding="utf-8")
        made = text
        for place, output in reversed(list(outputs(page, text, environment))):
            if isinstance(place, tuple):
                made = made[:place[0]] + output + made[place[1]:]
            else:
                recorded.add(place)
                yield from written(place, output, record)
        yield from written(page, made, record)
    kept = {file for folder in {file.parent for file in recorded} for file in folder.iterdir()}
    yield from (f"{file.relative_to(ROOT)}: no command of a page prints it" for file in sorted(kept - recorded))
    # The commands in the text of README, in a folder with a StoreKit configuration.
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / "Examples/AppleAPIs/Products.storekit", folder)
        for command in sorted(set(TYPED.findall(README.read_text(encoding="utf-8")))):
            words = command.split()
            if words[0] != "winback":
                if not os.access(ROOT / words[0], os.X_OK):
                    yield f"README.md: {command}: no such script"
                continue
            words += ["--help"] if len(words) == 2 else []
            result = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
            if result.returncode != 0:
                yield f"README.md: {command}: {result.stderr}"


# The picture of README: the first command of the page and what it prints, as SVG.

PICTURE = ROOT / "Documentation/Images/answer.svg"
WIDTH, LINE, LEFT, LETTER = 720, 19, 24, 8.4
STYLE = """
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #e8eaed; white-space: pre }
.typed { fill: #9aa4b2 } .answer { fill: #ffffff; font-weight: 600 } .quiet { fill: #9aa4b2 }
.no { fill: #ff8f8f } .yes { fill: #7ee2a8 }
"""


def kind(number, line, blank):
    """What a line is, by which its colour is chosen: the answer stands before the first blank line."""
    if number < blank:
        return "answer"
    if "✗" in line:
        return "no"
    if "no service" not in line and any(sign in line for sign in ("━", "✓", "eligible from", "eligible if")):
        return "yes"
    return "quiet" if line.startswith("  ") else "plain"


def check_picture(record, winback):
    command = FIRST.search(README.read_text(encoding="utf-8")).group(1)
    answer, *rest = run(winback, *shlex.split(command.replace("\\\n", " "))[1:]).rstrip("\n").split("\n")
    # A terminal wraps the answer, which is one line elsewhere.
    lines = textwrap.wrap(answer, (WIDTH - 2 * LEFT) // LETTER) + rest
    blank = lines.index("")
    typed = f"$ {command}".split("\n")
    top = 43 + LINE * len(typed)
    height = top + LINE * len(lines) + 12
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">',
             f"<title>{html.escape(' '.join(lines[:blank]))}</title>", f"<style>{STYLE}</style>",
             f'<rect width="{WIDTH}" height="{height}" rx="10" fill="#16191f"/>']
    parts += [f'<text class="typed" x="{LEFT}" y="{32 + LINE * number}">{html.escape(line)}</text>'
              for number, line in enumerate(typed)]
    for number, line in enumerate(lines):
        # A length of its own keeps columns under each other in every font.
        if text := line.lstrip():
            start = len(line) - len(text)
            parts.append(f'<text class="{kind(number, line, blank)}" x="{LEFT + start * LETTER:.1f}" y="{top + LINE * number}" '
                         f'textLength="{len(text) * LETTER:.1f}">{html.escape(text)}</text>')
    yield from written(PICTURE, "\n".join(parts + ["</svg>"]) + "\n", record)
