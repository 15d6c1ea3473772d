"""The exception of the module."""

from __future__ import annotations

import re


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


Error.__module__ = "winback"
