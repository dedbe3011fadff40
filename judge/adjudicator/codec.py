"""Frozen values as plain JSON values and back, driven by their type hints; canonical, so that hashes agree everywhere.

Understands: None, bool, int, str, enums, NewTypes of these, tuples, frozensets (written sorted), mappings with text or
whole-number keys (written sorted), and dataclasses. A dataclass is written with its class name (`"is"`), so unions,
base classes and `object` fields need no declaration beyond the names the codec was made with.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import Any

Decoder = Callable[[Any], Any]


class CodecError(ValueError):
    """A value that cannot be written, or a text that does not fit the type."""


def plain(value: object) -> Any:
    """A value as plain JSON values."""
    if value is None or isinstance(value, bool | int | str):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, AbstractSet):
        return sorted((plain(item) for item in value), key=lambda item: json.dumps(item, sort_keys=True))
    if isinstance(value, Mapping):
        return {_key(key): plain(value[key]) for key in sorted(value, key=_key)}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        found: dict[str, Any] = {"is": type(value).__name__}
        for field in dataclasses.fields(value):
            if field.init:
                found[field.name] = plain(getattr(value, field.name))
        return found
    raise CodecError(f"a {type(value).__name__} has no plain form: {value!r}")


def _key(key: object) -> str:
    """Mapping keys are text in JSON; whole numbers come back by the type hint."""
    if isinstance(key, Enum):
        key = key.value
    if isinstance(key, bool) or not isinstance(key, str | int):
        raise CodecError(f"a mapping key must be text or a whole number, not {key!r}")
    return str(key)


def dump(value: object) -> str:
    """A value as canonical JSON text."""
    return json.dumps(plain(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest(value: object) -> str:
    """The SHA-256 of a value's canonical text, in hex: what `preview` prints and `release` compares."""
    return hashlib.sha256(dump(value).encode()).hexdigest()


class Codec:
    """Reads plain values back. `classes`: every dataclass that a hint may mean without naming it."""

    def __init__(self, classes: Iterable[type] = ()) -> None:
        self._classes = {one.__name__: one for one in classes}
        self._decoders: dict[Any, Decoder] = {}

    def load(self, hint: Any, text: str) -> Any:
        """A value of type `hint` from its JSON text."""
        return self.read(hint, json.loads(text))

    def read(self, hint: Any, value: Any) -> Any:
        """A value of type `hint` from its plain form."""
        return self._decoder(hint)(value)

    def _decoder(self, hint: Any) -> Decoder:
        try:
            known = self._decoders.get(hint)
        except TypeError:
            return self._make(hint)
        if known is None:
            # A class may hold itself: late binding until its own decoder is made.
            self._decoders[hint] = lambda value: self._decoders[hint](value)
            known = self._decoders[hint] = self._make(hint)
        return known

    def _make(self, hint: Any) -> Decoder:
        while hasattr(hint, "__supertype__"):
            hint = hint.__supertype__
        if isinstance(hint, typing.TypeVar) or hint is Any or hint is object:
            return self._untyped
        if hint is None or hint is type(None):
            return lambda value: None
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin in (typing.Union, types.UnionType):
            return self._union(args)
        if origin is typing.Literal:
            return lambda value: value
        target = origin or hint
        if not isinstance(target, type):
            raise CodecError(f"the codec does not know the type {hint!r}")
        if issubclass(target, Enum) or target in (bool, int, str):
            return self._scalar(target)
        if issubclass(target, tuple):
            return self._tuple(args)
        if issubclass(target, AbstractSet):
            item = self._decoder(args[0]) if args else self._untyped
            return lambda value: frozenset(map(item, value))
        if issubclass(target, Mapping):
            return self._mapping(args)
        if dataclasses.is_dataclass(target):
            return self._dataclass(target)
        if target.__name__ in ("Sequence", "list"):
            item = self._decoder(args[0]) if args else self._untyped
            return lambda value: tuple(map(item, value))
        raise CodecError(f"the codec does not know the type {hint!r}")

    def _scalar(self, target: type) -> Decoder:
        if issubclass(target, Enum):
            return target

        def read(value: Any) -> Any:
            if type(value) is not target:
                raise CodecError(f"expected {target.__name__}, not {value!r}")
            return value

        return read

    def _tuple(self, args: tuple[Any, ...]) -> Decoder:
        if not args:
            return lambda value: tuple(map(self._untyped, value))
        if len(args) == 2 and args[1] is Ellipsis:
            item = self._decoder(args[0])
            return lambda value: tuple(map(item, value))
        if args == ((),):
            return lambda value: ()
        items = [self._decoder(arg) for arg in args]
        return lambda value: tuple(item(part) for item, part in zip(items, value, strict=True))

    def _mapping(self, args: tuple[Any, ...]) -> Decoder:
        key_hint, item_hint = args or (str, object)
        while hasattr(key_hint, "__supertype__"):
            key_hint = key_hint.__supertype__
        key: Decoder = key_hint if isinstance(key_hint, type) and issubclass(key_hint, int | Enum) else str
        item = self._decoder(item_hint)
        return lambda value: {key(one): item(value[one]) for one in value}

    def _union(self, args: tuple[Any, ...]) -> Decoder:
        """A union is told apart by JSON kind; dataclasses by their name."""
        scalars = tuple(arg for arg in args if arg in (bool, int, str))
        others = [arg for arg in args if arg is not type(None) and arg not in (bool, int, str)]
        names = {str(arg.__name__): self._decoder(arg) for arg in others if _is_record(arg)}
        rest = [self._decoder(arg) for arg in others if not _is_record(arg)]

        def read(value: Any) -> Any:
            if value is None or (not rest and isinstance(value, bool | int | str)) or type(value) in scalars:
                return value
            if isinstance(value, dict) and value.get("is") in names:
                return names[value["is"]](value)
            for decode in rest:
                try:
                    return decode(value)
                except (CodecError, ValueError, TypeError):
                    continue
            return self._untyped(value)

        return read

    def _dataclass(self, target: type) -> Decoder:
        hints = typing.get_type_hints(target)
        fields = {field.name: self._decoder(hints[field.name]) for field in dataclasses.fields(target) if field.init}
        required = {
            field.name
            for field in dataclasses.fields(target)
            if field.init and field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        }

        def read(value: Any) -> Any:
            if not isinstance(value, dict):
                raise CodecError(f"expected a {target.__name__}, not {value!r}")
            name = value.get("is", target.__name__)
            if name != target.__name__:
                known = self._classes.get(name)
                if known is None or not issubclass(known, target):
                    raise CodecError(f"expected a {target.__name__}, not a {name}")
                return self._decoder(known)(value)
            missing = required - value.keys()
            if missing:
                raise CodecError(f"a {target.__name__} lacks {', '.join(sorted(missing))}")
            return target(**{field: fields[field](part) for field, part in value.items() if field in fields})

        return read

    def _untyped(self, value: Any) -> Any:
        """Where the hint says nothing: lists are tuples, named mappings are dataclasses."""
        if isinstance(value, list):
            return tuple(map(self._untyped, value))
        if isinstance(value, dict):
            name = value.get("is")
            if name is None:
                return {key: self._untyped(part) for key, part in value.items()}
            if name not in self._classes:
                raise CodecError(f"the codec was not told of a class {name!r}")
            return self._decoder(self._classes[name])(value)
        return value


def _is_record(hint: Any) -> bool:
    """Whether a hint names a dataclass."""
    return isinstance(hint, type) and dataclasses.is_dataclass(hint)
