"""What callers give, as the command takes it: documents, instants, options and lines."""

from __future__ import annotations

import datetime
import gzip
import json
import os
import pathlib
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypedDict, Union

from ._error import Error

Instant = Union[str, datetime.date, datetime.datetime, None]
Document = Union[str, bytes, bytearray, memoryview, "os.PathLike[str]", Mapping[str, Any], "list[Any]"]

Progress = Callable[[int, Union[float, None]], object]

_FILE = re.compile(r"[^\n]*\.(jsonl|json|jws|csv|tsv|gz)")


class Reading(TypedDict, total=False):
    """The options of every command over many customers."""

    mapping: Document | None
    format: str | None
    environment: str | None
    sort: bool
    data_through: Instant
    allow_rejects: int | str
    require: Mapping[str, int | str]
    jobs: int | None
    progress: Progress | None


def reading_options(
    files: dict[str, bytes], *, mapping: Document | None = None, format: str | None = None, environment: str | None = None,
    sort: bool = False, data_through: Instant = None, allow_rejects: int | str = 0, require: Mapping[str, int | str] = {},
    jobs: int | None = None, progress: Progress | None = None,
) -> dict[str, Any]:
    """These options as those of the command, which has none for the progress; the text of a mapping is a file."""
    name = None
    if mapping is not None:
        name, text = read_document(mapping, "<mapping>")
        files[name] = text
    return {"mapping": name, "format": format, "environment": environment, "sort": sort, "data_through": data_through,
            "allow_rejects": allow_rejects, "require": require, "jobs": jobs}


def to_arguments(options: Mapping[str, Any]) -> list[str]:
    """Options as arguments; None and False mean that an option is not given."""
    arguments = []
    for name, value in options.items():
        option = f"--{name.replace('_', '-')}"
        if value is True:
            arguments.append(option)
        elif isinstance(value, Mapping):
            arguments += [f"{option}={key}={item}" for key, item in value.items()]
        elif isinstance(value, (list, tuple)):
            arguments += [f"{option}={item}" for item in value]
        elif value is not None and value is not False:
            text = instant_text(value) if name in ("as_of", "until", "data_through") else os.fspath(value) if isinstance(
                value, os.PathLike) else str(value)
            arguments.append(f"{option}={text}")
    return arguments


def is_document(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[") or "\n" in text


def read_document(value: Document, name: str) -> tuple[str, bytes]:
    """The name and the bytes of an input."""
    if isinstance(value, (Mapping, list)):
        return name, json.dumps(value, default=instant_text).encode()
    if isinstance(value, (bytes, bytearray, memoryview)):
        return name, bytes(value)
    if isinstance(value, str) and is_document(value):
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


def instant_text(value: object) -> str:
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


def option(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if "\n" in text:
        raise Error(f"winback: error: expected a policy on one line, found {text!r}", 64)
    return text


def line(item: object) -> bytes:
    if isinstance(item, Mapping):
        item = json.dumps(item, default=instant_text)
    if isinstance(item, str):
        item = item.encode()
    if not isinstance(item, (bytes, bytearray, memoryview)):
        raise TypeError(f"expected lines as str, bytes or dict, found {type(item).__name__}")
    line = bytes(item)
    return line if line.endswith(b"\n") else line + b"\n"


def is_path(value: object) -> bool:
    """Whether an element of a list names a file; it is a line if it does not."""
    return isinstance(value, os.PathLike) or isinstance(value, str) and not is_document(value) and (
        _FILE.fullmatch(value) is not None or os.path.exists(value))


def texts(values: Iterable[str], name: str) -> list[str]:
    if isinstance(values, (str, bytes)):
        raise TypeError(f"expected a list of texts for {name}, found {values!r}")
    return list(values)
