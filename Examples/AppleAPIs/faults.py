"""Everything that can go wrong with 'fetch', and the whole message about it.

'check' runs it. A server answers as a case says, and another server must not get a request. The clock of 'fetch' stands
still until it waits.
"""

import base64
import contextlib
import email.utils
import http.server
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

FETCH = pathlib.Path(__file__).resolve().parent / "fetch"
NOW = 1764244800
CLOCK = f"""
import runpy, sys, time
waited = [0]
time.time = lambda: {NOW} + waited[0]
time.sleep = lambda seconds: waited.append(waited.pop() + seconds)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""

HISTORY = ["history", "1", "--bundle-id", "com.example"]
ORDER = ["history", "--order", "MK5TTTVWJH", "--bundle-id", "com.example"]
CATALOG = ["catalog", "1"]
FIRST = "GET {server}/inApps/v2/history/1?sort=ASCENDING"
SECOND = FIRST + "&revision=a"
STATUSES = "GET {server}/inApps/v1/subscriptions/1"
LOOKUP = "GET {server}/inApps/v1/lookup/MK5TTTVWJH"
GROUPS = "GET {server}/v1/apps/1/subscriptionGroups?limit=200"
PROXY = "; see whether a proxy or a login page answers instead of Apple"
IDENTIFIER = "; see whether the identifier is right"
DONE = "1 page, 2 transactions, 1 subscription"
KEY = "; --key is the file that App Store Connect gave you"
HELP = "; see 'fetch --help'"


def answer(document, status=200, **headers):
    """A response: status, headers, body, and what the server does with it."""
    body = document if isinstance(document, bytes) else json.dumps(document).encode()
    return status, {name.replace("_", "-"): value for name, value in headers.items()}, body, "send"


def page(revision=None):
    more = {"hasMore": True, "revision": revision} if revision else {"hasMore": False}
    return answer({"signedTransactions": ["x", "y"], **more})


def without(document, name):
    return answer({key: value for key, value in document.items() if key != name})


def groups(**members):
    return answer({"data": [], "links": {}, **members})


def refused(status, **headers):
    return answer({}, status, **headers)


def misbehaving(how, body=b"{}"):
    return 200, {}, body, how


def signed(transaction):
    payload = base64.urlsafe_b64encode(json.dumps(transaction).encode()).rstrip(b"=").decode()
    return answer({"status": 0, "signedTransactions": [f"e30.{payload}.c2ln"]})


WHOLE = [page(), answer({"data": [{"lastTransactions": [{}]}]})]
MORE = {"signedTransactions": [], "hasMore": True, "revision": "a"}


def expected(type, name, found):
    return f"expected {type} as '{name}' in the response, found {found}{PROXY}"


def waits(what, *seconds):
    return [f"{what}; the next attempt is in {wait} s" for wait in seconds]


def repeated(request, what, answers, waits_of=(1, 2, 4, 8)):
    """A fault that each of five attempts meets."""
    return HISTORY, [answers], [*waits(what, *waits_of), f"error: {request}: {what}, in 5 attempts; try again later"], 74


def retried(first, what, wait):
    """A fault that is over at the second attempt."""
    return HISTORY, [first, *WHOLE], [*waits(what, wait), DONE], 0


def fault(arguments, answers, message, status=65):
    return arguments, answers, [f"error: {message}"], status


BUSY = "the server answers 429, too many requests"
DOWN = "the server answers 503, service unavailable"
ENDED = "the connection ended before the response"
SLOW = "there is no whole response in 2 s"
TOKEN = ", where the token must not go" + PROXY
ENDLESS = ", so the list has no end; try again later"
UNKNOWN = {"errorCode": 4040010, "errorMessage": "Transaction id not found."}

# The arguments, the answers of the server (the last one is also for all further requests), the lines on standard error
# after 'fetch: ', and the exit status.
CASES = [
    # The token stays with its server.
    *[fault(HISTORY, [answer({}, status, Location="{other}/a")], f"{FIRST}: {status}: the server redirects to {{other}}/a{TOKEN}")
      for status in (301, 302, 303, 307, 308)],
    *[fault(CATALOG, [groups(links={"next": next})], f"the next page is at {next}{TOKEN}")
      for next in ("{other}/v1", "{server}@evil.example/v1", "{server}0/v1", "{server}/a b", "{server}/\u00e9", "/v1")],
    # A list has an end.
    fault(CATALOG, [groups(links={"next": GROUPS[4:]})], f"the next page, {GROUPS[4:]}, was there before{ENDLESS}"),
    fault(HISTORY, [page("a")], f"the next page, {SECOND[4:]}, was there before{ENDLESS}"),
    fault(HISTORY, [page("a"), page("b"), page("a")], f"the next page, {SECOND[4:]}, was there before{ENDLESS}"),
    fault(HISTORY, [page(str(number)) for number in range(1001)],
          f"the next page, {FIRST[4:]}&revision=999, is number 1001{ENDLESS}"),
    # The server says when to ask again.
    *[retried(refused(429, Retry_After=header), BUSY, wait) for header, wait in [
        ("90", 90), (str((NOW + 90) * 1000), 90), (email.utils.formatdate(NOW + 90, usegmt=True), 90),
        (str((NOW - 5) * 1000), 0), (email.utils.formatdate(NOW - 5, usegmt=True), 0),
        ("", 1), ("soon", 1), ("-5", 1), ("1e9", 1), ("\u00b2", 1), ("9" * 5000, 1), ("Mon, 99 Nov 2026 99:00:00 GMT", 1)]],
    *[fault(HISTORY, [refused(429, Retry_After=header)], f"{FIRST}: {BUSY}; try again in 7200 s, as the server asks", 74)
      for header in ("7200", str((NOW + 7200) * 1000))],
    # What may be over soon is tried again.
    *[retried(refused(status), f"the server answers {status}, {name}", 1) for status, name in [
        (429, "too many requests"), (500, "internal server error"), (502, "bad gateway"), (503, "service unavailable"),
        (504, "gateway timeout")]],
    (HISTORY, [refused(429), refused(500), refused(502), refused(503), WHOLE[0], refused(504), WHOLE[1]],
     [*waits(BUSY, 1), *waits("the server answers 500, internal server error", 2),
      *waits("the server answers 502, bad gateway", 4), *waits(DOWN, 8), *waits("the server answers 504, gateway timeout", 1), DONE],
     0),
    repeated(FIRST, DOWN, refused(503)),
    retried(misbehaving("cut"), ENDED, 1), retried(misbehaving("cut chunk"), ENDED, 1), retried(misbehaving("close"), ENDED, 1),
    repeated(FIRST, ENDED, misbehaving("cut")),
    retried(misbehaving("hang"), SLOW, 1), retried(misbehaving("drip"), SLOW, 1),
    # Bodies that are not a response of Apple.
    *[fault(HISTORY, [answer(body)], f"{FIRST}: expected JSON, found {found}{PROXY}") for body, found in [
        (b"", "''"), (b"<html>\n<title>Log in</title>", r"'<html>\n<title>Log in</title>'"), (b'{"hasMore":', "'{\"hasMore\":'"),
        (b"\xff\xfe{\0", r"'\xff\xfe{\x00'"), (b"[" * 200_000, f"'{'[' * 40}'")]],
    fault(HISTORY, [answer(b" " * (17 << 20))], f"{FIRST}: the response has more than 16 MB{PROXY}"),
    *[fault(HISTORY, [answer(body)], f"{FIRST}: {expected('a list', 'signedTransactions', 'nothing')}")
      for body in (b"[]", b"null", b"1", b'"a"', b"{}")],
    # Lists without their members.
    *[fault(HISTORY, answers, f"{request}: {expected(type, name, found)}") for answers, request, type, name, found in [
        ([without(MORE, "hasMore")], FIRST, "true or false", "hasMore", "nothing"),
        ([answer({**MORE, "hasMore": "yes"})], FIRST, "true or false", "hasMore", '"yes"'),
        ([without(MORE, "revision")], FIRST, "a string", "revision", "nothing"),
        ([answer({**MORE, "revision": 7})], FIRST, "a string", "revision", "7"),
        ([page("a"), answer({"hasMore": False})], SECOND, "a list", "signedTransactions", "nothing"),
        ([page(), answer({})], STATUSES, "a list", "data", "nothing"),
        ([page(), answer({"data": {}})], STATUSES, "a list", "data", "{}"),
        ([page(), answer({"data": [7]})], STATUSES, "a list", "lastTransactions", "nothing"),
        ([page(), answer({"data": [{}]})], STATUSES, "a list", "lastTransactions", "nothing")]],
    *[fault(CATALOG, [document], f"{GROUPS}: {expected(type, name, found)}") for document, type, name, found in [
        (answer({}), "a list", "data", "nothing"), (groups(data="\x1b" * 60), "a list", "data", '"' + "\\u001b\\u001b" * 3 + "\\u0"),
        (groups(data=[7]), "a string", "id", "nothing"), (groups(data=[{"id": 7}]), "a string", "id", "7"),
        (answer({"data": []}), "an object", "links", "nothing"), (groups(links=[]), "an object", "links", "[]"),
        (groups(links={"next": {}}), "a string", "next", "{}")]],
    # What Apple refuses.
    fault(HISTORY, [answer(UNKNOWN, 404)], f"{FIRST}: 404: Transaction id not found; with '--sandbox', the script asks the sandbox"),
    fault(HISTORY + ["--sandbox"], [answer(UNKNOWN, 404)], f"{FIRST}: 404: Transaction id not found{IDENTIFIER}"),
    fault(CATALOG, [answer({"errors": [{"detail": "There is no app."}]}, 404)], f"{GROUPS}: 404: There is no app{IDENTIFIER}"),
    fault(CATALOG, [answer({"errors": [{"detail": "Not for this key."}]}, 403)],
          f"{GROUPS}: 403: Not for this key; give the key access, in App Store Connect, Users and Access, Integrations"),
    fault(HISTORY, [answer(b"Unauthenticated", 401)], f"{FIRST}: 401: unauthorized; see whether the key, its identifier, the issuer "
          "and the bundle are right, and the clock of this computer"),
    *[fault(HISTORY, [answer(body, 400)], f"{FIRST}: 400: bad request{IDENTIFIER}") for body in (
        b"", b"<html>", b"[]", b"7", {}, {"errors": 7}, {"errors": [7]}, {"errors": [{}]}, {"errors": []}, {"errorMessage": 7})],
    fault(HISTORY, [answer({"errorMessage": "a\n\x1b[2Jb" + "c" * 999}, 400)], f"{FIRST}: 400: a  [2Jb{'c' * 293}{IDENTIFIER}"),
    fault(HISTORY, [answer({}, 799)], f"{FIRST}: 799: unknown status{IDENTIFIER}"),
    # Orders.
    (ORDER, [signed({"transactionId": "1"}), *WHOLE], [DONE], 0),
    fault(ORDER, [answer({"status": 1})], "Apple knows no order 'MK5TTTVWJH' of this app; see whether the order ID and the bundle are right"),
    *[fault(ORDER, [document], f"{LOOKUP}: {expected('a string', 'transactionId', found)}") for document, found in [
        (answer({"signedTransactions": []}), "nothing"), (answer({"signedTransactions": [7]}), "nothing"),
        (answer({"signedTransactions": ["a"]}), "nothing"), (answer({"signedTransactions": ["a.b.c"]}), "nothing"),
        (signed([]), "nothing"), (signed({"transactionId": 7}), "7")]],
    fault(ORDER, [answer([])], f"{LOOKUP}: {expected('a list', 'signedTransactions', 'nothing')}"),
    # Wrong usage.
    *[fault(arguments, [], message + HELP, 64) for arguments, message in [
        ([], "expected 'history' or 'catalog', found nothing"), (["offers"], "expected 'history' or 'catalog', found 'offers'"),
        (["history"], "expected a transaction identifier, which is a number, found nothing"),
        (["history", "MK5TTTVWJH"],
         "expected a transaction identifier, which is a number, found 'MK5TTTVWJH'; an order ID goes with '--order'"),
        (["catalog", "com.example"],
         "expected the Apple ID of the app (App Information), which is a number, found 'com.example'"),
        *[(arguments, "expected '--order' with 'history', without a transaction identifier and '--sandbox'")
          for arguments in (["catalog", "--order", "A"], ["history", "1", "--order", "A"], ["history", "--order", "A", "--sandbox"])],
        (["history", "1"], "--bundle-id is missing"), (CATALOG + ["--key", ""], "--key is missing"),
        (CATALOG + ["--key-id", ""], "--key-id is missing"), (CATALOG + ["--issuer-id", ""], "--issuer-id is missing"),
        (CATALOG + ["--key"], "argument --key: expected one argument"), (CATALOG + ["--ke=a"], "unrecognized arguments: --ke=a"),
        (CATALOG + ["--timeout", "0"], "expected '--timeout' of 1 to 600 seconds, found 0"),
        (CATALOG + ["--timeout", "a"], "argument --timeout: invalid int value: 'a'"),
        (CATALOG + ["--server", "https://evil.example"],
         "expected '--server' of this computer, http://127.0.0.1:PORT, found 'https://evil.example'")]],
    # Keys.
    *[fault(CATALOG + ["--key", f"{{folder}}/{key}"], [], f"cannot open '{{folder}}/{key}': {why}{KEY}", 66)
      for key, why in [("none", "no such file or directory"), ("", "is a directory")]],
    *[fault(CATALOG + ["--key", f"{{folder}}/{key}"], [],
            f"'{{folder}}/{key}': expected a private key of the curve P-256, found another file{KEY}")
      for key in ("empty", "text", "public", "rsa", "p384", "encrypted")],
    fault(CATALOG + ["--server", "http://127.0.0.1:1"], [],
          "cannot connect to http://127.0.0.1:1: connection refused; see whether the network works", 74),
]


class Server(http.server.ThreadingHTTPServer):
    """Answers as it is instructed, and remembers the requests."""

    daemon_threads = True
    request_queue_size = 50

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.instruct([])
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def instruct(self, answers):
        self.answers, self.tokens = answers, []

    def handle_error(self, *_):
        pass


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        server = self.server
        server.tokens.append(self.headers["Authorization"].removeprefix("Bearer "))
        status, headers, body, how = server.answers[min(len(server.tokens), len(server.answers)) - 1]
        self.close_connection = True
        if how == "close":
            return
        if how == "hang":
            return time.sleep(4)
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if how == "cut chunk":
            self.send_header("Transfer-Encoding", "chunked")
            body = b"9\r\n" + body
        else:
            self.send_header("Content-Length", str(len(body) + 9 * (how != "send")))
        self.end_headers()
        for byte in body * 9 if how == "drip" else []:
            self.wfile.write(bytes([byte]))
            time.sleep(0.25)
        if how != "drip":
            self.wfile.write(body)

    def log_message(self, *_):
        pass


def make_keys(folder, key):
    """Files that are no key of Apple."""
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True)
    (folder / "empty").write_text("")
    (folder / "text").write_text('{"errors": []}')
    openssl("pkey", "-in", key, "-pubout", "-out", folder / "public")
    openssl("pkey", "-in", key, "-aes256", "-passout", "pass:secret", "-out", folder / "encrypted")
    openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", folder / "rsa")
    openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384", "-out", folder / "p384")


class Faults:
    """Runs 'fetch' with a key against the servers, and compares all that it writes."""

    def __init__(self, folder, key):
        self.folder, self.key = folder, key
        self.server, self.other = Server(), Server()
        self.environment = {**os.environ, "NO_PROXY": "127.0.0.1"}
        self.count = 0
        make_keys(folder, key)

    def filled(self, value):
        """A value with the addresses of the servers."""
        if isinstance(value, bytes):
            return self.filled(value.decode()).encode() if b"{server}" in value or b"{other}" in value else value
        if isinstance(value, dict):
            return {name: self.filled(member) for name, member in value.items()}
        for name, text in [("server", self.server.address), ("other", self.other.address), ("folder", str(self.folder))]:
            value = value.replace(f"{{{name}}}", text)
        return value

    def start(self, arguments, answers, command=(), **options):
        self.count += 1
        self.server.instruct([(status, self.filled(headers), self.filled(body), how) for status, headers, body, how in answers])
        defaults = ["--key", self.key, "--key-id", "KEY", "--issuer-id", "issuer", "--server", self.server.address]
        defaults += ["--timeout", "2"] if any(how in ("hang", "drip") for _, _, _, how in answers) else []
        head, rest = arguments[:1], [self.filled(argument) for argument in arguments[1:]]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": self.environment, **options}
        return subprocess.Popen([*command, sys.executable, "-c", CLOCK, FETCH, *head, *defaults, *rest], **streams)

    def run(self, arguments, answers, lines, status, **options):
        """One run. Without an error, standard output must have the bodies of the responses."""
        run = self.start(arguments, answers, **options)
        output, errors = [stream or b"" for stream in run.communicate(timeout=60)]
        text = "".join(f"fetch: {self.filled(line)}\n" for line in lines)
        what = f"fetch {' '.join(arguments)}, answered by {answers[:2]}"[:500]
        if (run.returncode, errors.decode()) != (status, text):
            sys.exit(f"{what}:\nexpected exit status {status} and\n{text}found {run.returncode} and\n{errors.decode()}")
        if status and output:
            sys.exit(f"{what}: expected nothing on standard output, found {output[:200]}")
        if self.other.tokens:
            sys.exit(f"{what}: the token went to another server")
        secrets = [line for line in self.key.read_text().splitlines() if line] + self.server.tokens
        if any(secret.encode() in output + errors for secret in secrets):
            sys.exit(f"{what}: printed the key or the token")
        return output

    def check_output(self):
        """Results, whatever the locale is, and streams that take none of them."""
        names = ["{\"data\": [],\r\n \"links\": {\"self\": \"\u30b9\u30bf\u30fc \\ud800\", \"number\": 1.50}}\n"]
        line = names[0].replace("\r\n", " ").encode()
        counts = ["1 page, 0 groups, 0 subscriptions, 0 offers, 0 prices"]
        answers = [answer(names[0].encode())]
        output = self.run(CATALOG, answers, counts, 0, env={**self.environment, "LC_ALL": "C", "PYTHONIOENCODING": "ascii"})
        if output != line:
            sys.exit(f"expected the response as it is, {line}, found {output}")
        cannot = "error: cannot write to standard output: {}; see whether its disk is full"
        if os.path.exists("/dev/full"):
            with open("/dev/full", "wb") as full:
                self.run(CATALOG, answers, [cannot.format("no space left on device")], 74, stdout=full)
        self.run(CATALOG, answers, [cannot.format("bad file descriptor")], 74, command=["sh", "-c", 'exec "$@" >&-', "sh"])
        reader, writer = os.pipe()
        os.close(reader)
        with open(writer, "wb") as closed:
            self.run(CATALOG, answers, counts, 0, stdout=closed)
        if self.run(CATALOG, answers, [], 0, command=["sh", "-c", 'exec "$@" 2>&-', "sh"]) != line:
            sys.exit("expected the response without standard error, found another output")

    def check_program(self):
        """A computer without openssl, and a user who stops the script."""
        openssl = "error: cannot open 'openssl': no such file or directory; install it, or add its folder to PATH"
        self.run(CATALOG, [], [openssl], 66, env={**self.environment, "PATH": str(self.folder)})
        run = self.start(CATALOG, [misbehaving("hang")])
        while not self.server.tokens:
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        output, errors = run.communicate(timeout=60)
        if (run.returncode, output, errors) != (-signal.SIGINT, b"", b""):
            sys.exit(f"expected the end by a signal, found {run.returncode} {errors.decode()}")

    def check_token(self):
        """A token that expires during a wait is made anew, and one that does not is used again."""
        limits = [refused(429, Retry_After="1000"), refused(429, Retry_After="10")]
        self.run(HISTORY, [*limits, *WHOLE], [*waits(BUSY, 1000, 10), DONE], 0)
        tokens = [json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "===")) for token in self.server.tokens]
        if [token["iat"] - NOW for token in tokens] != [0, 1000, 1000, 1000]:
            sys.exit(f"expected a new token after 1000 s, found {tokens}")

    def check(self):
        for case in CASES:
            self.run(*case)
        self.check_output()
        self.check_program()
        self.check_token()
        return self.count
