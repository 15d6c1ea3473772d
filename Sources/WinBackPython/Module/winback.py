"""Tells which App Store win-back offers customers may redeem, why, and when.

>>> import winback
>>> engine = winback.Engine("catalog.json")
>>> engine.evaluate({"customerId": "ada", "transactions": []})["eligibleWinBackOfferIDs"]
[]

An `Engine` gives the answers of the command `winback`, which the same package installs. Its documentation is
Documentation/Python.md.
"""

from __future__ import annotations

import atexit
import ctypes
import datetime
import gzip
import itertools
import json
import os
import pathlib
import re
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol, Union, runtime_checkable

__all__ = ["ArrowStream", "Engine", "Error", "Scores", "__version__"]
__version__ = "VERSION"

Instant = Union[str, datetime.date, datetime.datetime, None]
Progress = Callable[[int, "float | None"], object]
Document = Union[str, bytes, bytearray, memoryview, "os.PathLike[str]", Mapping[str, Any], "list[Any]"]


@runtime_checkable
class ArrowStream(Protocol):
    """A table or a column that gives its rows as a stream of Arrow, as pyarrow, Polars, DuckDB and pandas have."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


Source = Union[str, bytes, bytearray, memoryview, "os.PathLike[str]", ArrowStream,
               Iterable[Union[str, bytes, Mapping[str, Any]]]]


class Error(Exception):
    """What the command would have written to standard error, with its exit status and the place of the error.

    `status` is 64 for wrong usage, 65 for bad data, 66 for a file that cannot be opened, and so on. `path`, `line`
    and `column` are those of the first error, or None.
    """

    def __init__(self, text: str, status: int = 65) -> None:
        super().__init__(text, status)
        self.text = text
        self.status = status
        place = re.search(r"^(.+?)(?::(\d+)(?::(\d+))?)?: error: ", text, re.M)
        self.path = place[1] if place and not place[1].startswith("winback") else None
        self.line = int(place[2]) if place and place[2] else None
        self.column = int(place[3]) if place and place[3] else None

    def __str__(self) -> str:
        return self.text


class Engine:
    """The offers of a catalog under rules and policies, ready to decide.

    Several threads can use one engine at once: it changes nothing, and releases the interpreter's lock. An engine
    is pickled by its texts.
    """

    def __init__(self, catalog: Document, rules: Document | None = None, policies: Mapping[str, object] = {}) -> None:
        """Reads a catalog, and rules if they are not the App Store's.

        A catalog is a dict, JSON as bytes, or a path. A str that begins with a bracket or has several lines is JSON;
        any other str is a path. `policies` have values such as {"refundedService": "counted"}.
        """
        self._open(_read_document(catalog, "<catalog>"), None if rules is None else _read_document(rules, "<rules>"),
                   {name: _option(value) for name, value in policies.items()})

    def _open(self, catalog: tuple[str, bytes], rules: tuple[str, bytes] | None, policies: dict[str, str]) -> None:
        self._catalog, self._rules, self._policies = catalog, rules, policies
        self._handle: _Handle | None = None
        arguments = [catalog[1], b"", rules[1] if rules else b"", json.dumps(policies).encode()]
        result = _library.winback_open(*itertools.chain.from_iterable((part, len(part)) for part in arguments))
        try:
            if _library.winback_status(result) == 0:
                self._handle = _Handle(_library.winback_engine(result), _library.winback_close)
                return
            fault = json.loads(_text(result))
        finally:
            _library.winback_free(result)
        # The command names all errors of a catalog, and the rules that a policy belongs to.
        for _ in Scores(self, b"", [], {}).rows():
            pass
        raise self._error(fault)

    def evaluate(self, history: Document, as_of: Instant = None) -> dict[str, Any]:
        """Decides for a customer with one timeline: the object that `winback evaluate --json` prints.

        `history` is of any format that the command reads, given as a catalog is. A customer with purchases in
        several groups has several timelines; `evaluate_all` decides for these. `as_of` is now by default.
        """
        timelines = self.evaluate_all(history, as_of)
        if len(timelines) != 1:
            raise Error(f"<history>: error: expected one timeline, found {len(timelines)}; use 'evaluate_all'")
        return timelines[0]

    def evaluate_all(self, history: Document, as_of: Instant = None) -> list[dict[str, Any]]:
        """Decides for all timelines of a history: the objects that `winback evaluate --json` prints."""
        text, place, timelines = self._ask("evaluate", history, as_of).decode(), 0, []
        while place < len(text):
            timeline, end = _decoder.raw_decode(text, place)
            timelines.append(timeline)
            place = end + 1
        return timelines

    def answer(self, history: Document, as_of: Instant = None) -> str:
        """Answers in sentences, with a line for each timeline, as `winback evaluate --brief` does."""
        return "".join(f"{timeline['answer']}\n" for timeline in self.evaluate_all(history, as_of))

    def lint(self, as_of: Instant = None) -> dict[str, Any]:
        """Checks the catalog: the document that `winback lint --json` prints."""
        findings: dict[str, Any] = json.loads(self._ask("lint", None, as_of))
        return findings

    def score(
        self,
        source: Source,
        *,
        as_of: Instant = None,
        long: bool = False,
        mapping: Document | None = None,
        format: str | None = None,
        offers: Iterable[str] = (),
        until: Instant = None,
        details: bool = False,
        merchandising: bool = False,
        customers: Iterable[str] = (),
        sort: bool = False,
        data_through: Instant = None,
        allow_rejects: int | str = 0,
        require: Mapping[str, int | str] = {},
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> Scores:
        """Decides for many customers, as `winback score` does with the options of the same names.

        `source` is a path, bytes, an iterable of lines (str, bytes or dict), or anything with `__arrow_c_stream__`: a
        column of histories, a nested table of them, or a table of transactions with a `mapping` or a `format`.

        Nothing is read before somebody asks for the results. An error in the data is raised at the end of the
        results, as the command ends with status 65, if more lines are rejected than `allow_rejects` allows.

        `progress(customers, part)` is called some times a second and at the end: with how many customers have been
        read, and what part of a file that is, from 0 to 1; None if the size is not known.
        """
        files = {}
        options = [
            f"--as-of={_instant(as_of)}", *(["--long"] if long else []),
            *([f"--format={format}"] if format else []),
            *(f"--offer={offer}" for offer in _texts(offers, "offers")), *([f"--until={_instant(until)}"] if until else []),
            *(["--details"] if details else []), *(["--merchandising"] if merchandising else []),
            *(f"--customer={customer}" for customer in _texts(customers, "customers")), *(["--sort"] if sort else []),
            *([f"--data-through={_instant(data_through)}"] if data_through else []),
            f"--allow-rejects={allow_rejects}", *(f"--require={name}={limit}" for name, limit in require.items()),
            *([f"--jobs={jobs}"] if jobs is not None else []),
        ]
        if mapping is not None:
            name, text = _read_document(mapping, "<mapping>")
            files[name] = text
            options.append(f"--mapping={name}")
        self._pointer()
        return Scores(self, source, options, files, isLong=long, progress=progress)

    def close(self) -> None:
        """Frees the engine once no thread uses it; a closed engine gives errors."""
        self._handle = None

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self._catalog, self._rules, self._policies)

    def __repr__(self) -> str:
        return f"<winback.Engine of {self._catalog[0]}{', closed' if self._handle is None else ''}>"

    def _pointer(self) -> _Handle:
        handle = self._handle
        if handle is None:
            raise Error("winback: error: the engine is closed", 64)
        return handle

    def _ask(self, question: str, history: Document | None, as_of: Instant) -> bytes:
        # The local reference keeps the engine open while another thread closes it.
        handle = self._pointer()
        name, text = ("", b"") if history is None else _read_document(history, "<history>")
        instant = _instant(as_of).encode()
        inputs = (instant, len(instant)) if history is None else (text, len(text), instant, len(instant))
        status, answer = _taken(getattr(_library, f"winback_{question}")(handle.pointer, *inputs))
        if status != 0:
            raise self._error(json.loads(answer), name)
        return answer

    def _error(self, fault: dict[str, Any], history: str = "") -> Error:
        """The error of a fault, in the command's form."""
        if fault["input"] in ("policies", "asOf"):
            return Error(f"winback: error: {fault['message']}", 64)
        names = {"catalog": self._catalog[0], "rules": self._rules[0] if self._rules else "", "history": history}
        place = "".join(f":{fault[part]}" for part in ("line", "column") if fault.get(part) is not None)
        path = f" (at {fault['path']})" if fault.get("path") else ""
        return Error(f"{names[fault['input']]}{place}: error: {fault['message']}{path}")


def _unpickled(catalog: tuple[str, bytes], rules: tuple[str, bytes] | None, policies: dict[str, str]) -> Engine:
    engine = Engine.__new__(Engine)
    engine._open(catalog, rules, policies)
    return engine


class Scores:
    """The results of many customers, which are computed while somebody reads them.

    `rows()` gives a dict for each row. Anything that reads a stream of Arrow takes the results themselves, such as
    `polars.DataFrame(scores)`, `pyarrow.table(scores)` or DuckDB. Each of these is a run of its own over the source; an
    iterator or a stream can be read only once.

    After the last row, `summary` has the evidence as the option `--summary` writes it, `rejects` the rejected lines as
    `--rejects` writes them, and `warnings` the warnings of the run.
    """

    def __init__(self, engine: Engine, source: Source, options: list[str], files: dict[str, bytes], isLong: bool = False,
                 progress: Progress | None = None) -> None:
        self._engine, self._source, self._options, self._files, self._isLong = engine, source, options, files, isLong
        self._progress = progress
        self._isRead = False
        self._last: _Run | None = None

    def rows(self) -> Iterator[dict[str, Any]]:
        """The results: objects as the command's lines, or with `long=True` a dict for each customer and offer."""
        run = self._run([])
        lines = _lines(run.pieces())
        if self._isLong:
            rows = _fields(lines)
            names = next(rows, [])
            for row in rows:
                yield {name: value if value or name in _TEXTS else None for name, value in zip(names, row)}
        else:
            for line in lines:
                yield json.loads(line)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The results as a stream of Arrow, in the columns of `--csv` with `--details`, or of `--long`."""
        columns = [] if self._isLong else sorted({"--csv", "--details"}.difference(self._options))
        return self._run(columns).stream()

    @property
    def summary(self) -> dict[str, Any]:
        """The evidence of the last run, by the schema `summary`; empty before its end."""
        text = self._last.text("<summary>") if self._last else b""
        return json.loads(text) if text else {}

    @property
    def rejects(self) -> list[dict[str, Any]]:
        """The rejected lines of the last run with their places and reasons; of very many, the first 16 MB."""
        return [json.loads(line) for line in (self._last.text("<rejects>") if self._last else b"").splitlines()]

    @property
    def warnings(self) -> list[str]:
        """The warnings of the last run."""
        lines = (self._last.text("<messages>").decode() if self._last else "").splitlines()
        return [line for line in lines if ": warning: " in line]

    def __del__(self) -> None:
        _forget_runs()

    def _run(self, options: list[str]) -> _Run:
        engine, source = self._engine, self._source
        files = {**self._files, engine._catalog[0]: engine._catalog[1]}
        arguments = ["score", "--quiet", f"--catalog={engine._catalog[0]}", *self._options, *options,
                     "--rejects=<rejects>", "--summary=<summary>"]
        if engine._rules:
            files[engine._rules[0]] = engine._rules[1]
            arguments.append(f"--rules={engine._rules[0]}")
        arguments += [f"--policy={name}={value}" for name, value in engine._policies.items()]
        # What gives its lines or its batches only once would be empty now.
        if isinstance(source, Iterator):
            if self._isRead or source in _read_once:
                raise Error("<histories>: error: expected a source that can be read again, found an iterator", 74)
            self._isRead = True
            try:
                _read_once.add(source)
            except TypeError:
                pass
        if isinstance(source, ArrowStream):
            run = _Run([*arguments, _HISTORIES], files)
            run.read_arrow(source)
        elif isinstance(source, (bytes, bytearray, memoryview)) or isinstance(source, str) and _is_document(source):
            run = _Run([*arguments, _HISTORIES], files)
            run.read_bytes(source.encode() if isinstance(source, str) else bytes(source))
        elif isinstance(source, (str, os.PathLike)):
            run = _Run([*arguments, "--", os.fspath(source)], files)
        elif isinstance(source, Iterable) and not isinstance(source, Mapping):
            run = _Run([*arguments, _HISTORIES], files)
            run.read_lines(iter(source))
        else:
            raise TypeError(f"expected a path, bytes, lines or a stream of Arrow, found {type(source).__name__}")
        if self._progress:
            run.report(self._progress)
        self._last = run
        return run


_decoder = json.JSONDecoder()
_HISTORIES = "<histories>"
_INTERRUPTED = 130
_TEXTS = ("customerId", "subscriptionGroupIdentifier")
_FIELD = re.compile(r'("(?:[^"]|"")*"|[^,\n]*)[,\n]')
_read_once: weakref.WeakSet[Any] = weakref.WeakSet()


class _Handle:
    """What C has opened, closed with the last reference."""

    __slots__ = ("pointer", "_close")

    def __init__(self, pointer: int, close: Any) -> None:
        self.pointer, self._close = pointer, close

    def __del__(self) -> None:
        self._close(self.pointer)


class _Run:
    """A run of the command inside this process."""

    def __init__(self, arguments: list[str], files: Mapping[str, bytes]) -> None:
        for argument in arguments:
            if "\0" in argument:
                raise Error(f"winback: error: expected an argument without a zero, found {argument!r}", 64)
        text = b"".join(argument.encode(errors="surrogateescape") + b"\0" for argument in arguments)
        _forget_runs()
        self.process = os.getpid()
        self.handle = _Handle(_library.winback_run(text, len(text)), _library.winback_run_close)
        self.context = next(_contexts)
        self.progress: Progress | None = None
        self.error: BaseException | None = None
        self.lines: Iterator[Any] = iter(())
        self.rest = b""
        self.kept: object = None
        for name, contents in files.items():
            _library.winback_run_file(self.handle.pointer, *_sized(name.encode()), *_sized(contents))

    def read_bytes(self, text: bytes) -> None:
        self.kept = text
        _library.winback_run_bytes(self.handle.pointer, *_sized(text))

    def read_lines(self, lines: Iterator[Any]) -> None:
        self.lines = lines
        _library.winback_run_reader(self.handle.pointer, self.context, _read)

    def read_arrow(self, source: ArrowStream) -> None:
        capsule = source.__arrow_c_stream__()
        stream = _python.PyCapsule_GetPointer(capsule, _STREAM)
        _library.winback_run_arrow(self.handle.pointer, stream)

    def report(self, progress: Progress) -> None:
        self.progress = progress
        _library.winback_run_progress(self.handle.pointer, self.context, _tell)

    def fail(self, error: BaseException, name: str) -> None:
        """Notes the exception of a function that the run has called."""
        self.error = error
        text = f"{name}: error: {type(error).__name__}: {error}".encode(errors="replace")
        _library.winback_run_fail(self.handle.pointer, *_sized(text))

    def piece(self, size: int) -> bytes:
        """The next bytes of the lines, at most so many."""
        if not self.rest:
            parts, count = [], 0
            for item in self.lines:
                line = _line(item)
                parts.append(line)
                count += len(line)
                if count >= size:
                    break
            self.rest = b"".join(parts)
        piece, self.rest = self.rest[:size], self.rest[size:]
        return piece

    def pieces(self) -> Iterator[bytes]:
        """What the run writes; at its end, the exception that ended it, if one did."""
        _runs[self.context] = self
        try:
            while True:
                if os.getpid() != self.process:
                    raise Error("winback: error: expected the process that began to read, found a fork of it", 74)
                # It returns ten times a second, so that a KeyboardInterrupt is seen.
                status, piece = _taken(_library.winback_run_next(self.handle.pointer))
                if self.error is not None:
                    raise self.error
                if status == 0:
                    yield piece
                elif status == 2:
                    break
            self.check()
        finally:
            _runs.pop(self.context, None)
            self.detach()

    def detach(self) -> None:
        # In a fork, a thread that is not there may hold the run's locks.
        if os.getpid() == self.process:
            _library.winback_run_detach(self.handle.pointer)

    def check(self) -> None:
        """Raises the error with which the run ended."""
        status, text = self._output("<messages>")
        if status == _INTERRUPTED:
            raise KeyboardInterrupt
        if status != 0:
            lines = [line for line in text.decode().splitlines() if not re.search(r"^see '|: (warning|note): ", line)]
            raise Error("\n".join(lines), status)

    def text(self, name: str) -> bytes:
        return self._output(name)[1]

    def _output(self, name: str) -> tuple[int, bytes]:
        return _taken(_library.winback_run_text(self.handle.pointer, *_sized(name.encode())))

    def stream(self) -> object:
        """The results as a capsule, whose reader needs the run until it is done."""
        _runs[self.context] = self
        stream = _library.winback_run_results(self.handle.pointer)
        return _python.PyCapsule_New(stream, _STREAM, ctypes.cast(_library.winback_capsule_end, ctypes.c_void_p))


def _is_document(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[") or "\n" in text


def _read_document(value: Document, name: str) -> tuple[str, bytes]:
    """The name and the bytes of an input."""
    if isinstance(value, (Mapping, list)):
        return name, json.dumps(value, default=_instant).encode()
    if isinstance(value, (bytes, bytearray, memoryview)):
        return name, bytes(value)
    if isinstance(value, str) and _is_document(value):
        return name, value.encode()
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"expected a dict, JSON or a path for {name[1:-1]}, found {type(value).__name__}")
    path = os.fspath(value)
    try:
        text = pathlib.Path(path).read_bytes()
        return path, gzip.decompress(text) if text.startswith(b"\x1f\x8b") else text
    except (OSError, EOFError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Error(f"winback: error: cannot open '{path}': {reason[:1].lower()}{reason[1:]}", 66) from error


def _instant(value: object) -> str:
    """An instant as the command takes it; now, if there is none."""
    if value is None:
        value = datetime.datetime.now(datetime.timezone.utc)
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            raise ValueError(f"expected a datetime with a time zone, found {value!r}")
        return value.isoformat(timespec="milliseconds")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, str):
        return value
    raise TypeError(f"expected ISO 8601 text, a date or a datetime, found {type(value).__name__}")


def _option(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if "\n" in text:
        raise Error(f"winback: error: expected a policy on one line, found {text!r}", 64)
    return text


def _line(item: object) -> bytes:
    if isinstance(item, Mapping):
        item = json.dumps(item, default=_instant)
    if isinstance(item, str):
        item = item.encode()
    if not isinstance(item, (bytes, bytearray, memoryview)):
        raise TypeError(f"expected lines as str, bytes or dict, found {type(item).__name__}")
    line = bytes(item)
    return line if line.endswith(b"\n") else line + b"\n"


def _texts(values: Iterable[str], name: str) -> Iterable[str]:
    if isinstance(values, (str, bytes)):
        raise TypeError(f"expected a list of texts for {name}, found {values!r}")
    return values


def _fields(lines: Iterator[bytes]) -> Iterator[list[str]]:
    """The rows of CSV; the module csv limits the length of a field."""
    for line in lines:
        while line.count(b'"') % 2:
            line += next(lines)
        yield [field[1:-1].replace('""', '"') if field.startswith('"') else field
               for field in _FIELD.findall(line.decode())]


def _lines(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Lines of pieces, each of which ends with a line."""
    for piece in pieces:
        yield from piece.splitlines(keepends=True)


def _sized(text: bytes) -> tuple[bytes, int]:
    return text, len(text)


def _text(result: int) -> bytes:
    return ctypes.string_at(_library.winback_text(result), _library.winback_count(result))


def _taken(result: int) -> tuple[int, bytes]:
    """The status and the text of a result, which is freed."""
    try:
        return _library.winback_status(result), _text(result)
    finally:
        _library.winback_free(result)


# What C calls. The function lives as long as the process, and knows its run by a number, since who reads a stream of
# Arrow does so long after everybody else has forgotten it.

_STREAM = b"arrow_array_stream"
_contexts = itertools.count(1)
_runs: dict[int, _Run] = {}


@ctypes.CFUNCTYPE(None, ctypes.c_ssize_t, ctypes.c_void_p, ctypes.POINTER(ctypes.c_ssize_t))  # type: ignore[untyped-decorator]
def _read(context: int, buffer: int, size: Any) -> None:
    # A signal can end this function before its first line; the size stays negative then.
    try:
        run = _runs[context]
        piece = run.piece(-size[0])
        ctypes.memmove(buffer, piece, len(piece))
        size[0] = len(piece)
    except BaseException as error:
        run.fail(error, _HISTORIES)


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_ssize_t, ctypes.c_ssize_t, ctypes.c_double)  # type: ignore[untyped-decorator]
def _tell(context: int, customers: int, part: float) -> int:
    try:
        run = _runs[context]
        if run.progress:
            run.progress(customers, None if part < 0 else part)
        return 1
    except BaseException as error:
        run.fail(error, "<progress>")
        return 0


def _forget_runs() -> None:
    """Lets the runs go whose results nobody reads any more; what ends a stream can call no function of Python."""
    for context, run in list(_runs.items()):
        if _library.winback_run_is_released(run.handle.pointer):
            _runs.pop(context, None)


@atexit.register
def _detach() -> None:
    """Ends the runs: after this, no function of Python can be called."""
    for run in list(_runs.values()):
        run.detach()


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(str(pathlib.Path(__file__).with_name("libwinback.so")))
    pointer, size, text = ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_char_p
    for name, result, parameters in [
        ("open", pointer, [text, size] * 4), ("evaluate", pointer, [pointer] + [text, size] * 2),
        ("lint", pointer, [pointer, text, size]),
        ("status", ctypes.c_int32, [pointer]), ("text", pointer, [pointer]), ("count", size, [pointer]),
        ("engine", pointer, [pointer]), ("free", None, [pointer]), ("close", None, [pointer]),
        ("run", pointer, [text, size]), ("run_file", None, [pointer] + [text, size] * 2),
        ("run_bytes", None, [pointer, text, size]), ("run_reader", None, [pointer, size, type(_read)]),
        ("run_progress", None, [pointer, size, type(_tell)]),
        ("run_arrow", None, [pointer, pointer]), ("run_next", pointer, [pointer]),
        ("run_text", pointer, [pointer, text, size]), ("run_fail", None, [pointer, text, size]),
        ("run_results", pointer, [pointer]),
        ("run_is_released", ctypes.c_bool, [pointer]), ("run_detach", None, [pointer]), ("run_close", None, [pointer]),
    ]:
        function = getattr(library, f"winback_{name}")
        function.restype, function.argtypes = result, parameters
    return library


def _load_python() -> ctypes.PyDLL:
    python = ctypes.PyDLL(None)
    python.PyCapsule_New.restype = ctypes.py_object
    python.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    python.PyCapsule_GetPointer.restype = ctypes.c_void_p
    python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    return python


_library = _load()
_python = _load_python()
