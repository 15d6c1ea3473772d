"""Runs of the command inside this process, and the functions of the library that they need."""

from __future__ import annotations

import atexit
import ctypes
import itertools
import pathlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ._error import Error
from ._frame import Frame, FrameError
from ._values import Progress, line

HISTORIES = "<histories>"
_INTERRUPTED = 130


class Handle:
    """What C has opened, closed with the last reference."""

    __slots__ = ("pointer", "_close")

    def __init__(self, pointer: int, close: Any) -> None:
        self.pointer, self._close = pointer, close

    def __del__(self) -> None:
        self._close(self.pointer)


class Run:
    """A run of the command inside this process."""

    def __init__(self, arguments: list[str], files: Mapping[str, bytes]) -> None:
        for argument in arguments:
            if "\0" in argument:
                raise Error(f"winback: error: expected an argument without a zero, found {argument!r}", 64)
        text = b"".join(argument.encode(errors="surrogateescape") + b"\0" for argument in arguments)
        forget_runs()
        self.handle = Handle(library.winback_run(text, len(text)), library.winback_run_close)
        self.context = next(_contexts)
        self.progress: Progress | None = None
        self.error: BaseException | None = None
        self.lines: Iterator[Any] = iter(())
        self.rest = b""
        self.kept: object = None
        for name, contents in files.items():
            library.winback_run_file(self.handle.pointer, *sized(name.encode()), *sized(contents))

    def read_bytes(self, text: bytes) -> None:
        self.kept = text
        library.winback_run_bytes(self.handle.pointer, *sized(text))

    def read_lines(self, lines: Iterator[Any]) -> None:
        self.lines = lines
        library.winback_run_reader(self.handle.pointer, self.context, _read)

    def read_frame(self, source: Any) -> None:
        """Reads an object with `__arrow_c_stream__`."""
        try:
            frame = Frame(source, self._columns)
            capsule = frame.stream(self._rows).__arrow_c_stream__()
        except FrameError as error:
            raise _refusal(error) from error
        stream = _python.PyCapsule_GetPointer(capsule, _STREAM)
        library.winback_run_arrow(self.handle.pointer, stream, frame.rows, *sized(frame.header))

    def _columns(self, names: list[str]) -> tuple[bool, set[str]]:
        """Whether a frame with these columns is a table, and which of them are read."""
        text = "".join(name + "\0" for name in names).encode()
        status, found = taken(library.winback_run_columns(self.handle.pointer, *sized(text)))
        return status == 0, set(found.decode().split("\0"))

    def _rows(self, batches: Iterator[Any]) -> Iterator[Any]:
        """The batches, until one cannot be read; pyarrow keeps only the text of an exception."""
        # A reference to the run would keep both.
        context = self.context
        try:
            yield from batches
        except (Exception, KeyboardInterrupt) as error:
            runs[context].fail(error, HISTORIES)
            raise

    def report(self, progress: Progress) -> None:
        self.progress = progress
        library.winback_run_progress(self.handle.pointer, self.context, _tell)

    def fail(self, error: BaseException, name: str) -> None:
        """Notes the exception of a function that the run has called."""
        if isinstance(error, FrameError):
            error = _refusal(error)
        self.error = error
        text = f"{name}: error: {type(error).__name__}: {error}" if not isinstance(error, Error) else str(error)
        library.winback_run_fail(self.handle.pointer, *sized(text.encode(errors="replace")))

    def piece(self, size: int) -> bytes:
        """The next bytes of the lines, at most so many."""
        if not self.rest:
            parts, count = [], 0
            for item in self.lines:
                text = line(item)
                parts.append(text)
                count += len(text)
                if count >= size:
                    break
            self.rest = b"".join(parts)
        piece, self.rest = self.rest[:size], self.rest[size:]
        return piece

    def pieces(self, is_table: bool) -> Iterator[bytes]:
        """What the run writes, which is JSON Lines in the end; at its end, the exception that ended it, if one did."""
        runs[self.context] = self
        try:
            while True:
                # It returns ten times a second, so that a KeyboardInterrupt is seen.
                status, piece = taken(library.winback_run_next(self.handle.pointer, is_table))
                if self.error is not None:
                    raise self.error
                if status == 0:
                    yield piece
                elif status == 2:
                    break
                elif status == 3:
                    raise Error(piece.decode(), 74)
            self.check()
        finally:
            runs.pop(self.context, None)
            self.detach()

    def detach(self) -> None:
        library.winback_run_detach(self.handle.pointer)

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
        return taken(library.winback_run_text(self.handle.pointer, *sized(name.encode())))

    def stream(self) -> object:
        """The results as a capsule, whose reader needs the run until it is done."""
        runs[self.context] = self
        stream = library.winback_run_results(self.handle.pointer)
        return _python.PyCapsule_New(stream, _STREAM, ctypes.cast(library.winback_capsule_end, ctypes.c_void_p))


def _refusal(error: FrameError) -> Error:
    return Error(f"{HISTORIES}: error: {error}")


def sized(text: bytes) -> tuple[bytes, int]:
    return text, len(text)


def text_of(result: int) -> bytes:
    return ctypes.string_at(library.winback_text(result), library.winback_count(result))


def taken(result: int) -> tuple[int, bytes]:
    """The status and the text of a result, which is freed."""
    try:
        return library.winback_status(result), text_of(result)
    finally:
        library.winback_free(result)


# What C calls. The function lives as long as the process, and knows its run by a number, since who reads a stream of
# Arrow does so long after everybody else has forgotten it.

_STREAM = b"arrow_array_stream"
_contexts = itertools.count(1)
runs: dict[int, Run] = {}


@ctypes.CFUNCTYPE(None, ctypes.c_ssize_t, ctypes.c_void_p, ctypes.POINTER(ctypes.c_ssize_t))  # type: ignore[untyped-decorator]
def _read(context: int, buffer: int, size: Any) -> None:
    # A signal can end this function before its first line; the size stays negative then.
    try:
        run = runs[context]
        piece = run.piece(-size[0])
        ctypes.memmove(buffer, piece, len(piece))
        size[0] = len(piece)
    except BaseException as error:
        run.fail(error, HISTORIES)


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_ssize_t, ctypes.c_ssize_t, ctypes.c_double)  # type: ignore[untyped-decorator]
def _tell(context: int, customers: int, part: float) -> int:
    try:
        run = runs[context]
        if run.progress:
            run.progress(customers, None if part < 0 else part)
        return 1
    except BaseException as error:
        run.fail(error, "<progress>")
        return 0


def forget_runs() -> None:
    """Lets the runs go whose results nobody reads any more; what ends a stream can call no function of Python."""
    for context, run in list(runs.items()):
        if library.winback_run_is_released(run.handle.pointer):
            runs.pop(context, None)


@atexit.register
def _detach() -> None:
    """Ends the runs: after this, no function of Python can be called."""
    for run in list(runs.values()):
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
        ("run_columns", pointer, [pointer, text, size]),
        ("run_arrow", None, [pointer, pointer, ctypes.c_int32, text, size]), ("run_next", pointer, [pointer, ctypes.c_bool]),
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


library = _load()
_python = _load_python()
