"""The results of a command over many customers."""

from __future__ import annotations

import json
import os
import weakref
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol, Union, runtime_checkable

from ._error import Error
from ._run import HISTORIES, Run, forget_runs
from ._values import Progress, is_document, is_path

_read_once: weakref.WeakSet[Any] = weakref.WeakSet()


@runtime_checkable
class ArrowStream(Protocol):
    """A table or a column that gives its rows as a stream of Arrow, as pyarrow, Polars, DuckDB and pandas have."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


Source = Union[str, bytes, bytearray, memoryview, "os.PathLike[str]", ArrowStream,
               Iterable[Union[str, bytes, "os.PathLike[str]", Mapping[str, Any]]]]


class Results:
    """The results of a command, which are computed while somebody reads them.

    `rows()` gives a dict for each row. Anything that reads a stream of Arrow takes the results themselves, such as
    `polars.DataFrame(results)`, `pyarrow.table(results)` or DuckDB. Each of these is a run of its own over the source; an
    iterator or a stream can be read only once.

    After the last row, `summary` has the evidence as the option `--summary` writes it, `rejects` the rejected lines as
    `--rejects` writes them, and `warnings` the warnings of the run.
    """

    def __init__(self, source: Source, arguments: list[str], files: Mapping[str, bytes], columns: list[str],
                 progress: Progress | None = None) -> None:
        """Notes what to run; `columns` are the options that make a table, none if the results are one always."""
        self._source, self._arguments, self._files = source, arguments, files
        self._columns, self._progress = columns, progress
        self._isRead = False
        self._last: Run | None = None

    def rows(self) -> Iterator[dict[str, Any]]:
        """The results: objects as the command's lines, or else a dict for each row of its table."""
        run = self._run([])
        for piece in run.pieces(is_table=not self._columns):
            for line in piece.splitlines():
                yield json.loads(line)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The results as a stream of Arrow, in the columns of the command's CSV."""
        return self._run(self._columns).stream()

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

    def __repr__(self) -> str:
        counts = [f"{count:,} {name}" for name, count in self.summary.items() if type(count) is int and count]
        return f"<winback.Results of {self._arguments[0]}: {', '.join(counts) or 'not read yet'}>"

    def __del__(self) -> None:
        forget_runs()

    def _run(self, options: list[str]) -> Run:
        source, arguments = self._source, [*self._arguments, *options]
        # What gives its lines or its batches only once would be empty now.
        if isinstance(source, Iterator):
            if self._isRead or source in _read_once:
                raise Error(f"{HISTORIES}: error: expected a source that can be read again, found an iterator", 74)
            self._isRead = True
            try:
                _read_once.add(source)
            except TypeError:
                pass
        paths = _paths(source)
        run = Run([*arguments, "--", *paths] if paths else [*arguments, HISTORIES], self._files)
        if paths:
            pass
        elif isinstance(source, ArrowStream):
            run.read_frame(source)
        elif isinstance(source, (bytes, bytearray, memoryview, str)):
            run.read_bytes(source.encode() if isinstance(source, str) else bytes(source))
        elif isinstance(source, Iterable) and not isinstance(source, Mapping):
            run.read_lines(iter(source))
        else:
            raise TypeError(f"expected a path, bytes, lines or a stream of Arrow, found {type(source).__name__}")
        if self._progress:
            run.report(self._progress)
        self._last = run
        return run


def _paths(source: Any) -> list[str]:
    """The paths of a source; none if it has no files."""
    if isinstance(source, os.PathLike) or isinstance(source, str) and not is_document(source):
        return [os.fspath(source)]
    if isinstance(source, (list, tuple)) and source and all(is_path(item) for item in source):
        return [os.fspath(path) for path in source]
    return []
