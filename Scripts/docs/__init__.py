"""What the checks of the documentation share."""

import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def blank(pattern, text):
    """The text with what a pattern finds made blank: the same lines, without their text."""
    return re.sub(pattern, lambda match: re.sub(r"[^\n]", " ", match.group()), text, flags=re.DOTALL | re.MULTILINE)


def pages():
    """The Markdown files of the repository, each once, however many names it has."""
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, text=True, capture_output=True, check=True)
    files = [ROOT / name for name in listed.stdout.splitlines()]
    return [file for file in files if file.exists() and not file.is_symlink()]


def run(*command, **options):
    """What a command prints; its failure ends the check."""
    result = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False, **options)
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command[:3]))}: status {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout
