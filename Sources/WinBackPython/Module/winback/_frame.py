"""Frames of other libraries, as streams of Arrow in the few types that the engine reads.

pyarrow does the work: only the columns that are read, a part of the rows at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

_ROWS = 1 << 16
_DEPTH = 32
_TABLE, _OBJECTS, _LINES = range(3)


class FrameError(Exception):
    """What is wrong with a frame."""


class Frame:
    """The rows of an object with `__arrow_c_stream__`, which are read once.

    `rows` says what they are: rows of a table, histories whose members are columns, or lines of one column of texts.
    """

    def __init__(self, source: Any, columns: Callable[[list[str]], tuple[bool, set[str]]]) -> None:
        """Opens a frame; `columns` says whether columns with these names are a table's, and which of them are read."""
        try:
            import pyarrow  # type: ignore[import-untyped]
            import pyarrow.compute  # type: ignore[import-untyped]
        except ImportError as error:
            raise ImportError("expected pyarrow, which reads frames, found none: pip install winback[arrow]") from error
        self._arrow = pyarrow
        self._types = pyarrow.types
        self._compute = pyarrow.compute
        self._instant = pyarrow.compute.CastOptions(pyarrow.timestamp("ms", "UTC"), allow_time_truncate=True)
        if type(source).__module__.split(".")[0] == "pandas" and hasattr(source, "columns"):
            # Pandas would convert every column.
            _, read = columns([str(name) for name in source.columns])
            source = source.copy(deep=False)
            for name in source.columns:
                if str(name) not in read:
                    source[name] = None
        self._reader = self._open(source)
        fields = list(self._reader.schema)
        leaves = [name for field in fields for name, _ in self._leaves(field.name, pyarrow.nulls(0, field.type))]
        is_table, self._read = columns(leaves)
        self.rows = _LINES if len(fields) == 1 and self._is_text(fields[0].type) else _TABLE if is_table else _OBJECTS
        header = ",".join('"' + name.replace('"', '""') + '"' for name in leaves) + "\n"
        self.header = header.encode() if self.rows == _TABLE else b""

    def stream(self, guarded: Callable[[Iterator[Any]], Iterator[Any]]) -> Any:
        """The rows, whose batches come through a function that sees their exceptions."""
        fields = list(self._reader.schema)
        nothing = self._batch([field.name for field in fields], [self._arrow.nulls(0, field.type) for field in fields])
        batches = (self._batch(part.schema.names, part.columns) for part in self._parts())
        return self._arrow.RecordBatchReader.from_batches(nothing.schema, guarded(batches))

    def _open(self, source: Any) -> Any:
        try:
            return self._arrow.RecordBatchReader.from_stream(source)
        except self._arrow.ArrowInvalid as error:
            if "released" in str(error):
                raise FrameError("expected a stream of Arrow, found one that was read before") from error
            if "non-struct" not in str(error):
                raise FrameError(str(error)) from error
        try:
            column = self._arrow.chunked_array(source)
        except self._arrow.ArrowInvalid as error:
            raise FrameError("expected a table, or a column that can be read twice, found one that can be read once") from error
        if not self._is_text(column.type):
            raise FrameError(f"expected a table, or a column of histories, found a column of {column.type}")
        return self._arrow.table({"history": column}).to_reader()

    def _parts(self) -> Iterator[Any]:
        try:
            for batch in self._reader:
                for start in range(0, len(batch), _ROWS):
                    yield batch.slice(start, _ROWS)
        except (self._arrow.ArrowException, OSError) as error:
            # Of an exception in Python, pyarrow has the text with all calls before it.
            text = str(error).strip()
            raise FrameError(text.splitlines()[-1] if "Traceback" in text else text) from error

    def _batch(self, names: list[str], columns: list[Any]) -> Any:
        """A batch in the types that the engine reads; what it does not read has no values."""
        if self.rows == _LINES:
            columns = [self._plain(column, name).cast(self._arrow.large_binary()) for name, column in zip(names, columns)]
        elif self.rows == _TABLE:
            leaves = [leaf for name, column in zip(names, columns) for leaf in self._leaves(name, column)]
            names = [name for name, _ in leaves]
            columns = [self._flat(column, name) if name in self._read else self._arrow.nulls(len(column))
                       for name, column in leaves]
        else:
            tops = {name.split(".")[0] for name in self._read}
            read = [(name, column) for name, column in zip(names, columns) if name in tops]
            names = [name for name, _ in read]
            columns = [self._plain(column, name) for name, column in read]
        return self._arrow.RecordBatch.from_arrays(columns, names=names)

    def _leaves(self, name: str, column: Any) -> Iterator[tuple[str, Any]]:
        """The columns of a table inside a column: members of a structure have its name and a dot before theirs."""
        if not self._types.is_struct(column.type):
            yield name, column
        else:
            for field, member in zip(column.type, column.flatten()):
                yield from self._leaves(f"{name}.{field.name}", member)

    def _flat(self, column: Any, name: str) -> Any:
        if self._types.is_nested(column.type):
            raise FrameError(f"expected text, numbers or dates in the column '{name}', found {column.type}")
        return self._plain(column, name)

    def _is_text(self, type: Any) -> bool:
        types = self._types
        return any(is_type(type) for is_type in (
            types.is_string, types.is_large_string, types.is_string_view,
            types.is_binary, types.is_large_binary, types.is_binary_view)) or _is_json(type)

    def _plain(self, array: Any, name: str, depth: int = 0) -> Any:
        """An array as one of a whole number, a float, an instant, a text, JSON, a list or a structure of these."""
        arrow, types, found = self._arrow, self._types, array.type
        if isinstance(found, arrow.BaseExtensionType) and not _is_json(found):
            array = array.storage
        type = array.type
        if types.is_null(type) or types.is_float64(type):
            return array
        try:
            if _is_json(type):
                return array.storage.cast(arrow.large_binary())
            if self._is_text(type):
                return array.cast(arrow.large_string(), safe=False)
            if types.is_boolean(type) or types.is_decimal(type) or types.is_uint64(type):
                return self._json(array)
            if types.is_integer(type):
                return array.cast(arrow.int64())
            if types.is_floating(type):
                # In eight bytes, the same number has more digits.
                numbers = array.cast(arrow.float32())
                return self._json(self._compute.if_else(self._compute.is_finite(numbers), numbers, None))
            if types.is_date32(type):
                days = array.dictionary_encode()
                return days.dictionary.cast(arrow.large_string()).take(days.indices)
            if types.is_timestamp(type) or types.is_date64(type):
                return array.cast(options=self._instant)
        except arrow.ArrowException as error:
            raise FrameError(f"in the column '{name}': {error}") from error
        if types.is_dictionary(type):
            return self._plain(array.dictionary, name, depth).take(array.indices)
        is_list = types.is_list(type) or types.is_large_list(type) or types.is_fixed_size_list(type)
        if not (is_list or types.is_struct(type)) or depth == _DEPTH:
            raise FrameError("expected text, numbers, dates, lists or structures in the column "
                             f"'{name}', found {found}")
        if is_list:
            counts = self._compute.fill_null(self._compute.list_value_length(array), 0).cast(arrow.int64())
            ends = arrow.concat_arrays([arrow.array([0], arrow.int64()), self._compute.cumulative_sum(counts)])
            return arrow.LargeListArray.from_arrays(ends, self._plain(array.flatten(), name, depth + 1), mask=array.is_null())
        members = [self._plain(member, f"{name}.{field.name}", depth + 1) for field, member in zip(type, array.flatten())]
        if not members:
            return arrow.nulls(len(array))
        return arrow.StructArray.from_arrays(members, [field.name for field in type], mask=array.is_null())

    def _json(self, array: Any) -> Any:
        """Values whose text is JSON."""
        return array.cast(self._arrow.large_string()).cast(self._arrow.large_binary())


def _is_json(type: Any) -> bool:
    return getattr(type, "extension_name", None) == "arrow.json"
