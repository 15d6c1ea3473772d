"""Opens pages in headless Chromium and checks what only a browser can tell; scripts of this folder import it.

On a telephone (375 pixels), on a desk (1280 pixels) and on paper, light and dark, a page must have no
message on the console, no request beside itself, nothing wider than the screen, no table that is cut
without a hint, no word or number that is broken, no number over a curve, its landmarks, headings in
order, names for all pictures and tables, references that lead somewhere, and enough contrast (WCAG
2.2 AA, computed from what is shown). On paper no heading stands alone at the end of a page.
"""

import base64
import contextlib
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PICTURES = ROOT / "Documentation/Images"
PROGRAMS = ["chromium", "chromium-browser", "google-chrome"]
# A sheet of A4 has 718 pixels between its margins.
WIDTHS = {"telephone": 375, "desk": 1280, "paper": 718}
SCHEMES = ["light", "dark"]

INSPECTION = r"""
(() => {
  const faults = [];
  const fault = (text) => { if (faults.length < 20) faults.push(text); };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const name = (element) => element.tagName.toLowerCase()
    + (element.id ? '#' + element.id : '')
    + (element.getAttribute('class') ? '.' + element.getAttribute('class').replaceAll(' ', '.') : '');
  const words = (element) => JSON.stringify(element.textContent.trim().slice(0, 40));
  const texts = function* () {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (walker.currentNode.nodeValue.trim() && isShown(walker.currentNode.parentElement)) yield walker.currentNode;
  };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true })
    && element.getBoundingClientRect().width > 1;

  // Structure.
  for (const [selector, count] of [['main', 1], ['body > header', 1], ['body > footer', 1], ['h1', 1]])
    if (all(selector).length !== count) fault(`expected ${count} ${selector}, found ${all(selector).length}`);
  if (!document.documentElement.lang) fault('html has no lang');
  if (!document.title) fault('the page has no title');
  let level = 0;
  for (const heading of all('h1,h2,h3,h4,h5,h6')) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) fault(`${heading.tagName} ${words(heading)} comes after H${level}`);
    level = next;
  }
  const ids = all('[id]').map((element) => element.id);
  if (new Set(ids).size !== ids.length) fault('an id is given twice');
  for (const element of all('*'))
    for (const attribute of ['aria-labelledby', 'aria-describedby', 'href'])
      for (const id of (element.getAttribute(attribute) || '').split(' ').filter(Boolean)) {
        if (attribute === 'href' && !id.startsWith('#')) fault(`${name(element)} leads out of the page: ${id}`);
        else if (!document.getElementById(id.replace(/^#/, ''))) fault(`${name(element)} refers to the missing id ${id}`);
      }
  for (const svg of all('svg:not([aria-hidden])'))
    if (svg.getAttribute('role') !== 'img' || !svg.querySelector(':scope > title')?.textContent
      || !svg.querySelector(':scope > desc')?.textContent) fault(`${name(svg)} has no role, title or desc`);
  for (const figure of all('figure'))
    if (!figure.querySelector('figcaption') || !figure.querySelector('table')) fault('a figure lacks its caption or its table');
  for (const table of all('table')) {
    if (!table.caption) fault('a table has no caption');
    for (const row of table.tBodies[0].rows) if (!row.querySelector('th')) { fault('a row has no name'); break; }
  }
  for (const box of all('.scroll')) if (box.tabIndex !== 0) fault('a box that scrolls cannot be reached');
  if (all('img,iframe,link,object,embed,form').length) fault('the page has an element that it must not have');
  if (all('script').length > SCRIPTS) fault('the page has a script that it must not have');
  for (const field of all('input,select,output,button'))
    if (isShown(field) && !field.textContent.trim() && !field.labels?.length) fault(`${name(field)} has no label`);

  // Layout.
  const width = innerWidth;
  if (document.documentElement.scrollWidth > width) fault(`the page is ${document.documentElement.scrollWidth} pixels wide`);
  for (const element of all('body *')) {
    if (!isShown(element) || element.closest('.scroll, .hidden, .skip, .patterns')) continue;
    const box = element.getBoundingClientRect();
    if (box.right > width + 0.5 || box.left < -0.5) fault(`${name(element)} ${words(element)} sticks out: ${box.left} to ${box.right}`);
    if (element.tagName === 'text') {
      const chart = element.ownerSVGElement.getBoundingClientRect();
      if (box.right > chart.right + 1 || box.left < chart.left - 1 || box.bottom > chart.bottom + 1)
        fault(`${name(element)} ${words(element)} leaves its picture`);
    }
  }
  for (const summary of all('summary')) if (isShown(summary) && summary.getBoundingClientRect().height < 20) fault('a summary is too small to hit');

  // What is cut, broken or covered.
  for (const box of all('.scroll'))
    if (isShown(box) && box.scrollWidth > box.clientWidth + 1 && ![...box.querySelectorAll('.hint')].some(isShown))
      fault(`${words(box)} is cut: ${box.scrollWidth} of ${box.clientWidth} pixels`);
  const lines = (node, start, end) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top / 4))).size;
  };
  for (const node of texts()) {
    const element = node.parentElement;
    if (element.closest('svg, code, template, script, .hidden, .skip')) continue;
    // The titles of columns are there for those who hear them.
    if ((element.closest('thead')?.getBoundingClientRect().width ?? 9) < 2) continue;
    // Identifiers have other characters than letters, and may be broken.
    for (const match of node.nodeValue.matchAll(/(?<![^\s(])(?:\p{L}{2,24}|\d{1,3}(?: \d{3})+)(?![^\s,.;:)])/gu))
      if (lines(node, match.index, match.index + match[0].length) > 1 && !(/\d/.test(match[0]) && !element.closest('td, dd')))
        fault(`${name(element)} breaks ${JSON.stringify(match[0])}`);
  }
  for (const part of all('.part, .part + *'))
    if (part.textContent.startsWith(',') || /^\s*,/.test(part.nextSibling?.nodeValue || '')) fault(`${words(part)}: a comma can begin a line`);
  for (const scale of all('text.scale')) {
    const box = scale.getBoundingClientRect();
    for (const curve of scale.ownerSVGElement.querySelectorAll('.curve')) {
      const line = curve.getBoundingClientRect();
      if (isShown(scale) && box.bottom > line.top + 1 && box.top < line.bottom - 1 && box.right > line.left && box.left < line.right)
        fault(`${words(scale)} stands over a curve`);
    }
  }

  // Contrast.
  const parse = (color) => (color.match(/[\d.]+/g) || []).map(Number);
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((part) => { const c = part / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const background = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] > 0.99) return color.slice(0, 3);
      if (color.length === 4 && color[3] > 0) return null;
    }
    return [255, 255, 255];
  };
  const under = (text) => {
    const box = text.getBoundingClientRect();
    for (const element of document.elementsFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2))
      if (element.tagName === 'rect' && getComputedStyle(element).fill.startsWith('rgb')) return parse(getComputedStyle(element).fill).slice(0, 3);
    return background(text);
  };
  for (const { parentElement: element } of texts()) {
    if (element.closest('.skip, .hidden, desc, title')) continue;
    const style = getComputedStyle(element);
    const isDrawn = element.namespaceURI.endsWith('svg');
    const behind = isDrawn ? under(element) : background(element);
    if (!behind) { fault(`${name(element)} stands on a half transparent ground`); continue; }
    const ratio = contrast(parse(isDrawn ? style.fill : style.color).slice(0, 3), behind);
    const size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    if (ratio < needed) fault(`${name(element)} ${words(element)}: contrast ${ratio.toFixed(2)}, ${needed} needed`);
    if (size < (matchMedia('print').matches ? 8.5 : 11.5)) fault(`${name(element)} ${words(element)}: ${size} pixels is too small`);
  }
  for (const bar of all('.bar')) {
    if (!isShown(bar)) continue;
    const style = getComputedStyle(bar);
    const seen = [style.fill, style.stroke].filter((color) => color.startsWith('rgb')).map((color) => contrast(parse(color).slice(0, 3), background(bar)));
    if (Math.max(...seen) < 3) fault(`${name(bar)}: contrast ${Math.max(...seen).toFixed(2)}, 3 needed`);
  }
  return faults;
})()
"""


class Browser:
    """Headless Chromium, spoken to over a pipe."""

    def __init__(self, program, profile):
        command_read, self.commands = os.pipe()
        self.answers, answer_write = os.pipe()
        pipes = {3: command_read, 4: answer_write}

        def connect():
            # Out of the way first, so that neither lands on the other's number.
            moved = {number: os.dup(pipe) for number, pipe in pipes.items()}
            high = {number: os.dup2(pipe, number + 100) for number, pipe in moved.items()}
            for number, pipe in high.items():
                os.dup2(pipe, number)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
             "--disable-background-networking", "--force-device-scale-factor=1", "--hide-scrollbars",
             f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(command_read)
        os.close(answer_write)
        self.number = 0
        self.rest = b""
        self.events = []

    def receive(self):
        while b"\0" not in self.rest:
            part = os.read(self.answers, 1 << 20)
            if not part:
                sys.exit("the browser has ended")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, event):
        while not any(entry.get("method") == event for entry in self.events):
            self.events.append(self.receive())

    def close(self):
        os.close(self.commands)
        self.process.wait(timeout=20)


def faults_of_events(events, url):
    """What the page said or asked for while it was loaded."""
    for event in events:
        method, parameters = event.get("method"), event.get("params", {})
        if method == "Network.requestWillBeSent":
            address = parameters["request"]["url"]
            # Chromium draws the icons of its own date fields, and starts workers, from addresses which no network sees.
            if address != url and not address.startswith(("data:image/svg+xml", "blob:")):
                yield f"asks for {address}"
        elif method == "Runtime.exceptionThrown":
            yield f"throws {parameters['exceptionDetails']['text']}"
        elif method == "Runtime.consoleAPICalled":
            yield f"writes to the console: {parameters['type']}"
        elif method == "Log.entryAdded":
            yield f"says {parameters['entry']['text']}"


def stranded(pdf, source):
    """The headings that are the last line of a printed page."""
    headings = re.compile(r"<h[1-3][^>]*>(.*?)</h[1-3]>|<(?:fig)?caption[^>]*>(.*?)</(?:fig)?caption>", re.S)
    plain = lambda text: " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "page.pdf"
        path.write_bytes(pdf)
        text = subprocess.run(["pdftotext", "-layout", path, "-"], check=True, capture_output=True, text=True).stdout
    known = {plain(first or second) for first, second in headings.findall(source)}
    for number, sheet in enumerate(text.rstrip("\f").split("\f")[:-1], 1):
        lines = [" ".join(line.split()) for line in sheet.splitlines() if line.strip()]
        if lines and lines[-1] in known:
            yield f"page {number} ends with the heading {lines[-1]!r}"


def open_page(browser, page, width, scheme, device, runs_scripts=True, prepare=None):
    """Opens a page and runs an expression in it; returns its target, and what speaks to it."""
    target = browser.call("Target.createTarget", url="about:blank")["targetId"]
    session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    call = lambda method, **parameters: browser.call(method, session, **parameters)
    for domain in ["Page", "Runtime", "Log", "Network"]:
        call(f"{domain}.enable")
    media = "print" if device == "paper" else "screen"
    call("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])
    size = {"width": width, "deviceScaleFactor": 1, "mobile": device == "telephone"}
    call("Emulation.setDeviceMetricsOverride", height=900, **size)
    if not runs_scripts:
        call("Emulation.setScriptExecutionDisabled", value=True)
    browser.events.clear()
    call("Page.navigate", url=page.resolve().as_uri())
    browser.wait("Page.loadEventFired")
    if prepare:
        evaluate(call, prepare)
    return target, call


def evaluate(call, expression):
    """The value of an expression in a page, or of the promise that it gives."""
    found = call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
    if "exceptionDetails" in found:
        sys.exit(found["exceptionDetails"]["exception"]["description"])
    return found["result"].get("value")


def check(browser, page, screenshots, scripts=0, prepare=None):
    """Opens a page with so many scripts at every width, in every scheme; returns its faults."""
    url = page.resolve().as_uri()
    faults = []
    for device, width in WIDTHS.items():
        for scheme in SCHEMES if device != "paper" else ["light"]:
            target, call = open_page(browser, page, width, scheme, device, prepare=prepare)
            size = {"width": width, "deviceScaleFactor": 1, "mobile": device == "telephone"}
            height = evaluate(call, "document.documentElement.scrollHeight")
            # As high as the page, so that every part of it is on the screen.
            call("Emulation.setDeviceMetricsOverride", height=min(height, 16000), **size)
            found = evaluate(call, INSPECTION.replace("SCRIPTS", str(scripts)))
            seen = list(faults_of_events(browser.events, url)) + found
            faults += [f"{page.name}, {device}, {scheme}: {fault}" for fault in seen]
            if screenshots:
                picture = call("Page.captureScreenshot", format="png", captureBeyondViewport=False)
                (screenshots / f"{page.stem}-{device}-{scheme}.png").write_bytes(base64.b64decode(picture["data"]))
            if (device, scheme) == ("desk", "light"):
                call("Emulation.setEmulatedMedia", media="")
                printed = base64.b64decode(call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])
                faults += [f"{page.name}, printed: {fault}" for fault in stranded(printed, page.read_text())]
                if screenshots:
                    (screenshots / f"{page.stem}.pdf").write_bytes(printed)
            browser.call("Target.closeTarget", targetId=target)
    return faults


@contextlib.contextmanager
def browsing(arguments):
    """A browser, as the arguments of a script want it, and a folder for the time of the script."""
    program = browser_program(arguments.install)
    if arguments.screenshots:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        folder = pathlib.Path(folder)
        browser = Browser(program, folder / "profile")
        try:
            yield browser, folder
        finally:
            browser.close()


def take_picture(call, name, width, height, top=0):
    """Writes a picture of the documentation: a part of a page, from a number of pixels below its top."""
    clip = {"x": 0, "y": max(0, top), "width": width, "height": height, "scale": 1}
    picture = call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
    path = PICTURES / f"{name}.png"
    path.write_bytes(base64.b64decode(picture["data"]))
    print(f"{path}: {path.stat().st_size // 1024} KiB")


def draw(browser, page, name, element, height):
    """Makes the pictures of a page in both schemes, from a little above an element on."""
    for scheme in SCHEMES:
        target, call = open_page(browser, page, 1000, scheme, "desk")
        top = evaluate(call, f"document.querySelector('{element}').getBoundingClientRect().top")
        take_picture(call, name + ("" if scheme == "light" else "-dark"), 1000, height, top - 24)
        browser.call("Target.closeTarget", targetId=target)


def install(*packages):
    for action in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", "--quiet", *action], check=True, stdout=subprocess.DEVNULL)


def browser_program(may_install):
    for attempt in range(2):
        for program in PROGRAMS:
            if shutil.which(program) and shutil.which("pdftotext"):
                return program
        if not may_install:
            sys.exit("expected Chromium and pdftotext; 'apt-get install chromium poppler-utils' or --install")
        install("chromium", "fonts-dejavu-core", "poppler-utils")
        may_install = False
    sys.exit("Chromium was installed and cannot be found")
