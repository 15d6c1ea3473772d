"""The Swift of the pages, and the documentation of the libraries. Both need a debug build."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from docs import ROOT, pages, run

INCLUDED = ["-I", ROOT / "Sources/BuiltInFiles/include", "-I", ROOT / "Sources/BlockIndex/include"]
IMPORTS = ["CEL", "Foundation", "Testing", "WinBackFoundation", "WinBackTesting", "WinBackTestingFoundation"]
INPUTS = {
    "catalog": "Catalog", "rules": "CheckedRuleSet", "engine": "EligibilityEngine",
    "live": "EligibilityEngine", "history": "CustomerHistory", "histories": "[CustomerHistory]",
    "offer": "WinBackOffer", "now": "Instant", "bytes": "[UInt8]", "catalogFile": "URL",
    "suite": "URL", "folder": "URL"}
# A module links only to those before it.
MODULES = ["CalendarTime", "CEL", "WinBack", "WinBackAnalysis", "WinBackFormats", "WinBackFoundation", "WinBackTesting",
           "WinBackTestingFoundation"]


def modules():
    return Path(run("swift", "build", "--show-bin-path").strip()) / "Modules"


def snippet(page, line, block):
    """A file that compiles if the block does, whose errors name the line of the page."""
    location = f'#sourceLocation(file: "{page.relative_to(ROOT)}", line: {line})\n'
    if block.startswith(".package("):
        return f"import PackageDescription\n{location}let dependency: Package.Dependency = {block}"
    body = re.sub(r"^import .*$", "", block, flags=re.MULTILINE)
    imports = "".join(f"import {module}\n" for module in IMPORTS)
    if body.lstrip().startswith("@Test"):
        return f"{imports}{location}{body}"
    inputs = ", ".join(f"{name}: {kind}" for name, kind in INPUTS.items())
    return (imports
            + f"func snippet({inputs}) async throws {{\n{location}{body}\n#sourceLocation()\n}}\n")


def check_snippets():
    """Compiles each block of Swift, a test by itself, and all else in a function with the inputs of the pages."""
    target = json.loads(run("swiftc", "-print-target-info"))
    compiler = Path(target["paths"]["runtimeResourcePath"])
    with tempfile.TemporaryDirectory() as work:
        for page in pages():
            text = page.read_text(encoding="utf-8")
            for block in re.finditer(r"^```swift\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
                path = Path(work) / "snippet.swift"
                path.write_text(snippet(page, text.count("\n", 0, block.start(1)) + 1, block.group(1)), encoding="utf-8")
                result = subprocess.run(
                    ["swiftc", "-typecheck", "-swift-version", "6", "-package-description-version", "6.3", "-I", modules(),
                     *INCLUDED, "-I", compiler / "pm/ManifestAPI", "-plugin-path", compiler / "host/plugins/testing", path],
                    cwd=ROOT, text=True, capture_output=True, check=False)
                if result.returncode != 0:
                    yield result.stderr


def symbol_graphs(folder):
    """Writes what the compiler tells of the public symbols of every library."""
    run("swift", "build")
    target = json.loads(run("swiftc", "-print-target-info"))["target"]["triple"]
    system = ["-sdk", run("xcrun", "--show-sdk-path").strip()] if sys.platform == "darwin" else []
    for source in sorted((ROOT / "Sources").iterdir()):
        # Nobody imports programs and interfaces for other languages; the rest without Swift is no module of it.
        if ((source / "main.swift").exists() or source.name.endswith(("Interface", "Python"))
                or not any(source.rglob("*.swift"))):
            continue
        run("swift", "symbolgraph-extract", "-module-name", source.name, "-target", target, *system, "-I", modules(),
            *INCLUDED, "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder)


def undocumented(graph):
    """The symbols of a module that say nothing of themselves, and inherit nothing."""
    inherited = {relation["source"] for relation in graph["relationships"]
                 if relation["kind"] == "defaultImplementationOf" or "sourceOrigin" in relation}
    for symbol in graph["symbols"]:
        # The compiler makes symbols without a location, such as the initialiser of an enumeration with raw values.
        if ("docComment" not in symbol and symbol["identifier"]["precise"] not in inherited
                and "location" in symbol and symbol["kind"]["identifier"] != "swift.extension"):
            yield ".".join(symbol["pathComponents"])


def check_libraries(archives=None):
    """Every public symbol has a description, every link leads somewhere, and a warning of DocC is an error."""
    with tempfile.TemporaryDirectory() as name:
        graphs, output = Path(name) / "graphs", Path(archives or f"{name}/archives")
        graphs.mkdir()
        output.mkdir(parents=True, exist_ok=True)
        symbol_graphs(graphs)
        known = []
        for path in sorted(graphs.glob("*.symbols.json")):
            module = re.split(r"[.@]", path.name)[0]
            graph = json.loads(path.read_text(encoding="utf-8"))
            if module not in MODULES and graph["symbols"]:
                yield f"{module}: a module with public symbols that is not documented here"
            elif module in MODULES:
                own = Path(name) / module
                own.mkdir(exist_ok=True)
                shutil.copy(path, own)
                yield from (f"{module}: '{symbol}' has no description" for symbol in undocumented(graph))
        for module in MODULES:
            archive = output / f"{module}.doccarchive"
            run("docc", "convert", f"Sources/{module}/{module}.docc", "--additional-symbol-graph-dir", f"{name}/{module}",
                "--output-path", archive, "--fallback-bundle-identifier", f"winback.{module}", "--warnings-as-errors",
                "--enable-experimental-external-link-support", *(part for other in known for part in ("--dependency", other)))
            known.append(archive)
